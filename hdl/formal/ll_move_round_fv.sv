// SPDX-License-Identifier: Apache-2.0
//
// Every move, written by ll_move_encode and read by ll_move_decode, is the same move.
`default_nettype none

module ll_move_round_fv #(
    parameter int LogSize = 5,
    parameter int Cycles = 24  // within which it is there
) (
    input logic clk_i
);
  (* anyconst *) logic [LogSize:0] col;
  (* anyconst *) logic [LogSize:0] row;
  (* anyconst *) logic [1:0] shape;
  always_comb assume (shape != 3);

  logic [7:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 255) age_q <= age_q + 1;

  logic writing_q = 1'b0;
  logic ended_q = 1'b0;
  logic char_valid;
  logic [7:0] char;
  logic last;
  logic ready;
  logic valid;
  logic [LogSize:0] col_out;
  logic [LogSize:0] row_out;
  logic [1:0] shape_out;

  ll_move_encode #(
      .LogSize(LogSize)
  ) encode (
      .clk_i(clk_i),
      .write_i(writing_q),
      .col_i(col),
      .row_i(row),
      .shape_i(shape),
      .char_valid_o(char_valid),
      .char_ready_i(ready),
      .char_o(char),
      .last_o(last)
  );

  ll_move_decode #(
      .LogSize(LogSize)
  ) decode (
      .clk_i(clk_i),
      .rst_i(age_q == 0),
      .char_valid_i(char_valid || ended_q),
      .char_ready_o(ready),
      .char_i(char),
      .eol_i(ended_q),
      .bad_i(1'b0),
      .valid_o(valid),
      .ready_i(1'b0),
      .col_o(col_out),
      .row_o(row_out),
      .shape_o(shape_out)
  );

  logic ends;
  assign ends = char_valid && ready && last;
  always_ff @(posedge clk_i) begin
    if (age_q == 1) writing_q <= 1'b1;
    else if (ends) writing_q <= 1'b0;
    ended_q <= ends;
  end

  always_comb begin
    if (age_q > 1 && valid) begin
      a_same : assert (col_out == col && row_out == row && shape_out == shape);
    end
    if (age_q > Cycles) begin a_done : assert (valid); end
    if (age_q == 1) begin a_none : assert (!valid); end
    c_largest : cover (age_q > 1 && valid && &col && &row);
    c_at : cover (age_q > 1 && valid && col == 0 && row == 0);
    c_twenty_six : cover (age_q > 1 && valid && LogSize > 4 ? col == 26 : col == 10);
  end
endmodule
`default_nettype wire
