// SPDX-License-Identifier: Apache-2.0
//
// The checks of "loopline prove": what any core with the ports of docs/rtl-interface.md must do, by
// these ports alone. A reset and an opening are simulated before the proof begins. Then come any
// commands of the mode. The module ll_prove_opening, which holds the opening, is generated.
//
// An assert is named a_CHECK or a_CHECK_PART, a cover c_CHECK.
`default_nettype none

module ll_prove_fv #(
    parameter int LogSize = 3,
    parameter int Mode = 0,     // see below
    parameter int Cycles = 64,  // in which a command must be answered
    parameter int Start = 600,  // cycles that are simulated
    parameter int Undo = 1,     // the core has UNDO
    parameter int Try = 1       // the core has TRY
) (
    input logic clk_i,
    input logic [2:0] op_i,
    input logic [LogSize:0] col_i,
    input logic [LogSize:0] row_i,
    input logic [1:0] shape_i
);
  localparam int Command = 0;    // any command
  localparam int PlayUndo = 1;   // PLAY, then UNDO
  localparam int TryTry = 2;     // TRY, then the same again
  localparam int Completes = 3;  // PLAY or TRY, for what it completes
  localparam int AfterNew = 4;   // NEW, then any command

  localparam logic [2:0] OpNew = 0, OpPlay = 1, OpUndo = 2, OpTry = 3;
  localparam logic [3:0] Ok = 0, Syntax = 1, GameOver = 2, FirstMove = 3, OffBoard = 4, Occupied = 5;
  localparam logic [3:0] Isolated = 6, Colour = 7, ForcedPlay = 8, BoardFull = 9, NothingToUndo = 10;

  localparam int Side = 1 << LogSize;
  localparam int Cells = Side * Side;
  localparam int At = 2 * LogSize;

  // ---- time: reset, opening, proof
  logic [15:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != Start) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q < 2;
  logic live;
  assign live = age_q == Start;

  // ---- the core
  logic ready;
  logic answer;
  logic [3:0] status;
  logic [3:0] completed;
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

  logic valid;
  logic [2:0] op;
  logic [LogSize:0] col;
  logic [LogSize:0] row;
  logic [1:0] shape;

  ll_core
`ifndef FIXED_SIZE
  #(
      .LogSize(LogSize)
  )
