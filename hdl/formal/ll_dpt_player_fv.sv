// SPDX-License-Identifier: Apache-2.0
//
// ll_dpt_player, by its ports alone, whatever the host says whenever, whatever the plan is and however long
// it takes: it takes every character; it says nothing but one line for each block that ends with ? and
// did not begin, or go on, before the last answer had passed; the line is the turn, alone if the block has
// no agent or too large a field, else with a type and a step; offers hold.
`default_nettype none

module ll_dpt_player_fv (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic ready_i
);
  logic char_ready, valid, eol, busy;
  logic [7:0] char;

  ll_dpt_player dut (
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
      .answer_eol_o  (eol),
      .busy_o        (busy)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The host's line: is it a head, tu and more, or ? alone?
  logic [1:0] length_q = 2'd0;
  logic t_q = 1'b0, head_q = 1'b0, mark_q = 1'b0;
  logic [2:0] spaces_q = 3'd0;
  logic number_q = 1'b0;  // the number that comes in has a digit
  logic [15:0] text_q = 16'd0;  // digits of the turn
  logic [2:0] digits_q = 3'd0;
  logic large_q = 1'b0;  // a side of the field has more digits than one
  // The block: it has a head, and no part of it came while the board was busy; the lines after the head.
  logic block_q = 1'b0;
  logic [2:0] lines_q = 3'd0;  // up to 7
  logic own_q = 1'b0;  // the line own has two numbers
  logic marked_q = 1'b0;  // it ended with ?

  always_ff @(posedge clk_i) begin
    marked_q <= 1'b0;
    if (char_valid_i && busy) block_q <= 1'b0;
    if (char_valid_i && eol_i) begin
      length_q <= 0;
      {t_q, head_q, mark_q, number_q} <= 4'd0;
      spaces_q <= 0;
      if (bad_i) block_q <= 1'b0;
      else if (head_q && !busy) begin
        block_q <= 1'b1;
        lines_q <= 0;
        own_q   <= 1'b0;
      end else if (block_q && !busy) begin
        if (lines_q != 7) lines_q <= lines_q + 1;
        if (lines_q == 2) own_q <= spaces_q >= 2;
        marked_q <= mark_q && length_q == 1 && lines_q == 7;
      end
    end else if (char_valid_i) begin
      if (length_q != 3) length_q <= length_q + 1;
      if (length_q == 0) {t_q, mark_q} <= {char_i == "t", char_i == "?"};
      if (length_q == 1 && t_q && char_i == "u" && !busy) begin
        {head_q, large_q} <= 2'b10;
        digits_q <= 0;
      end
      number_q <= char_i != 8'h20;
      if (char_i == 8'h20 && spaces_q != 7) spaces_q <= spaces_q + 1;
      if (head_q && spaces_q == 1 && char_i != 8'h20) begin
        text_q   <= {text_q[11:0], char_i[3:0]};
        digits_q <= digits_q + 1;
      end
      if (head_q && (spaces_q == 3 || spaces_q == 4) && number_q && char_i != 8'h20) large_q <= 1'b1;
    end
    if (rst_i) begin
      length_q <= 0;
      {t_q, head_q, mark_q, block_q, marked_q} <= 5'd0;
      spaces_q <= 0;
    end
  end

  // The board is busy from two cycles after a block that it answers until the answer has passed.
  logic passed, busy_q = 1'b0, passed_q = 1'b0, before_q = 1'b0;
  assign passed = valid && ready_i && eol;
  always_ff @(posedge clk_i) begin
    busy_q   <= busy && !rst_i;
    passed_q <= passed && !rst_i;
    before_q <= marked_q && !rst_i;
  end

  // The answer so far: characters of the turn, then places of the action.
  logic [2:0] at_q = 3'd0;
  logic [3:0] place_q = 4'd0;
  logic in_turn;
  assign in_turn = at_q != digits_q;
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) begin
      if (in_turn) at_q <= at_q + 1;
      else place_q <= (place_q == 3 || place_q == 6) && char != "-" ? place_q + 2 : place_q + 1;
    end
    if (passed || rst_i) begin
      at_q    <= 0;
      place_q <= 0;
    end
  end
  logic [3:0] digit;
  logic known, fits;
  always_comb begin
    case (digits_q - at_q)
      3'd1: digit = text_q[3:0];
      3'd2: digit = text_q[7:4];
      3'd3: digit = text_q[11:8];
      default: digit = text_q[15:12];
    endcase
    case (place_q)
      0, 2, 5: fits = char == 8'h20;
      1: fits = char == "0" || char == "1" || char == "2";
      3, 6: fits = char == "0" || char == "1" || char == "-";
      default: fits = char == "1";
    endcase
    known = !own_q || !large_q;  // whether it has an action
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end

  always_comb begin
    a_takes : assert (char_ready);
    if (started && busy && !busy_q) begin a_asked : assert (before_q); end
    if (busy_q) begin a_until : assert (busy == !passed_q); end
    if (started && valid) begin a_busy : assert (busy); end
    if (started && valid && in_turn) begin a_turn : assert (!eol && char == {4'h3, digit}); end
    if (started && valid && !in_turn && place_q == 0 && known) begin a_action : assert (eol == !own_q); end
    if (started && valid && !in_turn && place_q != 0) begin a_end : assert (eol == (place_q == 8)); end
    if (started && valid && !in_turn && !eol) begin a_text : assert (fits); end
    if (held_q) begin a_holds : assert (valid && offered_q == {eol, eol ? 8'd0 : char}); end
    c_turn : cover (started && passed && !own_q);
    c_action : cover (started && passed && own_q && place_q == 8);
  end
endmodule
`default_nettype wire
