// SPDX-License-Identifier: Apache-2.0
//
// What ll_chaser_chooser does for every window, way and noise: it puts a block onto the other player
// exactly if that stands beside it, walks only onto floor and items, to no cell that the other
// player is beside, onto an item only if it can go on from there, and onto one if there is one.
`default_nettype none

module ll_chaser_chooser_fv (
    input logic clk_i,
    input logic [17:0] window_i,
    input logic [1:0] ahead_i,
    input logic [4:0] noise_i
);
  logic [1:0] action, direction;

  ll_chaser_chooser dut (
      .window_i   (window_i),
      .ahead_i    (ahead_i),
      .noise_i    (noise_i),
      .action_o   (action),
      .direction_o(direction)
  );

  // The cell on a side, and the two beside it, by columns and rows.
  function automatic logic [1:0] at(input logic [17:0] window, input logic [1:0] column, input logic [1:0] row);
    at = window[2*(row*3+column)+:2];
  endfunction

  logic [1:0] side_u, side_r, side_l, side_d, target, corner_a, corner_b;
  assign side_u = at(window_i, 1, 0);
  assign side_r = at(window_i, 2, 1);
  assign side_l = at(window_i, 0, 1);
  assign side_d = at(window_i, 1, 2);
  assign target = direction == 0 ? side_u : direction == 1 ? side_r : direction == 2 ? side_l : side_d;
  assign corner_a = direction == 0 ? at(window_i, 0, 0) : direction == 1 ? at(window_i, 2, 0) :
      direction == 2 ? at(window_i, 0, 0) : at(window_i, 0, 2);
  assign corner_b = direction == 0 ? at(window_i, 2, 0) : direction == 1 ? at(window_i, 2, 2) :
      direction == 2 ? at(window_i, 0, 2) : at(window_i, 2, 2);

  logic beside, corners, wall;
  assign beside = side_u == 1 || side_r == 1 || side_l == 1 || side_d == 1;
  assign corners = at(window_i, 0, 0) == 1 || at(window_i, 2, 0) == 1 || at(window_i, 0, 2) == 1 || at(window_i, 2, 2) == 1;
  assign wall = at(window_i, 0, 0) == 2 || at(window_i, 2, 0) == 2 || at(window_i, 0, 2) == 2 || at(window_i, 2, 2) == 2;

  // ABC wants a register: all is proved for the inputs of a cycle.
  logic cycle_q = 1'b0;
  always_ff @(posedge clk_i) cycle_q <= 1'b1;

  always_comb begin
    a_put : assert ((action == 3) == beside);
    if (action == 3) begin a_onto : assert (target == 1); end
    a_no_search : assert (action != 2);
    if (action == 0) begin
      a_walk : assert (target == 0 || target == 3);
      a_safe : assert (corner_a != 1 && corner_b != 1);
    end
    if (action == 0 && target == 3) begin a_way : assert (corner_a != 2 || corner_b != 2); end
    // With no other player in sight and no block at a corner every item beside is one to take.
    if (!beside && !corners && !wall && (side_u == 3 || side_r == 3 || side_l == 3 || side_d == 3)) begin
      a_item : assert (action == 0 && target == 3);
    end
    if (!beside && !corners && (side_u == 0 || side_r == 0 || side_l == 0 || side_d == 0)) begin
      a_moves : assert (action == 0);
    end
    c_put : cover (action == 3 && direction == 2);
    c_item : cover (action == 0 && target == 3 && direction != ahead_i);
    c_looks : cover (cycle_q && action == 1 && side_u == 0);
    c_turns : cover (action == 0 && direction != ahead_i && target == 0);
  end
endmodule
`default_nettype wire
