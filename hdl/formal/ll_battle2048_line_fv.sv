// SPDX-License-Identifier: Apache-2.0
//
// ll_battle2048_line, by its ports alone, whatever comes whenever, but for rows of numbers of more
// than two digits: it asks behind four numbers and ten rows of five exponents, one line behind the
// other, and nowhere else; each exponent of such rows has been written, in order; 0 and 1 alone,
// and no other line, ask for the start cell.
`default_nettype none

module ll_battle2048_line_fv (
    input logic clk_i,
    input logic rst_i,
    input logic char_valid_i,
    input logic [7:0] char_i,
    input logic eol_i,
    input logic bad_i,
    input logic drop_i
);
  logic start, ask, write, other;
  logic [12:0] ticks;
  logic [4:0] cell_, tile;

  ll_battle2048_line dut (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .char_valid_i (char_valid_i),
      .char_i       (char_i),
      .eol_i        (eol_i),
      .bad_i        (bad_i),
      .drop_i       (drop_i),
      .start_o      (start),
      .ask_o        (ask),
      .ticks_o      (ticks),
      .write_o      (write),
      .write_other_o(other),
      .write_cell_o (cell_),
      .write_tile_o (tile)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  logic digit, space;
  assign digit = char_i >= 8'h30 && char_i <= 8'h39;
  assign space = char_i == 8'h20;

  // The line so far: its form, its numbers, and the last two digits of the number that comes in.
  logic dead_q = 1'b0;
  logic [1:0] length_q = 2'd0;  // digits of it, up to 3
  logic [3:0] tens_q = 4'd0, ones_q = 4'd0;
  logic [2:0] spaces_q = 3'd0;
  logic long_q = 1'b0;  // a number had more than two digits
  logic large_q = 1'b0;  // or was above 30
  logic [6:0] number;
  logic large;
  assign number = 7'd10 * {3'd0, tens_q} + {3'd0, ones_q};
  assign large = number > 7'd30;

  logic whole, head, row;
  assign whole = !dead_q && length_q != 0 && !bad_i && !drop_i;
  assign head = whole && spaces_q == 3;
  assign row = whole && spaces_q == 4 && !large_q && !large;

  logic [3:0] lines_q = 4'd0;  // of the turn that comes in
  logic [5:0] tiles_q = 6'd0;
  logic asked_q = 1'b0, start_q = 1'b0;
  always_ff @(posedge clk_i) begin
    asked_q <= 1'b0;
    start_q <= 1'b0;
    if (char_valid_i && (eol_i || space) && lines_q != 0 && spaces_q < 5) tiles_q <= tiles_q + 1;
    if (char_valid_i && eol_i) begin
      dead_q <= 1'b0;
      length_q <= 0;
      tens_q <= 0;
      ones_q <= 0;
      spaces_q <= 0;
      long_q <= 1'b0;
      large_q <= 1'b0;
      lines_q <= 0;
      if (head) begin
        lines_q <= 1;
        tiles_q <= 0;
      end
      if (row && lines_q != 0) begin
        lines_q <= lines_q == 10 ? 0 : lines_q + 1;
        asked_q <= lines_q == 10 && !rst_i;
      end
      start_q <= whole && spaces_q == 0 && number < 2 && !rst_i;
    end else if (char_valid_i) begin
      if (drop_i || !(digit || (space && length_q != 0))) dead_q <= 1'b1;
      if (digit) begin
        {tens_q, ones_q} <= {ones_q, char_i[3:0]};
        if (length_q == 2) long_q <= 1'b1;
        if (length_q != 3) length_q <= length_q + 1;
      end else begin
        length_q <= 0;
        tens_q <= 0;
        ones_q <= 0;
        large_q <= large_q || large;
        if (spaces_q != 7) spaces_q <= spaces_q + 1;
      end
    end
    if (rst_i) begin
      dead_q <= 1'b0;
      length_q <= 0;
      tens_q <= 0;
      ones_q <= 0;
      spaces_q <= 0;
      long_q <= 1'b0;
      large_q <= 1'b0;
      lines_q <= 0;
    end
  end
  // Of a line with a longer number only heads are looked at.
  always_comb if (char_valid_i && eol_i && !dead_q && long_q) assume (spaces_q == 3);

  always_comb begin
    if (started) begin
      a_ask : assert (ask == asked_q);
      a_start : assert (start == start_q);
    end
    if (started && write && !dead_q && length_q != 0 && !long_q && spaces_q < 5) begin
      a_turn : assert (lines_q != 0);
    end
    if (started && write && lines_q != 0 && !dead_q && !long_q) begin
      a_tile : assert (tile == number[4:0]);
      a_cell : assert ({1'b0, cell_} + (other ? 6'd25 : 6'd0) == tiles_q);
    end
    if (started && char_valid_i && (eol_i || space) && lines_q != 0 && spaces_q < 5) begin
      a_write : assert (write);
    end
    if (started && asked_q) begin a_all : assert (tiles_q == 50); end
    c_start : cover (start && started);
    c_row : cover (started && lines_q == 3);
    c_tile : cover (started && write && tile == 30 && other == 0 && cell_ == 4);
  end
endmodule
`default_nettype wire
