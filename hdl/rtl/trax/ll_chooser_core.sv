// SPDX-License-Identifier: Apache-2.0
//
// A core and its chooser, which owns the core while it runs, behind the ports of ll_search_core.
//
//     player's NEW, PLAY -----+--> ll_core
//     run -----> ll_chooser --+
//
// Handshake:  NEW and PLAY as in docs/rtl-interface.md while idle_o is high; the choice as in
//             ll_chooser. While idle_o is low rsp_valid_o also answers the chooser's commands.
// Latency, throughput: those of ll_core and ll_chooser.
// Reset:      synchronous; cmd_ready_o is then low for 4 * 4^LogSize clock cycles.
//
// Parameters: as in ll_chooser.
`default_nettype none

module ll_chooser_core #(
    parameter int LogSize = 5,
    parameter int ListDepth = 9,
    parameter int BudgetCycles = 6_000_000,
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // command
    input  logic             cmd_valid_i,
    output logic             cmd_ready_o,
    input  logic [1:0]       cmd_op_i,     // 0 NEW, 1 PLAY
    input  logic [LogSize:0] cmd_col_i,
    input  logic [LogSize:0] cmd_row_i,
    input  logic [1:0]       cmd_shape_i,
    // answer
    output logic             rsp_valid_o,
    output logic [3:0]       rsp_status_o,
    // choice
    input  logic             run_i,
    output logic             idle_o,
    output logic             done_o,
    output logic             found_o,
    output logic [LogSize:0] col_o,
    output logic [LogSize:0] row_o,
    output logic [1:0]       shape_o
);
  logic chooser_valid, gen_valid, red_to_move;
  logic [2:0] chooser_op;
  logic [LogSize:0] gen_col, gen_row;
  logic [1:0] gen_shape;
  logic [3:0] gen_status, gen_completed;
  logic [2*LogSize:0] tiles;

  // Outputs that neither player nor chooser uses.
  logic [3:0] unused_completed, unused_tile;
  logic [LogSize:0] unused_width, unused_height;
  logic unused_over, unused_winner, unused_trace, unused_undo, unused_forced;
  logic [LogSize-1:0] unused_x, unused_y, unused_origin_x, unused_origin_y;

  ll_chooser #(
      .LogSize(LogSize),
      .ListDepth(ListDepth),
      .BudgetCycles(BudgetCycles),
      .Seed(Seed)
  ) chooser (
      .clk_i,
      .rst_i,
      .run_i,
      .idle_o,
      .done_o,
      .found_o,
      .col_o,
      .row_o,
      .shape_o,
      .cmd_valid_o    (chooser_valid),
      .cmd_ready_i    (cmd_ready_o),
      .cmd_op_o       (chooser_op),
      .rsp_valid_i    (rsp_valid_o),
      .gen_valid_i    (gen_valid),
      .gen_col_i      (gen_col),
      .gen_row_i      (gen_row),
      .gen_shape_i    (gen_shape),
      .gen_status_i   (gen_status),
      .gen_completed_i(gen_completed),
      .tiles_i        (tiles),
      .red_i          (red_to_move)
  );

  ll_core #(
      .LogSize(LogSize)
  ) core (
      .clk_i,
      .rst_i,
      .cmd_valid_i    (idle_o ? cmd_valid_i : chooser_valid),
      .cmd_ready_o,
      .cmd_op_i       (idle_o ? {1'b0, cmd_op_i} : chooser_op),
      .cmd_col_i      (idle_o ? cmd_col_i : col_o),
      .cmd_row_i      (idle_o ? cmd_row_i : row_o),
      .cmd_shape_i    (idle_o ? cmd_shape_i : shape_o),
      .rsp_valid_o,
      .rsp_status_o,
      .rsp_completed_o(unused_completed),
      .gen_valid_o    (gen_valid),
      .gen_ready_i    (1'b1),
      .gen_col_o      (gen_col),
      .gen_row_o      (gen_row),
      .gen_shape_o    (gen_shape),
      .gen_status_o   (gen_status),
      .gen_completed_o(gen_completed),
      .width_o        (unused_width),
      .height_o       (unused_height),
      .tiles_o        (tiles),
      .red_o          (red_to_move),
      .over_o         (unused_over),
      .winner_o       (unused_winner),
      .trace_valid_o  (unused_trace),
      .trace_undo_o   (unused_undo),
      .trace_forced_o (unused_forced),
      .trace_x_o      (unused_x),
      .trace_y_o      (unused_y),
      .trace_tile_o   (unused_tile),
      .origin_x_o     (unused_origin_x),
      .origin_y_o     (unused_origin_y)
  );
endmodule

`default_nettype wire