`endif
  dut (
      .clk_i(clk_i),
      .rst_i(reset),
      .cmd_valid_i(valid),
      .cmd_ready_o(ready),
      .cmd_op_i(op),
      .cmd_col_i(col),
      .cmd_row_i(row),
      .cmd_shape_i(shape),
      .rsp_valid_o(answer),
      .rsp_status_o(status),
      .rsp_completed_o(completed),
`ifndef WITHOUT_GEN
      .gen_ready_i(1'b1),
`endif
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

  // ---- the opening, then anything
  logic [7:0] ply_q = 0;
  logic [7:0] plies;
  logic [LogSize:0] opening_col;
  logic [LogSize:0] opening_row;
  logic [1:0] opening_shape;
  logic legal;
  logic [3:0] completes;

  ll_prove_opening #(
      .LogSize(LogSize)
  ) opening (
      .ply_i(ply_q),
      .plies_o(plies),
      .col_o(opening_col),
      .row_o(opening_row),
      .shape_o(opening_shape),
      .next_col_i(col),
      .next_row_i(row),
      .next_shape_i(shape),
      .legal_o(legal),
      .completed_o(completes)
  );

  logic in_opening;
  assign in_opening = !reset && !live && ply_q != plies;
  logic refused_q = 0;  // a move of the opening, all of which are legal
  logic [7:0] answers_q = 0;
  always_ff @(posedge clk_i) begin
    if (in_opening && ready) ply_q <= ply_q + 1;
    if (!reset && !live && answer) begin
      answers_q <= answers_q + 1;
      if (status != Ok) refused_q <= 1;
    end
  end

  // The first command comes at once, a second when the first must have been answered.
  logic [1:0] passed_q = 0;
  logic [9:0] since_q = 0;  // cycles since a command passed
  logic pass;
  assign pass = live && valid && ready;
  always_ff @(posedge clk_i) begin
    if (pass) passed_q <= passed_q + 1;
    since_q <= pass ? 1 : since_q + (since_q != 0 && since_q != 1023);
  end
  logic [1:0] due;
  assign due = (Mode == PlayUndo || Mode == TryTry || Mode == AfterNew) && since_q >= Cycles ? 2 : 1;

  // A command holds while it waits, and is the same again.
  logic held_q = 0;
  logic [2:0] op_q;
  logic [LogSize:0] col_q;
  logic [LogSize:0] row_q;
  logic [1:0] shape_q;
  logic offered;
  assign offered = live && passed_q < due;
  always_ff @(posedge clk_i) begin
    held_q <= offered && !ready;
    if (offered) begin
      op_q <= op_i;
      col_q <= col_i;
      row_q <= row_i;
      shape_q <= shape_i;
    end
  end
  assign valid = live ? offered : in_opening;
  assign op = live ? op_i : OpPlay;
  assign col = live ? col_i : opening_col;
  assign row = live ? row_i : opening_row;
  assign shape = live ? shape_i : opening_shape;
  always_comb begin
    assume (op_i == OpNew || op_i == OpPlay || (op_i == OpUndo && Undo != 0) || (op_i == OpTry && Try != 0));
    if (Mode == PlayUndo) assume (op_i == (passed_q == 0 ? OpPlay : OpUndo));
    if (Mode == TryTry) assume (op_i == OpTry);
    if (Mode == Completes) assume (op_i == OpPlay || op_i == OpTry);
    if (Mode == AfterNew && passed_q == 0) assume (op_i == OpNew);
    if (held_q || (Mode == TryTry && passed_q != 0)) begin
      assume (op_i == op_q && col_i == col_q && row_i == row_q && shape_i == shape_q);
    end
  end

  // A command has passed and has no answer yet.
  logic pending_q = 0;
  always_ff @(posedge clk_i) if (live) pending_q <= pass || (pending_q && !answer);
  logic taken_q = 0;  // a command has passed
  always_ff @(posedge clk_i) if (pass) taken_q <= 1;
  logic answered;
  assign answered = live && pending_q && answer;
  logic plays;  // the command that passed last is a turn
  assign plays = op_q == OpPlay || op_q == OpTry;
  logic settled;  // and has been carried out
  assign settled = live && taken_q && ready && (!pending_q || answer);

  // ---- the board by the trace port: any cell and its neighbours. So what is true of it is true of all.
  // A word of the board: is there a tile, its red sides.
  logic [At-1:0] at;
  assign at = {y, x};
  logic [4:0] told;
  assign told = undone ? 5'd0 : {1'b1, tile};
  logic clears;
  assign clears = pass && op == OpNew;
  logic [4:0] opened[0:Cells-1];
  initial for (int i = 0; i < Cells; i = i + 1) opened[i] = 5'd0;
  always_ff @(posedge clk_i) if (!reset && !live && trace) opened[at] <= told;

  // Tiles that lie, and those of the turn that were forced and written.
  logic [At:0] tiles_q = 0;
  logic [At:0] forced_q = 0;
  logic [At:0] written_q = 0;
  always_ff @(posedge clk_i) begin
    if (clears) tiles_q <= 0;
    else if (trace && !reset && !(undone && tiles_q == 0)) tiles_q <= undone ? tiles_q - 1 : tiles_q + 1;
    if (pass) begin
      forced_q <= 0;
      written_q <= 0;
    end else if (live && trace && !undone) begin
      if (forced) forced_q <= forced_q + 1;
      else written_q <= written_q + 1;
    end
  end

  // ---- what must hold
  function automatic logic two(input logic [3:0] e);
    two = (e[0] & e[1]) | (e[0] & e[2]) | (e[0] & e[3]) | (e[1] & e[2]) | (e[1] & e[3]) | (e[2] & e[3]);
  endfunction

  logic [4*LogSize+6:0] state;
  assign state = {width, height, tiles, red & !over, over, winner & over};

  // ---- what the rules say of a turn after the opening: legal or not, and what it completes
  logic ruled_q = 0;
  logic legal_q;
  logic [3:0] completes_q;
  always_ff @(posedge clk_i) begin
    if (pass) begin
      ruled_q <= passed_q == 0 && (op == OpPlay || op == OpTry);
      legal_q <= legal;
      completes_q <= completes;
    end
  end
  always_comb begin
    if (answered && ruled_q) begin
      a_status_by_rules : assert ((status == Ok) == legal_q);
      if (status == Ok && legal_q) begin a_completed_by_rules : assert (completed == completes_q); end
    end
    c_completed : cover (answered && ruled_q && legal_q && completes_q != 0);
  end

  // Every move of the opening has been answered, and was legal.
  always_comb begin
    if (live && !taken_q) begin
      a_opening_played : assert (ply_q == plies && answers_q == plies && ready);
      a_opening_legal : assert (!refused_q);
    end
  end

  generate
    if (Mode != Completes) begin : g
      (* anyconst *) logic [At-1:0] cell_any;
      logic [LogSize-1:0] cx;
      assign cx = cell_any[LogSize-1:0];
      logic [LogSize-1:0] cy;
      assign cy = cell_any[At-1:LogSize];
      logic [LogSize-1:0] cx_right;
      assign cx_right = cx + 1;
      logic [LogSize-1:0] cx_left;
      assign cx_left = cx - 1;
      logic [LogSize-1:0] cy_above;
      assign cy_above = cy - 1;
      logic [LogSize-1:0] cy_below;
      assign cy_below = cy + 1;
      logic [15-At:0] pad;
      assign pad = 0;
      // Before the report of this cycle, and with it: the board on which a tile is placed, and the one that
      // the state and the next command are about.
      logic [4:0] here_was, right_was, above_was, left_was, below_was;
      logic [4:0] here, right_of, above, left_of, below;
      ll_prove_cell here_m (
          .clk_i(clk_i),
          .live_i(live),
          .clear_i(clears),
          .cell_i({pad, cell_any}),
          .start_i(opened[cell_any]),
          .trace_i(trace),
          .at_i({pad, at}),
          .told_i(told),
          .was_o(here_was),
          .now_o(here)
      );
      ll_prove_cell right_m (
          .clk_i(clk_i),
          .live_i(live),
          .clear_i(clears),
          .cell_i({pad, {cy, cx_right}}),
          .start_i(opened[{cy, cx_right}]),
          .trace_i(trace),
          .at_i({pad, at}),
          .told_i(told),
          .was_o(right_was),
          .now_o(right_of)
      );
      ll_prove_cell above_m (
          .clk_i(clk_i),
          .live_i(live),
          .clear_i(clears),
          .cell_i({pad, {cy_above, cx}}),
          .start_i(opened[{cy_above, cx}]),
          .trace_i(trace),
          .at_i({pad, at}),
          .told_i(told),
          .was_o(above_was),
          .now_o(above)
      );
      ll_prove_cell left_m (
          .clk_i(clk_i),
          .live_i(live),
          .clear_i(clears),
          .cell_i({pad, {cy, cx_left}}),
          .start_i(opened[{cy, cx_left}]),
          .trace_i(trace),
          .at_i({pad, at}),
          .told_i(told),
          .was_o(left_was),
          .now_o(left_of)
      );
      ll_prove_cell below_m (
          .clk_i(clk_i),
          .live_i(live),
          .clear_i(clears),
          .cell_i({pad, {cy_below, cx}}),
          .start_i(opened[{cy_below, cx}]),
          .trace_i(trace),
          .at_i({pad, at}),
          .told_i(told),
          .was_o(below_was),
          .now_o(below)
      );

      // The edges that enter the cell, right, top, left, bottom, and which of them are red.
      logic [3:0] edges_were;
      assign edges_were = {below_was[4], left_was[4], above_was[4], right_was[4]};
      logic [3:0] colours_were;
      assign colours_were = {below_was[1], left_was[0], above_was[3], right_was[2]};
      logic [3:0] edges;
      assign edges = {below[4], left_of[4], above[4], right_of[4]};
      logic [3:0] colours;
      assign colours = {below[1], left_of[0], above[3], right_of[2]};
      logic [3:0] reds;
      assign reds = edges & colours;
      logic [3:0] whites;
      assign whites = edges & ~colours;
      logic placed;
      assign placed = live && trace && !undone && at == cell_any;
      logic forced_here_q = 0;
      logic forced_here;
      assign forced_here = live && trace && at == cell_any ? forced && !undone : forced_here_q;
      always_ff @(posedge clk_i) forced_here_q <= forced_here && !pass;

      // ---- tile: a tile lies on an empty cell, fits, and is the one that was asked or was forced
      logic [LogSize-1:0] asked_x;
      assign asked_x = origin_x + (col_q == 0 ? 1 : col_q[LogSize-1:0]);
      logic [LogSize-1:0] asked_y;
      assign asked_y = origin_y + (row_q == 0 ? 1 : row_q[LogSize-1:0]);
      logic shaped;
      assign shaped = shape_q == 0 ? tile[0] == tile[2] : shape_q == 1 ? tile[1] == tile[2] : tile[1] == tile[0];
      always_comb begin
        if (placed) begin
          a_tile_on_empty_cell : assert (!here_was[4]);
          a_tile_two_red_sides : assert (tile[0] + tile[1] + tile[2] + tile[3] == 3'd2);
          a_tile_has_neighbour : assert (tiles_q == 0 || edges_were != 0);
          a_tile_matches : assert (((tile ^ colours_were) & edges_were) == 0);
          if (!forced) begin
            a_tile_as_written : assert (plays && x == asked_x && y == asked_y && shaped);
          end
        end
        if (live && trace && undone && at == cell_any && op_q != OpNew) begin
          a_tile_taken_was_there : assert (here_was[4]);
        end
        if (answered && plays && status == Ok) begin a_tile_written_once : assert (written_q + (trace && !undone && !forced) == 1); end
        c_tile_written : cover (placed && plays && !forced);
        c_tile_forced : cover (placed && plays && forced);
      end

      // ---- forced: no tile that is not, and none left out
      always_comb begin
        if (settled && here[4] && forced_here) begin
          a_forced_by_two_edges : assert (two(reds) || two(whites));
        end
        if (settled && !here[4]) begin a_forced_all : assert (!two(reds) && !two(whites)); end
        c_forced : cover (settled && here[4] && forced_here);
      end

      // ---- what was before the command
      logic [4:0] here_before_q;
      logic [4*LogSize+6:0] state_before_q;
      logic red_before_q;
      logic [3:0] expected_q;  // status, unless forced play decides
      logic expects_q;
      logic [LogSize-1:0] to_x;
      assign to_x = origin_x + col[LogSize-1:0];
      logic [LogSize-1:0] to_y;
      assign to_y = origin_y + row[LogSize-1:0];
      logic fits;  // a tile of the shape, in one of its two colourings
      logic [3:0] way;
      assign way = shape == 0 ? 4'b0101 : shape == 1 ? 4'b1001 : 4'b0011;
      assign fits = ((way ^ colours) & edges) == 0 || ((~way ^ colours) & edges) == 0;
      logic [LogSize+1:0] wide;
      assign wide = {1'b0, width} + (col == 0) + (col == width + 1'b1);
      logic [LogSize+1:0] high;
      assign high = {1'b0, height} + (row == 0) + (row == height + 1'b1);
      logic [LogSize+1:0] wide_q, high_q;  // the box with the written tile: forced ones lie inside
      logic cleared_q = 0;  // a NEW has passed
      logic far;
      assign far = {1'b0, col} > {1'b0, width} + 1 || {1'b0, row} > {1'b0, height} + 1;
      logic [3:0] expected;
      assign expected = op == OpNew ? Ok :
          op == OpUndo ? ((played_q || played_now || (plies != 0 && !cleared_q)) ? Ok : NothingToUndo) :
          shape == 3 ? Syntax : over ? GameOver :
          tiles == 0 ? (col == 0 && row == 0 && shape != 2 ? Ok : FirstMove) :
          far ? OffBoard : here[4] ? Occupied : edges == 0 ? Isolated : !fits ? Colour :
          wide > Side - 2 || high > Side - 2 ? BoardFull : ForcedPlay;
      always_ff @(posedge clk_i) begin
        if (pass) begin
          here_before_q <= here;
          state_before_q <= state;
          red_before_q <= red;
          expected_q <= expected;
          wide_q <= wide;
          high_q <= high;
          if (op == OpNew) cleared_q <= 1;
          // Of a turn on a board with tiles, the cell that is looked at must be the one asked.
          expects_q <= !(op == OpPlay || op == OpTry) || shape == 3 || over || tiles == 0 || far || {to_y, to_x} == cell_any;
        end
      end

      // The last turn, if it was played since the proof began and is still the last.
      logic played_q = 0;
      logic [4:0] here_played_q;
      logic [4*LogSize+6:0] state_played_q;
      logic undoes_q = 0;  // the command takes that turn back
      logic played_now;
      assign played_now = answered && status == Ok && op_q == OpPlay;
      always_ff @(posedge clk_i) begin
        if (played_now) begin
          played_q <= 1;
          here_played_q <= here_before_q;
          state_played_q <= state_before_q;
        end
        if (pass) begin
          undoes_q <= op == OpUndo && (played_q || played_now);
          if (op == OpNew || op == OpUndo) played_q <= 0;
        end
      end

      // ---- status: one of the list, the one that the ports decide
      logic asked;  // a turn whose status the cell decides has its answer
      assign asked = answered && plays && expects_q;
      always_comb begin
        if (answered) begin
          a_status_in_list : assert (status <= NothingToUndo);
          if (expects_q && expected_q != ForcedPlay) begin a_status_as_listed : assert (status == expected_q); end
          if (expects_q && expected_q == ForcedPlay) begin
            a_status_of_forced_play : assert (status == Ok || status == ForcedPlay);
          end
          if (!plays || status != Ok) begin a_status_completes_nothing : assert (completed == 0); end
        end
        c_status_ok : cover (answered && ruled_q && legal_q);
        c_status_syntax : cover (asked && expected_q == Syntax);
        c_status_game_over : cover (asked && expected_q == GameOver);
        c_status_first_move : cover (asked && expected_q == FirstMove);
        c_status_off_board : cover (asked && expected_q == OffBoard);
        c_status_occupied : cover (asked && expected_q == Occupied);
        c_status_isolated : cover (asked && expected_q == Isolated);
        c_status_colour : cover (asked && expected_q == Colour);
        c_status_board_full : cover (asked && expected_q == BoardFull);
        c_status_forced_play_of_plus : cover (asked && ruled_q && !legal_q && expected_q == ForcedPlay && shape_q == 0);
        c_status_forced_play_of_slash : cover (asked && ruled_q && !legal_q && expected_q == ForcedPlay && shape_q == 1);
        c_status_forced_play_of_backslash : cover (asked && ruled_q && !legal_q && expected_q == ForcedPlay && shape_q == 2);
      end
      if (Undo != 0) begin : nothing
        always_comb c_status_nothing_to_undo : cover (answered && expected_q == NothingToUndo);
      end

      // ---- state: count, box, who moves, who has won
      logic [LogSize-1:0] in_x;
      assign in_x = cx - origin_x;
      logic [LogSize-1:0] in_y;
      assign in_y = cy - origin_y;
      logic white_done;
      assign white_done = |completed[1:0];
      logic red_done;
      assign red_done = |completed[3:2];
      always_comb begin
        if (settled) begin
          a_state_counts_tiles : assert (tiles == tiles_q + (trace && !undone) - (trace && undone));
          if (here[4]) begin
            a_state_box_holds_tiles : assert (in_x >= 1 && in_x <= width && in_y >= 1 && in_y <= height);
          end
        end
        if (answered && plays && status == Ok) begin
          a_state_box : assert (width == wide_q && height == high_q);
          a_state_over : assert (over == (white_done || red_done));
          if (over) begin a_state_winner : assert (winner == (white_done && red_done ? red_before_q : red_done)); end
          else begin a_state_next_side : assert (red == !red_before_q); end
        end
        c_state_turn : cover (answered && plays && status == Ok);
        c_state_end : cover (answered && plays && status == Ok && ruled_q && completes_q != 0);
      end

      // ---- refused: a turn that is refused, or tried, leaves board and state as they were
      logic refusal_q = 0;
      always_ff @(posedge clk_i) begin
        if (pass) refusal_q <= 0;
        else if (answered) refusal_q <= op_q == OpTry || (plays && status != Ok);
      end
      logic refusal;
      assign refusal = refusal_q || (answered && op_q == OpPlay && status != Ok);
      always_comb begin
        if (settled && refusal && !(answered && op_q == OpTry)) begin
          a_refused_board_back : assert (here == here_before_q);
          a_refused_state_back : assert (state == state_before_q);
        end
        c_refused_turn : cover (settled && refusal && op_q == OpPlay && shape_q != 3);
      end
      if (Try != 0) begin : tries
        always_comb c_refused_try : cover (settled && refusal && op_q == OpTry && shape_q != 3);
      end

      // ---- answer: once, in time, and the handshake
      always_comb begin
        if (since_q == Cycles) begin a_answer_in_time : assert (ready && !(pending_q && !answer)); end
        if (live && answer) begin a_answer_to_a_command : assert (pending_q); end
        if (pending_q && !answer) begin a_answer_before_ready : assert (!ready); end
        c_answer_given : cover (answered);
        c_answer_due : cover (since_q == Cycles);
      end

      // ---- new: the empty board, and no turn from before
      if (Mode == AfterNew) begin : n
        always_comb begin
          if (settled && passed_q == 1) begin
            a_new_is_empty : assert (tiles == 0 && width == 0 && height == 0 && !red && !over);
          end
          if (answered && passed_q == 2 && expects_q) begin a_new_first_turn : assert (status == expected_q); end
          c_new : cover (answered && passed_q == 2 && plays && status == Ok);
        end
      end

      // ---- undo: the whole turn
      if (Mode == PlayUndo) begin : u
        always_comb begin
          if (settled && undoes_q) begin
            a_undo_board_back : assert (here == here_played_q);
            a_undo_state_back : assert (state == state_played_q);
          end
          c_undo : cover (settled && undoes_q && here != here_before_q);
        end
      end

      // ---- again: a TRY leaves nothing behind, not even where the ports do not show it
      if (Mode == TryTry) begin : t
        logic tried_q = 0;
        logic [3:0] status_q, completed_q;
        always_ff @(posedge clk_i) begin
          if (answered && passed_q == 1) begin
            tried_q <= 1;
            status_q <= status;
            completed_q <= completed;
          end
        end
        always_comb begin
          if (answered && tried_q && passed_q == 2) begin
            a_again_same_answer : assert (status == status_q && completed == completed_q);
          end
          c_again : cover (answered && tried_q && passed_q == 2 && status == Ok);
        end
      end
    end
  endgenerate
endmodule

// A cell by the trace port: as the opening left it, until the port reports it. Cells are numbered in up
// to 16 bits.
module ll_prove_cell (
    input logic clk_i,
    input logic live_i,
    input logic clear_i,
    input logic [15:0] cell_i,
    input logic [4:0] start_i,
    input logic trace_i,
    input logic [15:0] at_i,
    input logic [4:0] told_i,
    output logic [4:0] was_o,
    output logic [4:0] now_o
);
  logic told_q = 1'b0;
  logic [4:0] last_q;
  always_ff @(posedge clk_i) begin
    if (live_i && clear_i) begin
      told_q <= 1'b1;
      last_q <= 5'd0;
    end else if (live_i && trace_i && at_i == cell_i) begin
      told_q <= 1'b1;
      last_q <= told_i;
    end
  end
  assign was_o = told_q ? last_q : start_i;
  assign now_o = live_i && trace_i && at_i == cell_i ? told_i : was_o;
endmodule
`default_nettype wire
