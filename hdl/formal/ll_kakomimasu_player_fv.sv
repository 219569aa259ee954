// SPDX-License-Identifier: Apache-2.0
//
// ll_kakomimasu_player, by its ports alone, whatever the host says whenever, whatever the plan is and however
// long it takes: it takes every character; it says nothing but one line for each opening that ends
// with name, and for each block behind one that ends with act, and that did not begin, or go on, before
// the last answer had passed; the line is the name, or the turn and four words for each action; offers hold.
`default_nettype none

module ll_kakomimasu_player_fv (
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

  ll_kakomimasu_player dut (
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

  // The host's line: its last characters, and whether it is a head, ka or tu and more.
  logic [2:0] length_q = 3'd0;
  logic [31:0] word_q = 32'd0;
  logic opens_q = 1'b0, turns_q = 1'b0;
  logic space_q = 1'b0, spaces_q = 1'b0;  // a space so far, two
  logic [15:0] text_q = 16'd0;  // digits of the turn
  logic [2:0] digits_q = 3'd0;
  // What came so far, with no part of it while the board was busy: an opening, from its head on;
  // whole; a block behind one.
  logic opening_q = 1'b0, known_q = 1'b0, block_q = 1'b0;
  // A line ended in which an answer may be due: the name, or a turn.
  logic named_q = 1'b0, asked_q = 1'b0;
  logic is_name, is_act;
  assign is_name = word_q == "name" && length_q == 4;
  assign is_act = word_q[23:0] == "act" && length_q == 3;

  always_ff @(posedge clk_i) begin
    {named_q, asked_q} <= 2'd0;
    if (char_valid_i && busy) {opening_q, block_q} <= 2'd0;
    if (char_valid_i && eol_i) begin
      length_q <= 0;
      {opens_q, turns_q, space_q, spaces_q} <= 4'd0;
      if (bad_i || busy) {opening_q, block_q} <= 2'd0;
      else if (opens_q) {opening_q, block_q} <= 2'b10;
      else if (turns_q) {opening_q, block_q} <= {1'b0, known_q};
      else begin
        named_q <= opening_q && is_name;
        asked_q <= block_q && is_act;
      end
    end else if (char_valid_i) begin
      if (length_q != 7) length_q <= length_q + 1;
      word_q <= {word_q[23:0], char_i};
      if (length_q == 1 && word_q[7:0] == "k" && char_i == "a" && !busy) {opens_q, known_q} <= 2'b10;
      if (length_q == 1 && word_q[7:0] == "t" && char_i == "u" && !busy) begin
        turns_q  <= 1'b1;
        digits_q <= 0;
      end
      if (char_i == 8'h20) {spaces_q, space_q} <= {space_q, 1'b1};
      if (turns_q && space_q && !spaces_q && char_i != 8'h20) begin
        text_q   <= {text_q[11:0], char_i[3:0]};
        digits_q <= digits_q + 1;
      end
    end
    if (name_q && busy) known_q <= 1'b1;
    if (rst_i) begin
      length_q <= 0;
      {opens_q, turns_q, space_q, spaces_q, opening_q, known_q, block_q, named_q, asked_q} <= 9'd0;
    end
  end

  // The board is busy from two cycles after a line that it answers until the answer has passed.
  logic passed, busy_q = 1'b0, passed_q = 1'b0, name_q = 1'b0, turn_q = 1'b0;
  logic names_q = 1'b0;  // the answer is the name
  assign passed = valid && ready_i && eol;
  logic names;
  assign names = busy_q ? names_q : name_q;
  always_ff @(posedge clk_i) begin
    busy_q   <= busy && !rst_i;
    passed_q <= passed && !rst_i;
    name_q   <= named_q && !rst_i;
    turn_q   <= asked_q && !rst_i;
    names_q  <= names;
  end

  // The answer so far: characters of the name or the turn, then of an action: its word, and digits of it.
  logic [3:0] head_q = 4'd0;
  logic [1:0] part_q = 2'd0;
  logic [1:0] word_part_q = 2'd0;  // 0 at a space, else characters since
  logic in_head;
  logic [3:0] heads;
  assign heads = names ? 4'd8 : {1'b0, digits_q};
  assign in_head = head_q != heads;
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) begin
      if (in_head) head_q <= head_q + 1;
      else if (char == 8'h20) begin
        word_part_q <= 1;
        if (word_part_q != 0) part_q <= part_q + 1;
      end else word_part_q <= word_part_q + 1;
    end
    if (passed || rst_i) begin
      head_q <= 0;
      {part_q, word_part_q} <= 4'd0;
    end
  end
  logic [3:0] digit;
  logic [63:0] name;
  assign name = "loopline";
  logic is_digit, is_letter, fits;
  always_comb begin
    case (digits_q - head_q[2:0])
      3'd1: digit = text_q[3:0];
      3'd2: digit = text_q[7:4];
      3'd3: digit = text_q[11:8];
      default: digit = text_q[15:12];
    endcase
    is_digit = char >= 8'h30 && char <= 8'h39;
    is_letter = char == "P" || char == "M" || char == "R";
    case (word_part_q)
      0: fits = char == 8'h20;
      1: fits = part_q == 1 ? is_letter : is_digit;
      2: fits = char == 8'h20 || (part_q != 1 && is_digit);
      default: fits = char == 8'h20;
    endcase
  end

  logic held_q = 1'b0;
  logic [8:0] offered_q;
  always_ff @(posedge clk_i) begin
    held_q    <= valid && !ready_i && !rst_i;
    offered_q <= {eol, eol ? 8'd0 : char};
  end

  always_comb begin
    a_takes : assert (char_ready);
    if (started && busy && !busy_q) begin a_asked : assert (name_q || turn_q); end
    if (busy_q) begin a_until : assert (busy == !passed_q); end
    if (started && valid) begin a_busy : assert (busy); end
    if (started && valid && in_head) begin
      a_head : assert (!eol && char == (names ? name[8*(7-head_q[2:0])+:8] : {4'h3, digit}));
    end
    if (started && valid && !in_head && names) begin a_name : assert (eol); end
    if (started && valid && !in_head && eol && !names) begin
      a_end : assert (word_part_q == 0 || (part_q == 3 && word_part_q >= 2));
    end
    if (started && valid && !in_head && !eol) begin a_text : assert (fits); end
    if (held_q) begin a_holds : assert (valid && offered_q == {eol, eol ? 8'd0 : char}); end
    c_name : cover (started && passed && names);
    c_turn : cover (started && passed && !names && part_q == 0);
    c_action : cover (started && passed && !names && part_q == 3);
  end
endmodule
`default_nettype wire
