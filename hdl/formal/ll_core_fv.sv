// SPDX-License-Identifier: Apache-2.0
//
// What any core with the ports of docs/rtl-interface.md must do, by these ports alone. Before the
// proof begins a reset and the opening of a game are simulated; then comes any command, and another
// behind it. A monitor keeps the board that the trace port tells.
`default_nettype none

module ll_core_fv #(
    parameter int LogSize = 3,
    parameter int Opening = 0,  // see ll_opening_fv
    // What follows the first command: 0 nothing, 1 UNDO, 2 the same again.
    parameter int Then = 0,
    // Cycles from the first command to the next, enough for any; NEW takes the longest.
    parameter int Pause = Opening == 0 ? 32 : Then != 0 ? 56 : Opening == 1 ? 60 : 88,
    parameter int Start = 600   // cycles that are simulated
) (
    input logic clk_i,
    input logic valid_i,
    input logic [2:0] op_i,
    input logic [LogSize:0] col_i,
    input logic [LogSize:0] row_i,
    input logic [1:0] shape_i
);
  localparam int Side = 1 << LogSize;
  localparam int Cells = Side * Side;
  localparam int At = 2 * LogSize;

  logic [15:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != Start) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q < 2;
  logic live;
  assign live = age_q == Start;

  // ---- the opening, then anything
  logic ready;
  logic [4:0] ply_q = 0;
  logic [4:0] plies;
  logic [3:0] opening_col;
  logic [3:0] opening_row;
  logic [1:0] opening_shape;

  ll_opening_fv #(
      .Opening(Opening)
  ) opening (
      .ply_i(ply_q),
      .plies_o(plies),
      .col_o(opening_col),
      .row_o(opening_row),
      .shape_o(opening_shape)
  );

  // Every move of the opening has passed, and was legal.
  logic refused_q = 0;
  always_ff @(posedge clk_i) if (!reset && !live && answer && status != ll_trax_pkg::Ok) refused_q <= 1;
  logic in_opening;
  assign in_opening = !reset && !live && ply_q != plies;
  always_ff @(posedge clk_i) if (in_opening && ready) ply_q <= ply_q + 1;

  logic valid;
  assign valid = live ? valid_i : in_opening;
  logic [2:0] op;
  assign op = live ? op_i : ll_trax_pkg::OpPlay;

  logic answer;
  logic [3:0] status;
  logic [3:0] completed;
  logic gen_valid;
  logic [LogSize:0] gen_col;
  logic [LogSize:0] gen_row;
  logic [1:0] gen_shape;
  logic [3:0] gen_status;
  logic [3:0] gen_completed;
  logic [LogSize:0] width;
  logic [LogSize:0] height;
  logic [2*LogSize:0] tiles;
  logic red;
  logic over;
  logic winner;
  logic trace;
  logic undone;
  logic forced;
  logic [LogSize-1:0] x;
  logic [LogSize-1:0] y;
  logic [3:0] tile;
  logic [LogSize-1:0] origin_x;
  logic [LogSize-1:0] origin_y;

  ll_core #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .cmd_valid_i(valid),
      .cmd_ready_o(ready),
      .cmd_op_i(op),
      .cmd_col_i(live ? col_i : opening_col),
      .cmd_row_i(live ? row_i : opening_row),
      .cmd_shape_i(live ? shape_i : opening_shape),
      .rsp_valid_o(answer),
      .rsp_status_o(status),
      .rsp_completed_o(completed),
      .gen_valid_o(gen_valid),
      .gen_ready_i(1'b1),
      .gen_col_o(gen_col),
      .gen_row_o(gen_row),
      .gen_shape_o(gen_shape),
      .gen_status_o(gen_status),
      .gen_completed_o(gen_completed),
      .width_o(width),
      .height_o(height),
      .tiles_o(tiles),
      .red_o(red),
      .over_o(over),
      .winner_o(winner),
      .trace_valid_o(trace),
      .trace_undo_o(undone),
      .trace_forced_o(forced),
      .trace_x_o(x),
      .trace_y_o(y),
      .trace_tile_o(tile),
      .origin_x_o(origin_x),
      .origin_y_o(origin_y)
  );

  // ---- the board, as told: that of the opening, and one cell and its neighbours from there on. The
  // cell is any, so what is true of it is true of all. A word: is there a tile, its red sides.
  (* anyconst *) logic [At-1:0] cell;
  logic [LogSize-1:0] cx;
  assign cx = cell[LogSize-1:0];
  logic [LogSize-1:0] cy;
  assign cy = cell[At-1:LogSize];
  logic [LogSize-1:0] cx_right;
  assign cx_right = cx + 1;
  logic [LogSize-1:0] cx_left;
  assign cx_left = cx - 1;
  logic [LogSize-1:0] cy_above;
  assign cy_above = cy - 1;
  logic [LogSize-1:0] cy_below;
  assign cy_below = cy + 1;

  logic [At-1:0] at;
  assign at = {y, x};
  logic [4:0] told;
  assign told = undone ? 5'd0 : {1'b1, tile};
  logic [4:0] opened[0:Cells-1];
  initial for (int i = 0; i < Cells; i = i + 1) opened[i] = 5'd0;
  always_ff @(posedge clk_i) if (!reset && !live && trace) opened[at] <= told;

  logic [15-At:0] pad;
  assign pad = 0;
  logic [4:0] here, right_of, above, left_of, below;
  ll_cell_fv here_m (clk_i, live, {pad, cell}, opened[cell], trace, {pad, at}, told, here);
  ll_cell_fv right_m (clk_i, live, {pad, {cy, cx_right}}, opened[{cy, cx_right}], trace, {pad, at}, told, right_of);
  ll_cell_fv above_m (clk_i, live, {pad, {cy_above, cx}}, opened[{cy_above, cx}], trace, {pad, at}, told, above);
  ll_cell_fv left_m (clk_i, live, {pad, {cy, cx_left}}, opened[{cy, cx_left}], trace, {pad, at}, told, left_of);
  ll_cell_fv below_m (clk_i, live, {pad, {cy_below, cx}}, opened[{cy_below, cx}], trace, {pad, at}, told, below);

  // The edges that enter the cell, right, top, left, bottom, and which of them are red.
  logic [3:0] edges;
  assign edges = {below[4], left_of[4], above[4], right_of[4]};
  logic [3:0] colours;
  assign colours = {below[1], left_of[0], above[3], right_of[2]};
  logic [3:0] reds;
  assign reds = edges & colours;
  logic [3:0] whites;
  assign whites = edges & ~colours;

  logic pass;
  assign pass = live && valid && ready;
  logic taken_q = 0;  // a command has passed since the proof began

  // Tiles that were forced.
  logic [2:0] forced_q = 0;
  always_ff @(posedge clk_i) begin
    if (live && trace && forced && !undone && forced_q != 7) forced_q <= forced_q + 1;
  end

  // ---- what was asked and answered before
  logic [LogSize:0] col_q, row_q;
  logic [1:0] shape_q;
  logic answered_q = 0;
  logic [3:0] status_q, completed_q;
  always_ff @(posedge clk_i) begin
    if (pass) begin
      col_q <= col_i;
      row_q <= row_i;
      shape_q <= shape_i;
    end
    if (live && taken_q && answer) begin
      answered_q <= 1;
      status_q <= status;
      completed_q <= completed;
    end
  end

  // ---- what was before the command, and before the last turn played
  logic [2:0] op_q;
  logic restores_q;  // the board must equal the board before the command
  logic [4:0] here_before_q;
  logic [4*LogSize+6:0] state_before_q;
  logic [4*LogSize+6:0] state;
  assign state = {width, height, tiles, red, over, winner & over};

  // The last turn, if it was played since the proof began and is still the last.
  logic played_q = 0;
  logic [4:0] here_played_q;
  logic [4*LogSize+6:0] state_played_q;
  logic undoes_q = 0;  // the command takes that turn back

  // An answer may come in the cycle in which the next command passes.
  logic played_now;
  assign played_now = live && taken_q && answer && status == ll_trax_pkg::Ok && op_q == ll_trax_pkg::OpPlay;
  logic restores;
  assign restores = restores_q && !played_now;
  always_ff @(posedge clk_i) begin
    if (played_now) begin
      restores_q <= 0;
      played_q <= 1;
      here_played_q <= here_before_q;
      state_played_q <= state_before_q;
    end
    if (pass) begin
      taken_q <= 1;
      op_q <= op;
      restores_q <= op == ll_trax_pkg::OpPlay || op == ll_trax_pkg::OpTry;
      undoes_q <= op == ll_trax_pkg::OpUndo && (played_q || played_now);
      here_before_q <= here;
      state_before_q <= state;
      if (op == ll_trax_pkg::OpNew || op == ll_trax_pkg::OpUndo) played_q <= 0;
    end
  end

  // A command holds until it passes. GEN is ll_core_gen_fv's.
  logic was_live, waited;
  logic [2:0] was_op;
  logic [LogSize:0] was_col, was_row;
  logic [1:0] was_shape;
  always_ff @(posedge clk_i) begin
    was_live <= live;
    waited <= live && valid_i && !ready;
    was_op <= op_i;
    was_col <= col_i;
    was_row <= row_i;
    was_shape <= shape_i;
  end
  // The first command comes at once, the second after a pause.
  logic [1:0] passed_q = 0;
  logic [7:0] since_q = 0;
  always_ff @(posedge clk_i) begin
    if (pass) passed_q <= passed_q + 1;
    since_q <= pass ? 1 : since_q + (since_q != 0 && since_q != 255);
  end
  logic [1:0] due;
  assign due = Then != 0 && since_q >= Pause ? 2 : 1;
  always_comb begin
    assume (op_i < 4);
    assume (valid_i == (live && passed_q < due));
    if (Then == 1) assume (op_i == (passed_q == 0 ? ll_trax_pkg::OpPlay : ll_trax_pkg::OpUndo));
    if (Then == 2) begin
      assume (op_i == ll_trax_pkg::OpTry);
      if (passed_q == 1) assume (col_i == col_q && row_i == row_q && shape_i == shape_q);
    end
    if (live && was_live && waited) begin
      assume (valid_i && op_i == was_op && col_i == was_col && row_i == was_row);
      assume (shape_i == was_shape);
    end
  end

  // ---- what must hold
  logic settled;
  assign settled = live && taken_q && ready;

  function logic two(input logic [3:0] e);
    two = (e[0] & e[1]) | (e[0] & e[2]) | (e[0] & e[3]) | (e[1] & e[2]) | (e[1] & e[3]) | (e[2] & e[3]);
  endfunction

  always_comb begin
    if (live && trace && !undone && at == cell) begin
      // A tile is placed on an empty cell, has two red sides, and fits what is around it.
      a_empty : assert (!here[4]);
      a_tile : assert (tile[0] + tile[1] + tile[2] + tile[3] == 3'd2);
      a_fits : assert (((tile ^ colours) & edges) == 0);
    end
    if (live && trace && undone && at == cell) begin a_there : assert (here[4]); end
    // A refused turn, and one that was only tried, leave no trace.
    if (settled && restores) begin
      a_board_back : assert (here == here_before_q);
      a_state_back : assert (state == state_before_q);
    end
    // Forced play is complete: no empty cell is entered by two edges of a colour.
    if (settled && !here[4]) begin a_closed : assert (!two(reds) && !two(whites)); end
    if (live) begin a_opened : assert (ply_q == plies && !refused_q); end
  end

  generate
    if (Then == 0) begin : gen_any
      always_comb begin
        if (settled && op_q == ll_trax_pkg::OpNew) begin a_new : assert (here == 0 && tiles == 0); end
        // Pause is enough, and the proof's cycles are.
        if (since_q == Pause) begin a_done : assert (ready); end
        c_refused : cover (settled && op_q == ll_trax_pkg::OpPlay && restores);
        c_forced : cover (live && taken_q && trace && forced && !undone && op_q == ll_trax_pkg::OpPlay);
        c_tried : cover (settled && op_q == ll_trax_pkg::OpTry && here == 5'b10101);
      end
    end
    if (Then == 1) begin : gen_undo
      always_comb begin
        // UNDO takes back the last turn, all of it.
        if (settled && undoes_q) begin
          a_board_undone : assert (here == here_played_q);
          a_state_undone : assert (state == state_played_q);
        end
        c_undone : cover (settled && undoes_q && passed_q == 2);
        c_undone_forced : cover (settled && passed_q == 2 && undoes_q && forced_q == 2);
      end
    end
    if (Then == 2) begin : gen_again
      always_comb begin
        // TRY of the same move has the same answer: nothing has stayed of the first.
        if (answer && passed_q == 2 && answered_q) begin
          a_again : assert (status == status_q && completed == completed_q);
        end
        c_again : cover (answer && passed_q == 2 && answered_q && status == ll_trax_pkg::Ok && forced_q == 4);
      end
    end
  endgenerate
endmodule
`default_nettype wire
