// SPDX-License-Identifier: Apache-2.0
//
// A simple strategy for CHaser. It sees the nine cells around it and the direction of its last
// step. In this order it puts a block onto an adjacent opponent, takes an adjacent item, walks
// towards an item at a corner, and else walks on, mostly straight. It enters no cell beside the
// opponent, who would put a block onto it, and takes no item between two blocks, where the block
// that it leaves may shut it in.
//
// Latency:    none: combinational. Throughput: a window in every cycle.
// Handshake and reset: none.
//
//   window_i     the nine cells around, as ll_chaser_line has them
//   ahead_i      direction of the last step: 0 up, 1 right, 2 left, 3 down
//   noise_i      random bits
//   action_o     0 walk, 1 look, 3 put
//   direction_o  direction of the action
`default_nettype none

module ll_chaser_chooser (
    input  logic [17:0] window_i,
    input  logic [ 1:0] ahead_i,
    input  logic [ 4:0] noise_i,
    output logic [ 1:0] action_o,
    output logic [ 1:0] direction_o
);
  localparam logic [1:0] Walk = 2'd0;
  localparam logic [1:0] Look = 2'd1;
  localparam logic [1:0] Put = 2'd3;
  localparam logic [1:0] Floor = 2'd0;
  localparam logic [1:0] Opponent = 2'd1;
  localparam logic [1:0] Block = 2'd2;
  localparam logic [1:0] Item = 2'd3;

  logic [1:0] unused_centre;  // it stands there itself
  assign unused_centre = window_i[9:8];

  // The four sides, up, right, left and down, each with the two corners beside it.
  logic [7:0] sides, first, second;
  assign sides = {window_i[15:14], window_i[7:6], window_i[11:10], window_i[3:2]};
  assign first = {window_i[13:12], window_i[1:0], window_i[5:4], window_i[1:0]};
  assign second = {window_i[17:16], window_i[13:12], window_i[17:16], window_i[5:4]};

  logic [3:0] other, safe, item, free, towards;
  genvar i;
  for (i = 0; i < 4; i = i + 1) begin : gen_side
    assign other[i] = sides[2*i+:2] == Opponent;
    assign safe[i] = first[2*i+:2] != Opponent && second[2*i+:2] != Opponent;
    assign item[i] = sides[2*i+:2] == Item && safe[i] &&
        !(first[2*i+:2] == Block && second[2*i+:2] == Block);
    assign free[i] = sides[2*i+:2] == Floor && safe[i];
    assign towards[i] = free[i] && (first[2*i+:2] == Item || second[2*i+:2] == Item);
  end

  // Of some sides the one from which on is looked for first, or one behind it.
  function automatic logic [1:0] one_of(input logic [3:0] some, input logic [1:0] from);
    one_of = some[from] ? from : some[from+2'd1] ? from + 2'd1 : some[from+2'd2] ? from + 2'd2 : from + 2'd3;
  endfunction

  // At times it goes another way, so that nothing holds it for ever.
  logic straight, near;
  assign straight = free[ahead_i] && noise_i[2:0] != 3'd0;
  assign near = (|towards) && noise_i[1:0] != 2'd0;

  assign action_o = (|other) ? Put : (|item) || (|free) ? Walk : Look;
  assign direction_o = (|other) ? one_of(other, 2'd0) :
      (|item) ? one_of(item, ahead_i) :
      near ? one_of(towards, ahead_i) :
      straight ? ahead_i :
      (|free) ? one_of(free, noise_i[4:3]) : ahead_i;
endmodule

`default_nettype wire
