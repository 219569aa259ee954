// SPDX-License-Identifier: Apache-2.0
//
// ll_slide_row against the rule as it is played by hand, of every row: the tiles are taken from
// cell 0 on and laid down; one that equals the last that was laid, which has not merged yet, merges
// with it.
`default_nettype none

module ll_slide_row_fv (
    input logic clk_i,
    input logic [24:0] row_i
);
  logic [24:0] row;
  logic moved;
  logic [1:0] merges;
  logic [32:0] gain;

  ll_slide_row dut (
      .row_i   (row_i),
      .row_o   (row),
      .moved_o (moved),
      .merges_o(merges),
      .gain_o  (gain)
  );

  // The hand: the cells that were laid, how many, and whether the last has merged.
  logic [24:0] laid;
  logic [2:0] count;
  logic [4:0] tile, last;
  logic fresh;
  logic [1:0] pairs;
  logic [32:0] points;
  always_comb begin
    laid   = 0;
    count  = 0;
    last   = 0;
    fresh  = 0;
    pairs  = 0;
    points = 0;
    for (int i = 0; i < 5; i++) begin
      tile = row_i[5*i+:5];
      if (tile != 0) begin
        if (fresh && tile == last) begin
          last   = tile + 1;
          fresh  = 0;
          pairs  = pairs + 1;
          points = points + (33'd1 << last);
        end else begin
          count = count + 1;
          last  = tile;
          fresh = 1;
        end
        for (int j = 0; j < 5; j++) if (count == j + 1) laid[5*j+:5] = last;
      end
    end
  end

  // ABC wants a register: all is proved for the inputs of a cycle.
  logic cycle_q = 1'b0;
  always_ff @(posedge clk_i) cycle_q <= 1'b1;

  always_comb begin
    for (int i = 0; i < 5; i++) assume (row_i[5*i+:5] != 5'd31);
    a_row : assert (row == laid);
    a_moved : assert (moved == (laid != row_i));
    a_merges : assert (merges == pairs);
    a_gain : assert (gain == points);
    c_two : cover (cycle_q && merges == 2 && gain == 33'h1_0000_0000);
    c_three : cover (row_i[14:0] == {5'd7, 5'd7, 5'd7} && row_i[24:15] == 0);
    c_still : cover (!moved && row[24:20] != 0);
    c_chain : cover (row_i == {5'd0, 5'd3, 5'd0, 5'd2, 5'd2} && merges == 1);
  end
endmodule
`default_nettype wire
