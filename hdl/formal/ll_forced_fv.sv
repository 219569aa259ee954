// SPDX-License-Identifier: Apache-2.0
//
// ll_forced against the rule as it is written: an empty cell entered by two edges of one colour is
// filled by the only tile that fits, one entered by three or more is impossible.
`default_nettype none

module ll_forced_fv (
    input logic clk_i,
    input logic [3:0] enter_i,
    input logic red_i,
    input logic [3:0] seen_i,
    input logic [3:0] colour_i
);
  logic push;
  logic contradiction;
  logic [1:0] pair;
  logic right;

  ll_forced dut (
      .enter_i(enter_i),
      .red_i(red_i),
      .seen_i(seen_i),
      .colour_i(colour_i),
      .push_o(push),
      .contradiction_o(contradiction),
      .pair_o(pair),
      .side0_red_o(right)
  );

  // The edges of each colour before and after the new one.
  logic [3:0] before;
  assign before = seen_i & ~enter_i;
  logic [3:0] red_before;
  assign red_before = before & colour_i;
  logic [3:0] white_before;
  assign white_before = before & ~colour_i;
  logic [3:0] red_after;
  assign red_after = red_before | (red_i ? enter_i : 4'd0);
  logic [3:0] white_after;
  assign white_after = white_before | (red_i ? 4'd0 : enter_i);

  function [2:0] count(input [3:0] edges);
    count = edges[0] + edges[1] + edges[2] + edges[3];
  endfunction

  logic was_possible;
  assign was_possible = count(red_before) <= 2 && count(white_before) <= 2;
  logic waits;
  assign waits = count(red_before) == 2 || count(white_before) == 2;
  logic is_possible;
  assign is_possible = count(red_after) <= 2 && count(white_after) <= 2;
  logic forced;
  assign forced = count(red_after) == 2 || count(white_after) == 2;

  // The red sides of the tile.
  logic [3:0] joined;
  assign joined = 4'd1 | (4'd1 << pair);
  logic [3:0] tile;
  assign tile = right ? joined : ~joined;

  // ABC wants a register: all is proved for the inputs of a cycle.
  logic cycle_q = 1'b0;
  always_ff @(posedge clk_i) cycle_q <= 1'b1;

  always_comb begin
    assume (enter_i == 1 || enter_i == 2 || enter_i == 4 || enter_i == 8);
    assume (was_possible);
    a_contradiction : assert (contradiction == !is_possible);
    if (is_possible) begin a_push : assert (push == (forced && !waits)); end
    if (push) begin
      a_tile : assert (pair != 0);
      a_fits : assert ((tile & white_after) == 0 && (red_after & ~tile) == 0);
    end
    c_push_red : cover (push && red_i && enter_i == 8 && pair == 3);
    c_push_white : cover (push && !red_i && enter_i == 1 && pair == 2);
    c_contradiction : cover (contradiction && count(white_before) == 1);
    c_waits : cover (!push && forced && is_possible);
    c_four : cover (cycle_q && is_possible && count(red_after) == 2 && count(white_after) == 2);
  end
endmodule
`default_nettype wire
