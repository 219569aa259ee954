// SPDX-License-Identifier: Apache-2.0
//
// The moves that GEN streams, of any core with the ports of docs/rtl-interface.md. Before the proof
// begins a reset, the opening of a game and a GEN, with a taker that is not always ready, are
// simulated. Then any move is tried: it was streamed once, with the answer of TRY, if it fits, and
// not at all if it does not.
`default_nettype none

module ll_core_gen_fv #(
    parameter int LogSize = 3,
    parameter int Opening = 0,  // see ll_opening_fv
    parameter int Start = 6000  // cycles that are simulated
) (
    input logic clk_i,
    input logic [LogSize:0] col_i,
    input logic [LogSize:0] row_i,
    input logic [1:0] shape_i
);
  localparam int MoveWidth = 2 * LogSize + 4;

  logic [15:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != Start) age_q <= age_q + 1;
  logic reset;
  assign reset = age_q < 2;
  logic live;
  assign live = age_q == Start;

  // ---- the opening, GEN, and then one TRY
  logic ready;
  logic [4:0] ply_q = 0;
  logic asked_q = 0;
  logic tried_q = 0;
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

  logic opened;
  assign opened = ply_q == plies;
  logic valid;
  assign valid = live ? !tried_q : !reset && !(opened && asked_q);
  always_ff @(posedge clk_i) begin
    if (valid && ready) begin
      if (live) tried_q <= 1;
      else if (opened) asked_q <= 1;
      else ply_q <= ply_q + 1;
    end
  end

  // A move that is tried holds until it passes.
  logic waited_q = 0;
  logic [LogSize:0] col_q, row_q;
  logic [1:0] shape_q;
  always_ff @(posedge clk_i) begin
    waited_q <= live && !(tried_q || ready);
    if (live && !tried_q) begin
      col_q <= col_i;
      row_q <= row_i;
      shape_q <= shape_i;
    end
  end
  always_comb if (waited_q) assume (col_i == col_q && row_i == row_q && shape_i == shape_q);

  logic answer;
  logic [3:0] status;
  logic [3:0] completed;
  logic gen_valid;
  logic gen_ready;
  assign gen_ready = age_q[0] ^ age_q[3];
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
      .cmd_op_i(live ? ll_trax_pkg::OpTry : opened ? ll_trax_pkg::OpGen : ll_trax_pkg::OpPlay),
      .cmd_col_i(live ? col_i : opening_col),
      .cmd_row_i(live ? row_i : opening_row),
      .cmd_shape_i(live ? shape_i : opening_shape),
      .rsp_valid_o(answer),
      .rsp_status_o(status),
      .rsp_completed_o(completed),
      .gen_valid_o(gen_valid),
      .gen_ready_i(gen_ready),
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

  // ---- what was streamed: for each move whether, and with what answer
  logic [8:0] streamed[0:(1<<MoveWidth)-1];
  initial for (int i = 0; i < (1 << MoveWidth); i = i + 1) streamed[i] = 9'd0;
  logic [MoveWidth-1:0] move;
  assign move = {gen_row, gen_col, gen_shape};
  logic pass;
  assign pass = !reset && !live && gen_valid && gen_ready;
  logic twice_q = 0;
  logic ended_q = 0;  // GEN has answered ok, and every move of the opening before it
  logic refused_q = 0;
  always_ff @(posedge clk_i) begin
    if (pass) begin
      streamed[move] <= {1'b1, gen_status, gen_completed};
      if (streamed[move][8]) twice_q <= 1;
    end
    if (!reset && !live && answer) begin
      if (status != ll_trax_pkg::Ok) refused_q <= 1;
      if (asked_q) ended_q <= 1;
    end
  end

  logic [8:0] told;
  assign told = streamed[{row_q, col_q, shape_q}];
  logic answered;
  assign answered = live && tried_q && answer;

  always_comb begin
    if (live) begin
      a_ended : assert (ended_q && !refused_q);
      a_once : assert (!twice_q);
    end
    if (answered && told[8]) begin
      a_same : assert (told[7:4] == status && told[3:0] == completed);
    end
    if (answered && !told[8]) begin
      a_none : assert (status != ll_trax_pkg::Ok && status != ll_trax_pkg::ForcedPlay && status != ll_trax_pkg::BoardFull);
    end
    if (live && tried_q && ready) begin a_quiet : assert (!gen_valid); end
    c_legal : cover (answered && status == ll_trax_pkg::Ok);
    c_illegal : cover (answered && status != ll_trax_pkg::Ok && !told[8]);
  end
endmodule
`default_nettype wire
