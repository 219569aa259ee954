// SPDX-License-Identifier: Apache-2.0
//
// ll_tile_fit against the rule as it is written: a tile of the shape lies one of two ways round, and its
// sides must have the colours of the edges that they meet.
`default_nettype none

module ll_tile_fit_fv (
    input logic clk_i,
    input logic [1:0] pair_i,
    input logic [3:0] seen_i,
    input logic [3:0] colour_i
);
  logic fits;
  logic right;

  ll_tile_fit dut (
      .pair_i(pair_i),
      .seen_i(seen_i),
      .colour_i(colour_i),
      .fits_o(fits),
      .side0_red_o(right)
  );

  logic [3:0] joined;
  assign joined = 4'd1 | (4'd1 << pair_i);
  logic as_red;
  assign as_red = ((joined ^ colour_i) & seen_i) == 0;
  logic as_white;
  assign as_white = ((~joined ^ colour_i) & seen_i) == 0;

  // ABC wants a register: all is proved for the inputs of a cycle.
  logic cycle_q = 1'b0;
  always_ff @(posedge clk_i) cycle_q <= 1'b1;

  always_comb begin
    assume (pair_i != 0);
    a_fits : assert (fits == (as_red || as_white));
    if (fits) begin a_right : assert (right ? as_red : as_white); end
    // At a cell that an edge enters a shape lies one way round at most.
    if (seen_i != 0) begin a_one : assert (!(as_red && as_white)); end
    c_red : cover (fits && right && seen_i == 4'hf);
    c_white : cover (fits && !right && seen_i == 4'h6);
    c_not : cover (cycle_q && !fits && seen_i == 4'h3);
  end
endmodule
`default_nettype wire
