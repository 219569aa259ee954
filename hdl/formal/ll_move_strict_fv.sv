// SPDX-License-Identifier: Apache-2.0
//
// The other way round: of all lines of up to Length characters ll_move_decode takes those for moves
// that ll_move_encode writes, and no others. A number that was cut to the largest is excepted.
`default_nettype none

module ll_move_strict_fv #(
    parameter int LogSize = 5,
    parameter int Length = 6
) (
    input logic clk_i
);
  (* anyconst *) logic [8*Length-1:0] text;
  (* anyconst *) logic [3:0] length;
  always_comb assume (length <= Length);

  // First the line is read, a character a cycle, then the move is written and compared.
  logic [7:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 255) age_q <= age_q + 1;
  logic [7:0] at;
  assign at = age_q - 1;
  logic reading;
  assign reading = age_q != 0 && at <= length;

  logic ready;
  logic valid;
  logic [LogSize:0] col;
  logic [LogSize:0] row;
  logic [1:0] shape;

  ll_move_decode #(
      .LogSize(LogSize)
  ) decode (
      .clk_i(clk_i),
      .rst_i(age_q == 0),
      .char_valid_i(reading),
      .char_ready_o(ready),
      .char_i(text[8*at[2:0]+:8]),
      .eol_i(at == length),
      .bad_i(1'b0),
      .valid_o(valid),
      .ready_i(1'b0),
      .col_o(col),
      .row_o(row),
      .shape_o(shape)
  );

  logic writing_q = 1'b0;
  logic written_q = 1'b0;
  logic [3:0] put_q = 0;
  logic char_valid;
  logic [7:0] char;
  logic last;

  ll_move_encode #(
      .LogSize(LogSize)
  ) encode (
      .clk_i(clk_i),
      .write_i(writing_q),
      .col_i(col),
      .row_i(row),
      .shape_i(shape),
      .char_valid_o(char_valid),
      .char_ready_i(1'b1),
      .char_o(char),
      .last_o(last)
  );

  logic move;
  assign move = valid && shape != 3 && !(&col) && !(&row);
  always_ff @(posedge clk_i) begin
    if (age_q == Length + 4 && move) writing_q <= 1'b1;
    if (writing_q && char_valid) begin
      put_q <= put_q + 1;
      if (last) begin
        writing_q <= 1'b0;
        written_q <= 1'b1;
      end
    end
  end

  always_comb begin
    if (writing_q && char_valid) begin
      a_char : assert (put_q < length && char == text[8*put_q[2:0]+:8]);
    end
    if (written_q) begin a_length : assert (put_q == length); end
    if (age_q == Length + 3) begin a_read : assert (valid); end
    c_long : cover (written_q && length == 5 && col == 27);
    c_short : cover (written_q && length == 3);
    c_none : cover (age_q > 2 && valid && shape == 3 && length == 3);
  end
endmodule
`default_nettype wire
