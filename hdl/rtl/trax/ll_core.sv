// SPDX-License-Identifier: Apache-2.0
//
// The Trax core: turns, their undoing and trial, and the move generator, behind the
// command port and the trace port of docs/rtl-interface.md.
//
//                 +------------+   TRY    +---------+
//     cmd ------->|            |--------->|         |----> trace
//     rsp <-------|  ll_core   |          | ll_turn |
//     gen <-------| ll_movegen |<---------|         |----> state
//                 +------------+  answer  +---------+
//
// Latency and throughput: those of ll_turn; of GEN those of ll_movegen.
// Handshake and reset: see docs/rtl-interface.md; after reset cmd_ready_o is low for
// 4 * 4^LogSize clock cycles.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
//   PoisonCollision   see ll_ram; 0 for synthesis
`default_nettype none

module ll_core #(
    parameter int LogSize = 5,
    parameter int PoisonCollision = 0
) (
    input  logic               clk_i,
    input  logic               rst_i,
    // command
    input  logic               cmd_valid_i,
    output logic               cmd_ready_o,
    input  logic [        2:0] cmd_op_i,
    input  logic [  LogSize:0] cmd_col_i,
    input  logic [  LogSize:0] cmd_row_i,
    input  logic [        1:0] cmd_shape_i,
    // answer
    output logic               rsp_valid_o,
    output logic [        3:0] rsp_status_o,
    output logic [        3:0] rsp_completed_o,
    // moves of GEN
    output logic               gen_valid_o,
    input  logic               gen_ready_i,
    output logic [  LogSize:0] gen_col_o,
    output logic [  LogSize:0] gen_row_o,
    output logic [        1:0] gen_shape_o,
    output logic [        3:0] gen_status_o,
    output logic [        3:0] gen_completed_o,
    // state
    output logic [  LogSize:0] width_o,
    output logic [  LogSize:0] height_o,
    output logic [2*LogSize:0] tiles_o,
    output logic               red_o,
    output logic               over_o,
    output logic               winner_o,
    // trace
    output logic               trace_valid_o,
    output logic               trace_undo_o,
    output logic               trace_forced_o,
    output logic [LogSize-1:0] trace_x_o,
    output logic [LogSize-1:0] trace_y_o,
    output logic [        3:0] trace_tile_o,
    output logic [LogSize-1:0] origin_x_o,
    output logic [LogSize-1:0] origin_y_o
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_core_LogSize_must_be_3_to_8 u_error ();
  end

  logic turn_ready, turn_valid, turn_rsp_valid, try_valid;
  logic [3:0] turn_status, turn_completed;
  logic gen_busy, gen_done, gen_over;

  // What is for searches.
  logic unused_look_valid, unused_look_empty;
  logic [2*LogSize-1:0] unused_look_square;
  logic [8*LogSize+15:0] unused_look_words;

  assign cmd_ready_o = turn_ready & ~gen_busy;
  assign turn_valid = gen_busy ? try_valid : cmd_valid_i & ~cmd_op_i[2];
  assign rsp_valid_o = gen_busy ? gen_done : turn_rsp_valid;
  assign rsp_status_o = !gen_busy ? turn_status : gen_over ? ll_trax_pkg::GameOver : ll_trax_pkg::Ok;
  assign rsp_completed_o = gen_busy ? 4'd0 : turn_completed;

  ll_turn #(
      .LogSize(LogSize),
      .PoisonCollision(PoisonCollision)
  ) turn (
      .clk_i,
      .rst_i,
      .cmd_valid_i(turn_valid),
      .cmd_ready_o(turn_ready),
      .cmd_op_i(gen_busy ? 2'(ll_trax_pkg::OpTry) : cmd_op_i[1:0]),
      .cmd_col_i(gen_busy ? gen_col_o : cmd_col_i),
      .cmd_row_i(gen_busy ? gen_row_o : cmd_row_i),
      .cmd_shape_i(gen_busy ? gen_shape_o : cmd_shape_i),
      .rsp_valid_o(turn_rsp_valid),
      .rsp_status_o(turn_status),
      .rsp_completed_o(turn_completed),
      .width_o,
      .height_o,
      .tiles_o,
      .red_o,
      .over_o,
      .winner_o,
      .trace_valid_o,
      .trace_undo_o,
      .trace_forced_o,
      .trace_x_o,
      .trace_y_o,
      .trace_tile_o,
      .origin_x_o,
      .origin_y_o,
      .see_i(1'b0),
      .see_square_i({(2 * LogSize) {1'b0}}),
      .look_valid_o(unused_look_valid),
      .look_empty_o(unused_look_empty),
      .look_square_o(unused_look_square),
      .look_words_o(unused_look_words)
  );

  ll_movegen #(
      .LogSize(LogSize)
  ) movegen (
      .clk_i,
      .rst_i,
      .start_i(cmd_valid_i & cmd_ready_o & cmd_op_i[2]),
      .only_i(1'b0),
      .col_i({(LogSize + 1) {1'b0}}),
      .row_i({(LogSize + 1) {1'b0}}),
      .busy_o(gen_busy),
      .done_o(gen_done),
      .over_o(gen_over),
      .gen_valid_o,
      .gen_ready_i,
      .gen_col_o,
      .gen_row_o,
      .gen_shape_o,
      .gen_status_o,
      .gen_completed_o,
      .try_valid_o(try_valid),
      .try_ready_i(turn_ready),
      .rsp_valid_i(turn_rsp_valid),
      .rsp_status_i(turn_status),
      .rsp_completed_i(turn_completed),
      .width_i(width_o),
      .height_i(height_o)
  );
endmodule

`default_nettype wire
