// SPDX-License-Identifier: Apache-2.0
//
// What ll_eval tells of one square, any, with any tracks that enter it: the sum of their weights,
// by how their other ends lie, which is found here in another way; and the same of the square mirrored.
// What lies half a torus away, 16 columns or rows, lies on either side: it is left out.
`default_nettype none

module ll_eval_fv (
    input logic clk_i
);
  localparam int LogSize = 5;

  (* anyconst *) logic red;
  (* anyconst *) logic [3:0] edges;
  (* anyconst *) logic [3:0] colours;
  (* anyconst *) logic [9:0] square;
  (* anyconst *) logic [11:0] mate0;  // of white
  (* anyconst *) logic [11:0] mate1;  // of red

  logic [3:0] white_at, red_at;
  assign white_at = edges & ~colours;
  assign red_at = edges & colours;
  always_comb assume ((white_at & (white_at - 4'd1)) == 0 && (red_at & (red_at - 4'd1)) == 0);

  // The square and its mirror image, upside down.
  logic [11:0] turned0, turned1;
  logic [9:0] turned_square;
  assign turned_square = {5'd0 - square[9:5], square[4:0]};
  assign turned0 = {mate0[11] ^ mate0[10], mate0[10], 5'd0 - mate0[9:5], mate0[4:0]};
  assign turned1 = {mate1[11] ^ mate1[10], mate1[10], 5'd0 - mate1[9:5], mate1[4:0]};

  logic [55:0] words, turned;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_word
    localparam int From = i == 1 ? 3 : i == 3 ? 1 : i;
    assign words[14*i+:14] = {edges[i], colours[i], colours[i] ? mate1 : mate0};
    assign turned[14*i+:14] = {edges[From], colours[From], colours[From] ? turned1 : turned0};
  end

  logic [3:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 15) age_q <= age_q + 1;

  logic signed [11:0] value, turned_value;
  ll_eval dut (
      .clk_i(clk_i),
      .clear_i(age_q == 4),
      .look_i(age_q == 5),
      .red_i(red),
      .square_i(square),
      .words_i(words),
      .value_o(value)
  );
  ll_eval mirrored (
      .clk_i(clk_i),
      .clear_i(age_q == 4),
      .look_i(age_q == 5),
      .red_i(red),
      .square_i(turned_square),
      .words_i(turned),
      .value_o(turned_value)
  );

  // Of a track of each colour the place in the table: first how far away, then turned.
  logic signed [11:0] weights[0:1];
  for (genvar c = 0; c < 2; c = c + 1) begin : gen_colour
    logic [3:0] at;
    logic [11:0] mate;
    logic [1:0] side, far, far_down;
    logic signed [4:0] dx5, dy5;
    logic signed [6:0] dx, dy, across, along, down;
    logic [9:0] place;
    logic signed [7:0] weight;
    assign at = c == 1 ? red_at : white_at;
    assign mate = c == 1 ? mate1 : mate0;
    assign side = {at[2] | at[3], at[1] | at[3]};
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
    assign place[9:7] = {c[0] ^ red, far_down};
    assign place[6:3] = across < -8 ? 4'd8 : across > 7 ? 4'd7 : across[3:0];
    assign place[2:0] = down > 7 ? 3'd7 : down[2:0];
    ll_eval_rom table_ (
        .clk_i(clk_i),
        .index_i(place),
        .weight_o(weight)
    );
    assign weights[c] = at != 0 ? weight : 12'sd0;
  end

  always_comb begin
    if (age_q == 5) begin a_cleared : assert (value == 0); end
    if (age_q == 10) begin
      a_value : assert (value == weights[0] + weights[1]);
      a_mirror : assert (turned_value == value);
    end
    c_two : cover (age_q == 10 && white_at != 0 && red_at != 0 && value > 20);
    c_none : cover (age_q == 10 && edges == 0);
    c_far : cover (age_q == 10 && white_at == 8 && red_at == 0 && value < -3 && mate0[4:0] - square[4:0] == 5'd20);
  end
endmodule
`default_nettype wire
