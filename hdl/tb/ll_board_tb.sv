// SPDX-License-Identifier: Apache-2.0
//
// The devices of ll_board_tb.cpp: three boards, each with a clock and a serial line of its own,
// and a core that referees. A bit lasts 8 clock cycles.
//
//   board 0   the default parameters
//   board 1   another LFSR seed and little time
//   board 2   room for 6 columns and rows only
//
// With Searching, all three are searching boards with little time.
`default_nettype none

module ll_board_tb #(
    parameter bit Searching = 0
) (
    input  logic [2:0] clk_i,
    input  logic [2:0] rst_i,
    input  logic [2:0] rx_i,
    output logic [2:0] tx_o,
    output logic [2:0] busy_o,
    // the referee
    input  logic       referee_clk_i,
    input  logic       referee_rst_i,
    input  logic       cmd_valid_i,
    output logic       cmd_ready_o,
    input  logic [2:0] cmd_op_i,
    input  logic [5:0] cmd_col_i,
    input  logic [5:0] cmd_row_i,
    input  logic [1:0] cmd_shape_i,
    output logic       rsp_valid_o,
    output logic [3:0] rsp_status_o,
    output logic       gen_valid_o,
    output logic [5:0] gen_col_o,
    output logic [5:0] gen_row_o,
    output logic [1:0] gen_shape_o,
    output logic [3:0] gen_status_o,
    output logic [3:0] gen_completed_o,
    output logic [5:0] width_o,
    output logic [5:0] height_o,
    output logic       red_o,
    output logic       over_o
);
  genvar i;
  for (i = 0; i < 3; i = i + 1) begin : gen_board
    localparam int LogSize = i == 2 ? 3 : 5;
    localparam logic [15:0] TeamCode = i == 0 ? "L0" : i == 1 ? "~!" : "Z-";
    if (Searching) begin : gen_searching
      ll_board_search #(
          .ClockHz(921_600),
          .Baud(115_200),
          .LogSize(LogSize),
          .TeamCode(TeamCode),
          .BudgetCycles(i == 1 ? 5_000 : 20_000)
      ) board (
          .clk_i (clk_i[i]),
          .rst_i (rst_i[i]),
          .rx_i  (rx_i[i]),
          .tx_o  (tx_o[i]),
          .busy_o(busy_o[i])
      );
    end else begin : gen_choosing
      ll_board #(
          .ClockHz(921_600),
          .Baud(115_200),
          .LogSize(LogSize),
          .TeamCode(TeamCode),
          .BudgetCycles(i == 1 ? 20_000 : 400_000),
          .Seed(i == 0 ? 16'd1 : i == 1 ? 16'd2 : 16'd3)
      ) board (
          .clk_i (clk_i[i]),
          .rst_i (rst_i[i]),
          .weights_i(1'b0),
          .load_i(1'b0),
          .load_address_i(17'd0),
          .load_data_i(16'd0),
          .rx_i  (rx_i[i]),
          .tx_o  (tx_o[i]),
          .busy_o(busy_o[i])
      );
    end
  end

  logic [3:0] unused_completed, unused_tile;
  logic [10:0] unused_tiles;
  logic unused_winner, unused_trace, unused_undo, unused_forced;
  logic [4:0] unused_x, unused_y, unused_origin_x, unused_origin_y;

  ll_core #(
      .LogSize(5)
  ) referee (
      .clk_i          (referee_clk_i),
      .rst_i          (referee_rst_i),
      .cmd_valid_i    (cmd_valid_i),
      .cmd_ready_o    (cmd_ready_o),
      .cmd_op_i       (cmd_op_i),
      .cmd_col_i      (cmd_col_i),
      .cmd_row_i      (cmd_row_i),
      .cmd_shape_i    (cmd_shape_i),
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
      .width_o        (width_o),
      .height_o       (height_o),
      .tiles_o        (unused_tiles),
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
