// SPDX-License-Identifier: Apache-2.0
//
// A Trax core of another team: the ports of docs/rtl-interface.md around rules
// written as a program. It is slow and no synthesis takes it. It shares nothing
// with the reference core but the ports, and so checks it, the simulations and
// the rules from a third side.
//
// A turn is worked out in the cycle in which its command passes; its tiles are
// then traced one a cycle, and the answer follows.
`default_nettype none

module ll_core #(
    parameter int LogSize = 5
) (
    input  wire                  clk_i,
    input  wire                  rst_i,

    input  wire                  cmd_valid_i,
    output wire                  cmd_ready_o,
    input  wire  [2:0]           cmd_op_i,
    input  wire  [LogSize:0]     cmd_col_i,
    input  wire  [LogSize:0]     cmd_row_i,
    input  wire  [1:0]           cmd_shape_i,

    output logic                 rsp_valid_o,
    output logic [3:0]           rsp_status_o,
    output logic [3:0]           rsp_completed_o,

    output wire                  gen_valid_o,
    input  wire                  gen_ready_i,
    output wire  [LogSize:0]     gen_col_o,
    output wire  [LogSize:0]     gen_row_o,
    output wire  [1:0]           gen_shape_o,
    output wire  [3:0]           gen_status_o,
    output wire  [3:0]           gen_completed_o,

    output wire  [LogSize:0]     width_o,
    output wire  [LogSize:0]     height_o,
    output wire  [2*LogSize:0]   tiles_o,
    output wire                  red_o,
    output wire                  over_o,
    output wire                  winner_o,

    output logic                 trace_valid_o,
    output logic                 trace_undo_o,
    output logic                 trace_forced_o,
    output logic [LogSize-1:0]   trace_x_o,
    output logic [LogSize-1:0]   trace_y_o,
    output logic [3:0]           trace_tile_o,
    output wire  [LogSize-1:0]   origin_x_o,
    output wire  [LogSize-1:0]   origin_y_o
);
  localparam int Size = 1 << LogSize;
  localparam int Room = Size - 2;

  localparam int Ok = 0, Syntax = 1, GameOver = 2, FirstMove = 3, OffBoard = 4, Occupied = 5,
                 Isolated = 6, Colour = 7, ForcedPlay = 8, BoardFull = 9, NoUndo = 10;

  // The board. A cell is {occupied, red sides}.
  logic [4:0] cells [0:Size*Size-1];
  int list [0:Size*Size-1];  // cells in the order of placing
  int tiles;

  // A turn on the stack is the state before it.
  int turn_tiles [0:Size*Size-1];
  int turn_x [0:Size*Size-1];
  int turn_y [0:Size*Size-1];
  int turn_w [0:Size*Size-1];
  int turn_h [0:Size*Size-1];
  int plies;

  int org_x, org_y, width, height;
  logic [3:0] completed;

  // What is still to be traced, and answered after it.
  logic [2*LogSize+5:0] traces [0:4*Size*Size-1];  // {undo, forced, cell, tile}
  int traced, to_trace;

  // What GEN found: {col, row, shape, status, completed}.
  logic [2*LogSize+11:0] moves [0:3*Size*Size-1];
  int streamed, to_stream;

  int status;
  logic answer_due, undo_due, ready;
  logic turn;  // the command is PLAY or TRY

  function automatic int wrap(input int v);
    wrap = v & (Size - 1);
  endfunction

  function automatic int beside(input int c, input int s);
    int x, y;
    x = c & (Size - 1);
    y = c >> LogSize;
    case (s)
      0: x = x + 1;
      1: y = y - 1;
      2: x = x - 1;
      default: y = y + 1;
    endcase
    beside = (wrap(y) << LogSize) | wrap(x);
  endfunction

  function automatic int across(input int s);
    across = s ^ 2;
  endfunction

  // The side at which the track that enters at side s leaves.
  function automatic int leaves(input logic [3:0] tile, input int s);
    leaves = s;
    for (int k = 0; k < 4; k++) if (k != s && tile[k] == tile[s]) leaves = k;
  endfunction

  function automatic logic [3:0] tile_of(input int shape);
    case (shape)
      0: tile_of = 4'b0101;
      1: tile_of = 4'b1001;
      default: tile_of = 4'b0011;
    endcase
  endfunction

  // Red edges in bits 3:0, white ones in 7:4.
  function automatic logic [7:0] sees(input int c);
    sees = 8'd0;
    for (int s = 0; s < 4; s++) begin
      logic [4:0] n;
      n = cells[beside(c, s)];
      if (n[4]) begin
        if (n[across(s)]) sees[s] = 1'b1;
        else sees[s+4] = 1'b1;
      end
    end
  endfunction

  function automatic int ones(input logic [3:0] v);
    ones = 0;
    for (int s = 0; s < 4; s++) if (v[s]) ones = ones + 1;
  endfunction

  task automatic put(input int c, input logic [3:0] tile, input logic forced, input logic loud);
    cells[c] = {1'b1, tile};
    list[tiles] = c;
    tiles = tiles + 1;
    if (loud) begin
      traces[to_trace] = {1'b0, forced, c[2*LogSize-1:0], tile};
      to_trace = to_trace + 1;
    end
  endtask

  // Takes the last turn back.
  task automatic take_back(input logic loud);
    plies = plies - 1;
    while (tiles > turn_tiles[plies]) begin
      tiles = tiles - 1;
      cells[list[tiles]] = 5'd0;
      if (loud) begin
        traces[to_trace] = {1'b1, 1'b0, list[tiles][2*LogSize-1:0], 4'd0};
        to_trace = to_trace + 1;
      end
    end
    org_x = turn_x[plies];
    org_y = turn_y[plies];
    width = turn_w[plies];
    height = turn_h[plies];
    completed = 4'd0;
  endtask

  // Follows the track that leaves c at side s to its end, or round the loop.
  task automatic follow(input int c, input int s, output int far, output int side, output logic loop);
    int at, out, n;
    at = c;
    out = s;
    loop = 1'b0;
    n = beside(at, out);
    while (cells[n][4] && !loop) begin
      at = n;
      out = leaves(cells[at][3:0], across(out));
      loop = at == c && out == s;
      n = beside(at, out);
    end
    far = at;
    side = out;
  endtask

  // What the last turn completed.
  task automatic judge();
    int c, far, side;
    logic loop;
    for (int i = turn_tiles[plies-1]; i < tiles; i++)
      for (int s = 0; s < 4; s++) begin
        follow(list[i], s, far, side, loop);
        if (loop) completed = completed | (cells[list[i]][s] ? 4'd4 : 4'd1);
      end
    for (int i = 1; i <= Room; i++) begin
      if (width >= 8 && i <= height) begin
        c = (wrap(org_y + i) << LogSize) | wrap(org_x + 1);
        if (cells[c][4]) begin
          follow(c, leaves(cells[c][3:0], 2), far, side, loop);
          if (!loop && side == 0 && (far & (Size - 1)) == wrap(org_x + width))
            completed = completed | (cells[c][2] ? 4'd8 : 4'd2);
        end
      end
      if (height >= 8 && i <= width) begin
        c = (wrap(org_y + 1) << LogSize) | wrap(org_x + i);
        if (cells[c][4]) begin
          follow(c, leaves(cells[c][3:0], 1), far, side, loop);
          if (!loop && side == 3 && (far >> LogSize) == wrap(org_y + height))
            completed = completed | (cells[c][1] ? 4'd8 : 4'd2);
        end
      end
    end
  endtask

  // Plays a turn, or says why not.
  task automatic play(input int col, input int row, input int shape, input logic loud);
    int c, n, next;
    logic [3:0] tile;
    logic [7:0] edges;
    logic clash;
    c = (wrap(org_y + row) << LogSize) | wrap(org_x + col);
    edges = sees(c);
    tile = tile_of(shape);
    status = Ok;
    if (shape == 3) status = Syntax;
    else if (completed != 0) status = GameOver;
    else if (plies == 0) begin
      if (col != 0 || row != 0 || shape == 2) status = FirstMove;
    end
    else if (col > width + 1 || row > height + 1) status = OffBoard;
    else if (cells[c][4]) status = Occupied;
    else if (edges == 0) status = Isolated;
    else begin
      if ((edges[3:0] & ~tile) != 0 || (edges[7:4] & tile) != 0) tile = ~tile;
      if ((edges[3:0] & ~tile) != 0 || (edges[7:4] & tile) != 0) status = Colour;
      else if ((col == 0 || col > width) && width == Room) status = BoardFull;
      else if ((row == 0 || row > height) && height == Room) status = BoardFull;
    end
    if (status == Ok) begin
      turn_tiles[plies] = tiles;
      turn_x[plies] = org_x;
      turn_y[plies] = org_y;
      turn_w[plies] = width;
      turn_h[plies] = height;
      plies = plies + 1;
      if (col == 0 || col > width) width = width + 1;
      if (row == 0 || row > height) height = height + 1;
      if (col == 0) org_x = wrap(org_x - 1);
      if (row == 0) org_y = wrap(org_y - 1);
      clash = 1'b0;
      next = tiles;
      put(c, tile, 1'b0, loud);
      while (next < tiles && !clash) begin
        for (int s = 0; s < 4; s++) begin
          n = beside(list[next], s);
          edges = sees(n);
          if (!cells[n][4] && !clash) begin
            if (ones(edges[3:0]) > 2 || ones(edges[7:4]) > 2) clash = 1'b1;
            else if (ones(edges[3:0]) == 2) put(n, edges[3:0], 1'b1, loud);
            else if (ones(edges[7:4]) == 2) put(n, ~edges[7:4], 1'b1, loud);
          end
        end
        next = next + 1;
      end
      if (clash) begin
        take_back(loud);
        status = ForcedPlay;
      end
      else judge();
    end
  endtask

  // Lists every tile that fits.
  task automatic generate_moves();
    int rows, cols;
    cols = plies == 0 ? 0 : width + 1;
    rows = plies == 0 ? 0 : height + 1;
    if (completed == 0)
      for (int row = 0; row <= rows; row++)
        for (int col = 0; col <= cols; col++)
          for (int shape = 0; shape < 3; shape++) begin
            play(col, row, shape, 1'b0);
            if (status == Ok || status == ForcedPlay || status == BoardFull) begin
              moves[to_stream] = {col[LogSize:0], row[LogSize:0], shape[1:0], status[3:0], completed};
              to_stream = to_stream + 1;
            end
            if (status == Ok) take_back(1'b0);
          end
    status = completed == 0 ? Ok : GameOver;
  endtask

  assign cmd_ready_o = ready;
  assign gen_valid_o = streamed < to_stream;
  assign {gen_col_o, gen_row_o, gen_shape_o, gen_status_o, gen_completed_o} = moves[streamed];
  assign width_o = width[LogSize:0];
  assign height_o = height[LogSize:0];
  assign tiles_o = tiles[2*LogSize:0];
  assign red_o = plies[0];
  assign over_o = completed != 0;
  assign origin_x_o = org_x[LogSize-1:0];
  assign origin_y_o = org_y[LogSize-1:0];

  // The colour that completed something wins; if both did, who moved.
  wire white_has = completed[1:0] != 0;
  wire red_has = completed[3:2] != 0;
  assign winner_o = white_has && red_has ? !plies[0] : red_has;

  task automatic obey();
    to_trace = 0;
    traced = 0;
    to_stream = 0;
    streamed = 0;
    status = Ok;
    answer_due = 1'b1;
    undo_due = 1'b0;
    turn = cmd_op_i[0];
    case (cmd_op_i)
      0: begin
        while (plies > 0) take_back(1'b0);
        org_x = Size - 3;  // so that boards wrap early
        org_y = 2;
      end
      1: play(int'(cmd_col_i), int'(cmd_row_i), int'(cmd_shape_i), 1'b1);
      2: if (plies == 0) status = NoUndo;
         else take_back(1'b1);
      3: begin
        play(int'(cmd_col_i), int'(cmd_row_i), int'(cmd_shape_i), 1'b1);
        undo_due = status == Ok;
      end
      default: generate_moves();
    endcase
  endtask

  always @(posedge clk_i) begin
    rsp_valid_o <= 1'b0;
    trace_valid_o <= 1'b0;
    ready <= 1'b0;
    if (rst_i) begin
      for (int i = 0; i < Size * Size; i++) cells[i] = 5'd0;
      tiles = 0;
      plies = 0;
      org_x = Size - 3;
      org_y = 2;
      width = 0;
      height = 0;
      completed = 4'd0;
      to_trace = 0;
      traced = 0;
      to_stream = 0;
      streamed = 0;
      answer_due = 1'b0;
      undo_due = 1'b0;
    end
    else if (ready && cmd_valid_i) obey();
    else if (traced < to_trace) begin
      trace_valid_o <= 1'b1;
      {trace_undo_o, trace_forced_o, trace_y_o, trace_x_o, trace_tile_o} <= traces[traced];
      traced = traced + 1;
    end
    else if (streamed < to_stream) begin
      if (gen_ready_i) streamed = streamed + 1;
    end
    else if (answer_due) begin
      rsp_valid_o <= 1'b1;
      rsp_status_o <= status[3:0];
      rsp_completed_o <= turn && status == Ok ? completed : 4'd0;
      answer_due = 1'b0;
    end
    else if (undo_due) begin
      undo_due = 1'b0;
      take_back(1'b1);
    end
    else ready <= 1'b1;
  end
endmodule

`default_nettype wire
