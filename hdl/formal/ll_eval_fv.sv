// SPDX-License-Identifier: Apache-2.0
//
// What ll_eval tells of one edge, any, with any track: its weight, by how its other end lies, which is
// found here in another way; the same of the edge mirrored; and of two edges behind each other the sum.
// What lies half a torus away, 16 columns or rows, lies on either side: it is left out.
`default_nettype none

module ll_eval_fv (
    input logic clk_i
);
  localparam int LogSize = 5;

  (* anyconst *) logic own;
  (* anyconst *) logic [1:0] side;
  (* anyconst *) logic [9:0] square;
  (* anyconst *) logic [11:0] mate;
  (* anyconst *) logic twice;
  (* anyconst *) logic adds;
  (* anyconst *) logic signed [8:0] sum;
  always_comb assume (!(twice && adds));

  // The edge and its mirror image, upside down.
  logic [11:0] turned;
  logic [9:0] turned_square;
  logic [1:0] turned_side;
  assign turned_square = {5'd0 - square[9:5], square[4:0]};
  assign turned = {mate[11] ^ mate[10], mate[10], 5'd0 - mate[9:5], mate[4:0]};
  assign turned_side = {side[1] ^ side[0], side[0]};

  logic [3:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 15) age_q <= age_q + 1;

  logic signed [11:0] value, turned_value;
  ll_eval dut (
      .clk_i(clk_i),
      .clear_i(age_q == 4),
      .edge_i(age_q == 5 || (age_q == 6 && twice)),
      .own_i(own),
      .side_i(side),
      .square_i(square),
      .mate_i(mate),
      .add_i(age_q == 7 && adds),
      .sum_i(sum),
      .load_i(1'b0),
      .load_index_i(10'd0),
      .load_weight_i(8'd0),
      .value_o(value)
  );
  ll_eval mirrored (
      .clk_i(clk_i),
      .clear_i(age_q == 4),
      .edge_i(age_q == 5 || (age_q == 6 && twice)),
      .own_i(own),
      .side_i(turned_side),
      .square_i(turned_square),
      .mate_i(turned),
      .add_i(age_q == 8 && adds),
      .sum_i(sum),
      .load_i(1'b0),
      .load_index_i(10'd0),
      .load_weight_i(8'd0),
      .value_o(turned_value)
  );

  // The place in the table: first how far away, then turned.
  logic [1:0] far, far_down;
  logic signed [4:0] dx5, dy5;
  logic signed [6:0] dx, dy, across, along, down;
  logic [9:0] place;
  logic signed [7:0] weight;
  assign dx5 = mate[4:0] - square[4:0];
  assign dy5 = mate[9:5] - square[9:5];
  always_comb assume (dx5 != -5'sd16 && dy5 != -5'sd16);
  assign dx = dx5;
  assign dy = dy5;
  assign across = side == 0 ? dx : side == 1 ? -dy : side == 2 ? -dx : dy;
  assign along = side == 0 ? dy : side == 1 ? dx : side == 2 ? -dy : -dx;
  assign far = mate[11:10] - side;
  assign down = along < 0 ? -along : along;
  assign far_down = along < 0 ? 2'd0 - far : far;
  assign place[9:7] = {~own, far_down};
  assign place[6:3] = across < -8 ? 4'd8 : across > 7 ? 4'd7 : across[3:0];
  assign place[2:0] = down > 7 ? 3'd7 : down[2:0];
  ll_eval_rom table_ (
      .clk_i(clk_i),
      .index_i(place),
      .weight_o(weight),
      .load_i(1'b0),
      .load_index_i(10'd0),
      .load_weight_i(8'd0)
  );

  logic signed [11:0] expected, added;
  assign expected = 12'(weight);
  assign added = adds ? 12'(sum) : 12'sd0;
  always_comb begin
    if (age_q == 6 || age_q == 8) begin a_cleared : assert (value == 0); end
    if (age_q == 9) begin a_first : assert (value == expected + added); end
    if (age_q == 11) begin
      a_value : assert (value == (twice ? 2 * expected : expected) + added);
      a_mirror : assert (turned_value == value);
    end
    c_two : cover (age_q == 11 && twice && value > 40 && !adds);
    c_none : cover (age_q == 11 && value == 0 && dx5 == 3);
    c_far : cover (age_q == 11 && side == 3 && !adds && value < -3 && mate[4:0] - square[4:0] == 5'd20);
  end
endmodule
`default_nettype wire
