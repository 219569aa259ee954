// SPDX-License-Identifier: Apache-2.0
//
// Decodes the host's lines of 2048 versus: 0 or 1, which asks for the start cell, or the eleven
// lines of a turn: four numbers, of which the second is the time left, then ten rows of five tiles.
//
// Handshake:  characters and ends of lines come in in each cycle in which char_valid_i is high, as
//             from ll_line_rx; each is taken at once. start_o or ask_o is high for one cycle. Each
//             tile of a row is written in the cycle in which its number ends.
// Latency:    start_o and ask_o rise the cycle after the end of the line. Throughput: a character
//             in every cycle.
// Lines:      a line of any other form, or in its wrong place, ends the turn that comes in, and so
//             does a line of which a character came while drop_i was high.
// Reset:      synchronous, for one cycle at least; a partial line and turn are dropped.
//
//   start_o  the line was 0 or 1
//   ask_o    the line was the last of a turn; ticks_o holds until the next turn begins
//   ticks_o  the milliseconds left for all turns, 8,191 at most
//   write_o  write_tile_o is the exponent in write_cell_o of the player's own board, or of the
//            other one
`default_nettype none

module ll_battle2048_line (
    input  logic        clk_i,
    input  logic        rst_i,
    // the host's lines
    input  logic        char_valid_i,
    input  logic [ 7:0] char_i,
    input  logic        eol_i,
    input  logic        bad_i,
    input  logic        drop_i,
    // what they say
    output logic        start_o,
    output logic        ask_o,
    output logic [12:0] ticks_o,
    output logic        write_o,
    output logic        write_other_o,
    output logic [ 4:0] write_cell_o,
    output logic [ 4:0] write_tile_o
);
  localparam logic [12:0] Most = 13'h1fff;
  localparam logic [12:0] MaxTile = 13'd30;
  localparam logic [3:0] Lines = 4'd10;
  localparam logic [4:0] LastCell = 5'd24;

  logic ok_q;  // the line so far is of numbers with a space between them
  logic some_q;  // the number has a digit
  logic small_q;  // those before it are exponents
  logic [2:0] before_q;  // numbers of the line before this one, up to 7
  logic [12:0] value_q;  // of the number, Most at most
  logic [12:0] second_q;  // the line's second number
  logic [12:0] ticks_q;
  logic [3:0] line_q;  // the next line of the turn: 0 is the head
  logic other_q;
  logic [4:0] cell_q;
  logic start_q, ask_q;

  logic digit, space;
  assign digit = char_i >= "0" && char_i <= "9";
  assign space = char_i == " ";

  logic [16:0] grown;
  assign grown = {1'b0, value_q, 3'd0} + {3'd0, value_q, 1'b0} + {13'd0, char_i[3:0]};

  // The line as a whole, with its last number.
  logic fits, sound, head, row;
  assign fits = value_q <= MaxTile;
  assign sound = ok_q && some_q && !bad_i && !drop_i;
  assign head = sound && before_q == 3'd3;
  assign row = sound && before_q == 3'd4 && small_q && fits && line_q != 4'd0;

  assign start_o = start_q;
  assign ask_o = ask_q;
  assign ticks_o = ticks_q;
  assign write_o = char_valid_i && (eol_i || space) && line_q != 4'd0 && before_q <= 3'd4;
  assign write_other_o = other_q;
  assign write_cell_o = cell_q;
  assign write_tile_o = value_q[4:0];

  always_ff @(posedge clk_i) begin
    start_q <= 1'b0;
    ask_q   <= 1'b0;
    if (write_o) begin
      cell_q <= cell_q == LastCell ? 5'd0 : cell_q + 5'd1;
      if (cell_q == LastCell) other_q <= 1'b1;
    end
    if (char_valid_i && eol_i) begin
      ok_q <= 1'b1;
      some_q <= 1'b0;
      small_q <= 1'b1;
      before_q <= 3'd0;
      value_q <= 13'd0;
      start_q <= sound && before_q == 3'd0 && value_q <= 13'd1;
      ask_q <= row && line_q == Lines;
      line_q <= head ? 4'd1 : row && line_q != Lines ? line_q + 4'd1 : 4'd0;
      if (head) begin
        ticks_q <= second_q;
        cell_q  <= 5'd0;
        other_q <= 1'b0;
      end
    end else if (char_valid_i) begin
      ok_q <= ok_q && !drop_i && (digit || (space && some_q));
      some_q <= digit;
      if (digit) begin
        value_q <= grown > {4'd0, Most} ? Most : grown[12:0];
      end else begin
        small_q <= small_q && fits;
        value_q <= 13'd0;
        if (before_q != 3'd7) before_q <= before_q + 3'd1;
        if (before_q == 3'd1) second_q <= value_q;
      end
    end
    if (rst_i) begin
      ok_q <= 1'b1;
      some_q <= 1'b0;
      small_q <= 1'b1;
      before_q <= 3'd0;
      value_q <= 13'd0;
      line_q <= 4'd0;
      start_q <= 1'b0;
      ask_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
