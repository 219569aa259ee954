// SPDX-License-Identifier: Apache-2.0
//
// Monitor of one cell by the trace port: any state when the proof begins, until the port reports the cell.
// Cells are numbered in up to 16 bits.
`default_nettype none

module ll_cell_fv (
    input logic clk_i,
    input logic live_i,
    input logic [15:0] cell_i,
    input logic [4:0] start_i,
    input logic trace_i,
    input logic [15:0] at_i,
    input logic [4:0] told_i,
    output logic [4:0] now_o
);
  logic told_q = 1'b0;
  logic [4:0] last_q;
  always_ff @(posedge clk_i) begin
    if (live_i && trace_i && at_i == cell_i) begin
      told_q <= 1'b1;
      last_q <= told_i;
    end
  end
  assign now_o = told_q ? last_q : start_i;
endmodule
`default_nettype wire
