// SPDX-License-Identifier: Apache-2.0
//
// ll_chaser_player, by its ports alone, whatever the host says and whenever it takes what is said:
// what is offered holds; each line it sends is its name, gr, a method or #. The line after a reset
// is the name; @ is answered by gr, ten digits after gr by a method, ten after a method by #, or
// by # and the name if they say that the game is over.
`default_nettype none

module ll_chaser_player_fv (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic ready_i
);
  logic char_ready, valid, eol;
  logic [7:0] char;

  ll_chaser_player dut (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .char_valid_i  (char_valid_i),
      .char_ready_o  (char_ready),
      .char_i        (char_i),
      .eol_i         (eol_i),
      .bad_i         (bad_i),
      .answer_valid_o(valid),
      .answer_ready_i(ready_i),
      .answer_char_o (char),
      .answer_eol_o  (eol)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The host's line so far: how long, is it @, is it digits, and is the first of them 0?
  logic [3:0] length_q = 4'd0;
  logic at_q = 1'b0, digits_q = 1'b1, zero_q = 1'b0;
  logic asked_q = 1'b0, seen_q = 1'b0;
  always_ff @(posedge clk_i) begin
    asked_q <= char_valid_i && eol_i && !bad_i && length_q == 1 && at_q && !rst_i;
    seen_q  <= char_valid_i && eol_i && !bad_i && length_q == 10 && digits_q && !rst_i;
    if (char_valid_i && eol_i) begin
      length_q <= 0;
      at_q     <= 0;
      digits_q <= 1;
    end else if (char_valid_i) begin
      if (length_q != 15) length_q <= length_q + 1;
      if (length_q == 0) begin
        at_q   <= char_i == 8'h40;
        zero_q <= char_i == 8'h30;
      end
      if (char_i < 8'h30 || char_i > 8'h33) digits_q <= 0;
    end
    if (rst_i) begin
      length_q <= 0;
      at_q     <= 0;
      digits_q <= 1;
    end
  end

  // The line that is due: 0 none, 1 the name, 2 gr, 3 a method, 4 # and no more, 5 # and the name.
  logic [2:0] due_q = 3'd0;
  logic [2:0] place_q = 3'd0;  // of its next character
  logic [1:0] turn_q = 2'd0;  // what ten digits mean: 0 nothing, 1 around, 2 seen
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) begin
      place_q <= place_q + 1;
      if (eol) begin
        place_q <= 0;
        due_q   <= due_q == 5 ? 1 : 0;
      end
    end else if (!valid && asked_q) begin
      due_q  <= 2;
      turn_q <= 1;
    end else if (!valid && seen_q && turn_q != 0) begin
      due_q  <= turn_q == 1 && !zero_q ? 3 : zero_q ? 5 : 4;
      turn_q <= turn_q == 1 && !zero_q ? 2 : 0;
    end
    if (rst_i) begin
      due_q   <= 1;
      place_q <= 0;
      turn_q  <= 0;
    end
  end

  logic [7:0] want;  // 0 is an end of line
  logic letter;
  always_comb begin
    want = 0;
    if (due_q == 1) want = place_q == 0 ? "L" : place_q == 1 ? "O" : place_q == 2 ? "O" : place_q == 3 ? "P" : 8'd0;
    if (due_q == 2) want = place_q == 0 ? "g" : place_q == 1 ? "r" : 8'd0;
    if (due_q >= 4) want = place_q == 0 ? "#" : 8'd0;
    letter = place_q == 0 ? char == "w" || char == "l" || char == "p" :
        char == "u" || char == "r" || char == "l" || char == "d";
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end

  always_comb begin
    a_takes : assert (char_ready);
    if (started) begin
      a_due : assert (valid == (due_q != 0));
    end
    if (started && valid && due_q != 3) begin
      a_end : assert (eol == (want == 0));
    end
    if (started && valid && due_q != 3 && !eol) begin a_char : assert (char == want); end
    if (started && valid && due_q == 3) begin a_method : assert (place_q == 2 ? eol : !eol && letter); end
    if (held_q) begin a_holds : assert (valid && {eol, eol ? 8'd0 : char} == offered_q); end
    c_method : cover (valid && due_q == 3 && eol && ready_i);
    c_again : cover (valid && due_q == 1 && turn_q == 0 && zero_q && length_q == 0 && eol);
  end
endmodule
`default_nettype wire
