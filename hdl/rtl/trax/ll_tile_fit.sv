// SPDX-License-Identifier: Apache-2.0
//
// Does a written tile fit the edges around its cell, and which way round?
//
// Latency:    none: combinational. Throughput: a cell in every cycle.
// Handshake and reset: none.
//
// Sides: 0 right, 1 top, 2 left, 3 bottom. Colours: 1 red.
//
//   pair_i       the shape, as the side 1 to 3 that is joined to side 0:
//                1 is \, 2 is +, 3 is /
//   seen_i       the sides at which edges enter the cell
//   colour_i     their colours; without meaning where seen_i is 0
//   fits_o       the shape fits one way round at least
//   side0_red_o  side 0 is red; where both ways fit (no edge enters) it is 1
`default_nettype none

module ll_tile_fit (
    input  logic [1:0] pair_i,
    input  logic [3:0] seen_i,
    input  logic [3:0] colour_i,
    output logic       fits_o,
    output logic       side0_red_o
);
  logic [3:0] joined;  // the sides of side 0's colour
  logic [3:0] unlike;  // the sides that are not red if side 0 is

  always_comb begin
    joined = {pair_i == 2'd3, pair_i == 2'd2, pair_i == 2'd1, 1'b1};
    unlike = colour_i ^ joined;
    side0_red_o = ~|(seen_i & unlike);
    fits_o = side0_red_o | ~|(seen_i & ~unlike);
  end
endmodule

`default_nettype wire
