// SPDX-License-Identifier: Apache-2.0
//
// The devices of ll_chooser_tb.cpp: a core, and four choosers of which lane_i has it.
//
//   lane 0   all the room and time it wants
//   lane 1   lists of 15 moves
//   lane 2   little time
//   lane 3   no time: only the first GEN
//
// While drive_i is high the core is the testbench's.
`default_nettype none

module ll_chooser_tb #(
    parameter int LogSize = 5
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic [        1:0] lane_i,
    input  logic               run_i,
    output logic               idle_o,
    output logic               done_o,
    output logic               asks_o,        // it offers a command
    output logic               found_o,
    output logic [  LogSize:0] col_o,
    output logic [  LogSize:0] row_o,
    output logic [        1:0] shape_o,
    // the core
    input  logic               drive_i,
    input  logic               cmd_valid_i,
    output logic               cmd_ready_o,
    input  logic [        2:0] cmd_op_i,
    input  logic [  LogSize:0] cmd_col_i,
    input  logic [  LogSize:0] cmd_row_i,
    input  logic [        1:0] cmd_shape_i,
    output logic               rsp_valid_o,
    output logic [        3:0] rsp_status_o,
    output logic               gen_valid_o,
    output logic [  LogSize:0] gen_col_o,
    output logic [  LogSize:0] gen_row_o,
    output logic [        1:0] gen_shape_o,
    output logic [        3:0] gen_status_o,
    output logic [        3:0] gen_completed_o,
    output logic [2*LogSize:0] tiles_o,
    output logic               red_o,
    output logic               over_o,
    output logic [       31:0] budget_o       // of lane 2
);
  localparam int Budget = 30000;
  localparam int Lanes = 4;

  logic [Lanes-1:0] idle, done, found, valid;
  logic [3*Lanes-1:0] op;
  logic [(LogSize+1)*Lanes-1:0] col, row;
  logic [2*Lanes-1:0] shape;

  genvar i;
  for (i = 0; i < Lanes; i = i + 1) begin : gen_lane
    ll_chooser #(
        .LogSize(LogSize),
        .ListDepth(i == 1 ? 4 : 9),
        .BudgetCycles(i == 2 ? Budget : i == 3 ? 1 : 2147483647),
        .Seed(i == 0 ? 16'd0 : i == 1 ? 16'd1 : 16'hffff)
    ) chooser (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .run_i          (run_i && lane_i == i),
        .idle_o         (idle[i]),
        .done_o         (done[i]),
        .found_o        (found[i]),
        .col_o          (col[(LogSize+1)*i+:LogSize+1]),
        .row_o          (row[(LogSize+1)*i+:LogSize+1]),
        .shape_o        (shape[2*i+:2]),
        .cmd_valid_o    (valid[i]),
        .cmd_ready_i    (cmd_ready_o && !drive_i && lane_i == i),
        .cmd_op_o       (op[3*i+:3]),
        .rsp_valid_i    (rsp_valid_o && !drive_i && lane_i == i),
        .gen_valid_i    (gen_valid_o && !drive_i && lane_i == i),
        .gen_col_i      (gen_col_o),
        .gen_row_i      (gen_row_o),
        .gen_shape_i    (gen_shape_o),
        .gen_status_i   (gen_status_o),
        .gen_completed_i(gen_completed_o),
        .tiles_i        (tiles_o),
        .red_i          (red_o)
    );
  end

  assign idle_o = idle[lane_i];
  assign done_o = done[lane_i];
  assign asks_o = valid[lane_i];
  assign found_o = found[lane_i];
  assign col_o = col[(LogSize+1)*lane_i+:LogSize+1];
  assign row_o = row[(LogSize+1)*lane_i+:LogSize+1];
  assign shape_o = shape[2*lane_i+:2];
  assign budget_o = Budget;

  logic [3:0] unused_completed, unused_tile;
  logic [LogSize:0] unused_width, unused_height;
  logic unused_winner, unused_trace, unused_undo, unused_forced;
  logic [LogSize-1:0] unused_x, unused_y, unused_origin_x, unused_origin_y;

  ll_core #(
      .LogSize(LogSize),
      .PoisonCollision(1)
  ) core (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .cmd_valid_i    (drive_i ? cmd_valid_i : valid[lane_i]),
      .cmd_ready_o    (cmd_ready_o),
      .cmd_op_i       (drive_i ? cmd_op_i : op[3*lane_i+:3]),
      .cmd_col_i      (drive_i ? cmd_col_i : col_o),
      .cmd_row_i      (drive_i ? cmd_row_i : row_o),
      .cmd_shape_i    (drive_i ? cmd_shape_i : shape_o),
      .rsp_valid_o    (rsp_valid_o),
      .rsp_status_o   (rsp_status_o),
      .rsp_completed_o(unused_completed),
      .gen_valid_o    (gen_valid_o),
      .gen_ready_i    (1'b1),
      .gen_col_o      (gen_col_o),
      .gen_row_o      (gen_row_o),
      .gen_shape_o    (gen_shape_o),
      .gen_status_o   (gen_status_o),
      .gen_completed_o(gen_completed_o),
      .width_o        (unused_width),
      .height_o       (unused_height),
      .tiles_o        (tiles_o),
      .red_o          (red_o),
      .over_o         (over_o),
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
