// SPDX-License-Identifier: Apache-2.0
//
// What ll_line_decode makes of any characters at any times, taken up whenever. The line is kept by its
// first two characters and its length; what it says follows from them.
`default_nettype none

module ll_line_decode_fv #(
    parameter int LogSize = 5
) (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic ready_i
);
  logic char_ready;
  logic valid;
  logic team, white, red, over, move;
  logic [LogSize:0] col;
  logic [LogSize:0] row;
  logic [1:0] shape;

  ll_line_decode #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .char_valid_i(char_valid_i),
      .char_ready_o(char_ready),
      .char_i(char_i),
      .eol_i(eol_i),
      .bad_i(bad_i),
      .valid_o(valid),
      .ready_i(ready_i),
      .team_o(team),
      .white_o(white),
      .red_o(red),
      .end_o(over),
      .move_o(move),
      .col_o(col),
      .row_o(row),
      .shape_o(shape)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // Reference model: the line so far, from the characters taken. Three are enough.
  logic take;
  assign take = char_valid_i && char_ready;
  logic [1:0] length_q;
  logic [15:0] text_q;
  logic ended_q, bad_q;
  always_ff @(posedge clk_i) begin
    if (take && !eol_i) begin
      if (length_q != 3) length_q <= length_q + 1;
      if (length_q < 2) text_q <= {text_q[7:0], char_i};
    end
    if (take && eol_i) begin
      ended_q <= 1;
      bad_q <= bad_i;
    end
    if (rst_i || (valid && ready_i)) begin
      length_q <= 0;
      ended_q <= 0;
      bad_q <= 0;
    end
  end
  logic two;
  assign two = length_q == 2 && !bad_q;
  logic [7:0] first;
  assign first = length_q == 1 ? text_q[7:0] : text_q[15:8];

  // The result of the cycle before, not taken up.
  logic held_q;
  logic [4+2*LogSize+4:0] told_q;
  logic [4+2*LogSize+4:0] told;
  assign told = {team, white, red, over, move, col, row, shape};
  logic [1:0] since_q;
  always_ff @(posedge clk_i) begin
    held_q <= started && valid && !ready_i && !rst_i;
    told_q <= told;
    since_q <= rst_i || !ended_q || valid ? 0 : since_q + 1;
  end

  always_comb begin
    if (started && valid) begin
      a_ended : assert (ended_q);
      a_team : assert (team == (two && text_q == "-T"));
      a_white : assert (white == (two && text_q == "-W"));
      a_red : assert (red == (two && (text_q == "-B" || text_q == "-R")));
      a_end : assert (over == (two && text_q == "-E"));
      a_move : assert (move == (length_q != 0 && first != "-"));
      // No move can be read from a line that is not to be trusted.
      if (bad_q && move) begin a_bad : assert (shape == 3); end
    end
    if (started && held_q) begin a_held : assert (valid && told == told_q); end
    if (started && ended_q && !valid) begin a_soon : assert (since_q < 2); end
    c_team : cover (started && valid && team);
    c_red : cover (started && valid && red);
    c_almost : cover (started && valid && length_q == 3 && text_q == "-E" && !over);
    c_move : cover (started && held_q && move && shape == 2 && col == 3 && row == 1);
    c_bad : cover (started && valid && bad_q && two == 0 && text_q == "-W" && length_q == 2);
  end
endmodule
`default_nettype wire
