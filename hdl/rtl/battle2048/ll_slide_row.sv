// SPDX-License-Identifier: Apache-2.0
//
// Slides one row of 2048: five tiles move towards cell 0, and of tiles that are equal and next to
// each other two become one, the pair nearest to cell 0 first. No tile merges twice.
//
// Latency:    none: combinational. Throughput: a row in every cycle.
// Handshake and reset: none.
//
// A cell is the exponent of a tile, 5 bits, 0 if it is empty. Cell 0 is in the lowest bits. The
// exponents of row_i are at most 30, so that those of row_o have room.
//
//   row_i     the row
//   row_o     the row behind the slide
//   moved_o   they differ
//   merges_o  how many pairs became one: 0 to 2
//   gain_o    the sum of the tiles that they became, 2 to the power of their exponents
`default_nettype none

module ll_slide_row (
    input  logic [24:0] row_i,
    output logic [24:0] row_o,
    output logic        moved_o,
    output logic [ 1:0] merges_o,
    output logic [32:0] gain_o
);
  // The row closed up: what is above the bits of below moves down by a cell, if so.
  function automatic logic [24:0] closed(input logic [24:0] row, input logic so, input logic [24:0] below);
    closed = so ? (row & below) | ((row >> 5) & ~below) : row;
  endfunction

  // Cells 0, 0 to 1, 0 to 2, 0 to 3.
  localparam logic [24:0] To0 = 25'h1f;
  localparam logic [24:0] To1 = 25'h3ff;
  localparam logic [24:0] To2 = 25'h7fff;
  localparam logic [24:0] To3 = 25'hfffff;

  // Without gaps: from the last cell to the first, an empty one takes what is behind it.
  logic [24:0] full3, full2, full1, full0;
  assign full3 = closed(row_i, row_i[19:15] == 5'd0, To2);
  assign full2 = closed(full3, full3[14:10] == 5'd0, To1);
  assign full1 = closed(full2, full2[9:5] == 5'd0, To0);
  assign full0 = closed(full1, full1[4:0] == 5'd0, 25'd0);

  // Cells that merge with the one behind them.
  logic merge0, merge1, merge2, merge3;
  assign merge0 = full0[4:0] != 5'd0 && full0[4:0] == full0[9:5];
  assign merge1 = full0[9:5] != 5'd0 && full0[9:5] == full0[14:10] && !merge0;
  assign merge2 = full0[14:10] != 5'd0 && full0[14:10] == full0[19:15] && !merge1;
  assign merge3 = full0[19:15] != 5'd0 && full0[19:15] == full0[24:20] && !merge2;

  // What they become, and the row closed up behind each.
  logic [24:0] grown, tail3, tail2, tail1;
  assign grown = {
    full0[24:20],
    full0[19:15] + {4'd0, merge3},
    full0[14:10] + {4'd0, merge2},
    full0[9:5] + {4'd0, merge1},
    full0[4:0] + {4'd0, merge0}
  };
  assign tail3 = closed(grown, merge3, To3);
  assign tail2 = closed(tail3, merge2, To2);
  assign tail1 = closed(tail2, merge1, To1);
  assign row_o = closed(tail1, merge0, To0);
  assign moved_o = row_o != row_i;

  // Of cells 0 and 1 one merges at most, and of cells 2 and 3.
  logic near, far;
  logic [30:0] near_half, far_half;
  assign near = merge0 || merge1;
  assign far = merge2 || merge3;
  assign near_half = {30'd0, near} << (merge0 ? full0[4:0] : full0[9:5]);
  assign far_half = {30'd0, far} << (merge2 ? full0[14:10] : full0[19:15]);
  assign merges_o = {near && far, near != far};
  assign gain_o = {{1'b0, near_half} + {1'b0, far_half}, 1'b0};
endmodule

`default_nettype wire
