// SPDX-License-Identifier: Apache-2.0
//
// ll_dpt_line, by its ports alone, behind a first block, whatever comes whenever: it asks behind ?, alone in its line, at the end
// of a whole and undamaged block, and nowhere else; then the numbers are those of its lines; tiles are
// written in its rows alone, each as it comes, in its cell.
`default_nettype none

module ll_dpt_line_fv (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic drop_i
);
  logic ask, fits, own, other, write;
  logic [15:0] turn;
  logic [1:0] first;
  logic [2:0] rotation;
  logic [9:0] left;
  logic [4:0] width, height;
  logic [3:0] own_x, own_y, other_x, other_y;
  logic [7:0] cell_;
  logic [1:0] tile;


  // ---- the first block, a character a cycle, behind the reset; LF is an end of line
  localparam int Length = 44;
  localparam logic [8*Length-1:0] Block = {
    "tu 0001 2 1 1 0 0", 8'h0a, "x", 8'h0a, "x", 8'h0a, "o 0 0", 8'h0a, "o 0 0", 8'h0a, "x", 8'h0a, "x", 8'h0a,
    "x", 8'h0a, "0", 8'h0a, "?", 8'h0a
  };
  logic [5:0] age_q = 6'd0;
  logic [8*Length-1:0] block_text_q = Block;
  logic started;
  assign started = age_q > Length;
  always_ff @(posedge clk_i) begin
    if (!started) age_q <= age_q + 1;
    if (age_q != 0) block_text_q <= block_text_q << 8;
  end
  logic rst, valid, eol;
  logic [7:0] char, first_char;
  assign first_char = block_text_q[8*Length-1-:8];
  assign rst = started ? rst_i : age_q == 0;
  assign valid = started ? char_valid_i : age_q != 0;
  assign eol = started ? eol_i : first_char == 8'h0a;
  assign char = started ? char_i : first_char;
  logic bad, drop;
  assign bad = started && bad_i;
  assign drop = started && drop_i;

  ll_dpt_line dut (
      .clk_i       (clk_i),
      .rst_i       (rst),
      .char_valid_i(valid),
      .char_i      (char),
      .eol_i       (eol),
      .bad_i       (bad),
      .drop_i      (drop),
      .ask_o       (ask),
      .turn_o      (turn),
      .first_o     (first),
      .rotation_o  (rotation),
      .left_o      (left),
      .fits_o      (fits),
      .width_o     (width),
      .height_o    (height),
      .own_o       (own),
      .own_x_o     (own_x),
      .own_y_o     (own_y),
      .other_o     (other),
      .other_x_o   (other_x),
      .other_y_o   (other_y),
      .write_o     (write),
      .write_cell_o(cell_),
      .write_tile_o(tile)
  );

  logic digit, space, is_tile;
  assign digit = char >= 8'h30 && char <= 8'h39;
  assign space = char == 8'h20;
  assign is_tile = char == 8'h30 || char == 8'h31 || char == 8'h32;

  // The line so far.
  logic t_q = 1'b0, head_q = 1'b0, mark_q = 1'b0, wrong_q = 1'b0, rows_q = 1'b1;
  logic [6:0] length_q = 7'd0;
  logic [2:0] spaces_q = 3'd0;
  logic [9:0] number_q = 10'd0;  // the number that comes in, up to 1,000
  logic empty_q = 1'b1;
  logic [13:0] longer;
  assign longer = 14'd10 * number_q + char[3:0];
  logic whole;  // its numbers, if it ended here
  assign whole = !wrong_q && (spaces_q == 0 || !empty_q);
  logic side, number_ends;
  assign side = number_q >= 1 && number_q <= 64;
  assign number_ends = valid && (eol || space);

  // The block: its lines so far, seven before as many rows of values as of tiles, and ?.
  logic block_q = 1'b0, asked_q = 1'b0;
  logic [7:0] line_q = 8'd0;
  logic [3:0] row_q = 4'd0;  // of the tiles
  logic [9:0] turn_q = 10'd0, turns_q = 10'd0, left_q = 10'd0;
  logic [6:0] wide_q = 7'd0, high_q = 7'd0;
  logic [15:0] text_q = 16'd0;  // digits of the turn
  logic [2:0] digits_q = 3'd0;
  logic own_q = 1'b0, other_q = 1'b0;
  logic [7:0] own_at_q = 8'd0, other_at_q = 8'd0;

  logic in_rows, last, sound_head;
  assign in_rows = block_q && line_q >= 7 + high_q && line_q < 7 + 2 * high_q && !head_q;
  assign last = line_q == 7 + 2 * high_q;
  assign sound_head = whole && spaces_q == 6 && turn_q != 0 && turn_q <= turns_q;

  always_ff @(posedge clk_i) begin
    asked_q <= 1'b0;
    if (number_ends && head_q && spaces_q == 1) turn_q <= number_q;
    if (number_ends && head_q && spaces_q == 2) turns_q <= number_q;
    if (number_ends && head_q && spaces_q == 3) wide_q <= number_q[6:0];
    if (number_ends && head_q && spaces_q == 4) high_q <= number_q[6:0];
    if (number_ends && block_q && line_q == 3 && spaces_q == 1) own_at_q[7:4] <= number_q[3:0];
    if (number_ends && block_q && line_q == 3 && spaces_q == 2) {own_q, own_at_q[3:0]} <= {1'b1, number_q[3:0]};
    if (number_ends && block_q && line_q == 4 && spaces_q == 1) other_at_q[7:4] <= number_q[3:0];
    if (number_ends && block_q && line_q == 4 && spaces_q == 2) {other_q, other_at_q[3:0]} <= {1'b1, number_q[3:0]};
    if (valid && eol) begin
      {t_q, head_q, mark_q, wrong_q, rows_q, empty_q} <= 6'b000011;
      length_q <= 0;
      spaces_q <= 0;
      number_q <= 0;
      if (bad || drop) block_q <= 1'b0;
      else if (head_q) begin
        block_q <= sound_head;
        left_q  <= turns_q - turn_q + 1;
        line_q  <= 1;
        row_q   <= 0;
        own_q   <= 1'b0;
        other_q <= 1'b0;
      end else if (block_q) begin
        line_q <= line_q + 1;
        if (in_rows) row_q <= row_q + 1;
        if (last || (in_rows && (!rows_q || length_q != wide_q)) || ((line_q == 3 || line_q == 4) && !whole)) begin
          block_q <= 1'b0;
        end
        asked_q <= last && mark_q && length_q == 1 && !rst;
      end
    end else if (valid) begin
      if (length_q != 127) length_q <= length_q + 1;
      if (length_q == 0) t_q <= char == "t";
      if (length_q == 0) mark_q <= char == "?";
      if (length_q == 1 && t_q && char == "u" && !drop) begin
        head_q   <= 1'b1;
        digits_q <= 0;
      end
      if (!is_tile) rows_q <= 1'b0;
      if (drop) begin
        wrong_q <= 1'b1;
        block_q <= 1'b0;
      end
      if (space) begin
        if (!whole || (head_q && (spaces_q == 3 || spaces_q == 4) && !side)) wrong_q <= 1'b1;
        if (spaces_q != 7) spaces_q <= spaces_q + 1;
        number_q <= 0;
        empty_q  <= 1'b1;
      end else if (spaces_q != 0) begin
        empty_q  <= 1'b0;
        number_q <= longer[9:0];
        if (!digit || longer > 1000) wrong_q <= 1'b1;
        if (head_q && spaces_q == 1) begin
          text_q   <= {text_q[11:0], char[3:0]};
          digits_q <= digits_q + 1;
          if (digits_q == 4) wrong_q <= 1'b1;
        end
      end
    end
    if (rst) begin
      {t_q, head_q, mark_q, wrong_q, rows_q, empty_q} <= 6'b000011;
      length_q <= 0;
      spaces_q <= 0;
      number_q <= 0;
      block_q  <= 1'b0;
    end
  end

  always_comb begin
    if (started) begin
      a_ask : assert (ask == asked_q);
      a_write : assert (write == (valid && !eol && !drop && in_rows && is_tile));
    end
    if (started && write) begin
      a_tile : assert (tile == char[1:0]);
      a_cell : assert (cell_ == {row_q, length_q[3:0]});
    end
    if (started && ask) begin
      a_turn : assert (turn == text_q && {2'd0, first} + 4'd1 == {1'b0, digits_q} && rotation == 3'd3 * turn_q[2:0]);
      a_left : assert (left == left_q);
      a_field : assert (fits == (wide_q <= 16 && high_q <= 16) && width == wide_q[4:0] && height == high_q[4:0]);
      a_agents : assert (own == own_q && other == other_q);
    end
    if (started && ask && own_q) begin a_own : assert ({own_x, own_y} == own_at_q); end
    if (started && ask && other_q) begin a_other : assert ({other_x, other_y} == other_at_q); end
    c_ask : cover (started && ask && own_q && wide_q == 2);
    c_write : cover (started && write && cell_ == 1 && tile == 2);
  end
endmodule
`default_nettype wire
