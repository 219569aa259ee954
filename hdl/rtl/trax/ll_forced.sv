// SPDX-License-Identifier: Apache-2.0
//
// The rule of forced play for one empty cell that a new edge has just entered:
// is the cell to be filled now, with which tile, or has it become impossible?
//
// A cell is filled as soon as two edges of one colour enter it, and impossible as
// soon as three do. A cell that already waits to be filled is not asked for twice.
//
// Latency:    none: combinational. Throughput: a cell in every cycle.
// Handshake and reset: none.
//
// Sides: 0 right, 1 top, 2 left, 3 bottom. Colours: 1 red.
//
//   enter_i      the side of the new edge, one hot
//   red_i        its colour
//   seen_i       the sides at which edges entered before; that of enter_i is ignored
//   colour_i     their colours; without meaning where seen_i is 0
//   push_o       the cell is to be filled with the tile pair_o, side0_red_o
//   contradiction_o  the cell has become impossible: the turn is illegal
//   pair_o       the side, 1 to 3, that is joined to side 0
//   side0_red_o  side 0 is red
`default_nettype none

module ll_forced (
    input  logic [3:0] enter_i,
    input  logic       red_i,
    input  logic [3:0] seen_i,
    input  logic [3:0] colour_i,
    output logic       push_o,
    output logic       contradiction_o,
    output logic [1:0] pair_o,
    output logic       side0_red_o
);
  logic [3:0] same;
  logic [3:0] other;
  logic two_same, two_other, side0_in_pair;

  assign same = seen_i & ~enter_i & ~(colour_i ^ {4{red_i}});
  assign other = seen_i & ~enter_i & (colour_i ^ {4{red_i}});
  assign two_same = (same[0] & same[1]) | (same[2] & same[3]) |
                    ((same[0] | same[1]) & (same[2] | same[3]));
  assign two_other = (other[0] & other[1]) | (other[2] & other[3]) |
                     ((other[0] | other[1]) & (other[2] | other[3]));
  assign contradiction_o = two_same;
  assign push_o = (|same) & ~two_same & ~two_other;

  // The new edge and the one of its colour are joined. Sides s and s ^ pair are
  // joined on a tile, so pair is the exclusive or of any two joined sides.
  assign pair_o[0] = (enter_i[1] | enter_i[3]) ^ (same[1] | same[3]);
  assign pair_o[1] = (enter_i[2] | enter_i[3]) ^ (same[2] | same[3]);
  assign side0_in_pair = enter_i[0] | same[0];
  assign side0_red_o = red_i ~^ side0_in_pair;
endmodule

`default_nettype wire
