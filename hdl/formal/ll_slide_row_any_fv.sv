// SPDX-License-Identifier: Apache-2.0
//
// Stands for ll_slide_row in the proof of ll_slide, which copies, turns and adds up what its row
// module says and never looks at it: with the ports of ll_slide_row, a function that shows every
// bit of the row, and on which side it was.
`default_nettype none

module ll_slide_row (
    input  logic [24:0] row_i,
    output logic [24:0] row_o,
    output logic        moved_o,
    output logic [ 1:0] merges_o,
    output logic [32:0] gain_o
);
  assign row_o = {row_i[23:0], !row_i[24]};
  assign moved_o = row_i[2];
  assign merges_o = row_i[6:5] & {row_i[7], !row_i[6] || !row_i[7]};
  assign gain_o = {row_i[11:10], 29'd0, row_i[13:12]};
endmodule
`default_nettype wire
