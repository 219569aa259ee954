// SPDX-License-Identifier: Apache-2.0
//
// Decodes a move from the characters of a line: column, row, shape.
//
// As strict as the referee: a column @ or A to Z, AA, AB and so on (@ stands
// alone, no lower case), a decimal row without leading zeros, one of + / \, and
// nothing behind it. Any other line isn't a move: shape 3.
//
// A column or row that does not fit in LogSize + 1 bits saturates at the largest number that
// does, which is off the board. No text, however long, wraps around to a small number.
//
// Handshake:  a character, or the end of a line, passes in a cycle in which
//             char_valid_i and char_ready_o are high. The end of a line raises
//             valid_o; then the move holds and no character passes until the cycle
//             in which ready_i is high.
// Latency:    2 clock cycles from the end of line to valid_o.
// Throughput: one character a cycle, three cycles for an end of line.
// Reset:      synchronous; the next character is the first of a line.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
`default_nettype none

module ll_move_decode #(
    parameter int LogSize = 5
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // characters of a line
    input  logic             char_valid_i,
    output logic             char_ready_o,
    input  logic [7:0]       char_i,
    input  logic             eol_i,         // an end of line; char_i has no meaning
    input  logic             bad_i,         // with eol_i: the line isn't a move in any case
    // the move of the line
    output logic             valid_o,
    input  logic             ready_i,
    output logic [LogSize:0] col_o,         // 0 is @; without meaning if there is no move
    output logic [LogSize:0] row_o,         // likewise
    output logic [1:0]       shape_o        // 0 is +, 1 is /, 2 is \, 3 isn't a move
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_move_decode_LogSize_must_be_3_to_8 u_error ();
  end

  localparam int Width = LogSize + 1;
  localparam int Wide = Width + 5;  // holds 26 times the largest number, and 26 more

  typedef enum logic [2:0] {
    StStart,  // nothing yet
    StAt,     // the column is @
    StCol,    // letters
    StZero,   // the row is 0
    StRow,    // digits
    StShape,  // a whole move
    StBad     // no move
  } state_e;

  logic [2:0] state_q;
  logic valid_q;
  logic [Width-1:0] col_q, row_q;
  logic [1:0] shape_q;

  // Class of the character, known a cycle before it is used, for speed.
  logic taken_q, eol_q, bad_q;
  logic at_q, letter_q, digit_q, zero_q, mark_q;
  logic [4:0] value_q;     // of a letter or digit
  logic [1:0] mark_shape_q;
  logic letter, digit, plus, slash, backslash;

  assign letter = char_i[7:5] == 3'b010 && char_i[4:0] != 5'd0 && char_i[4:0] < 5'd27;
  assign digit = char_i[7:4] == 4'h3 && char_i[3:0] < 4'd10;
  assign plus = char_i == 8'h2b;
  assign slash = char_i == 8'h2f;
  assign backslash = char_i == 8'h5c;

  always_ff @(posedge clk_i) begin
    taken_q <= char_valid_i && char_ready_o && !rst_i;
    eol_q <= eol_i;
    bad_q <= bad_i;
    at_q <= char_i == 8'h40;
    letter_q <= letter;
    digit_q <= digit;
    zero_q <= char_i == 8'h30;
    mark_q <= plus || slash || backslash;
    mark_shape_q <= {backslash, slash};
    value_q <= {letter && char_i[4], char_i[3:0]};
  end

  // One step of a number: 26 times the column, or 10 times the row, and the digit.
  logic [Width-1:0] number, next;
  logic [Width:0] sixteens;
  logic [Wide-1:0] ten, step;

  assign number = letter_q ? col_q : row_q;
  assign ten = {2'b0, number, 3'b0} + {4'b0, number, 1'b0};
  assign sixteens = {1'b0, number & {Width{letter_q}}} + {{Width{1'b0}}, value_q[4]};
  assign step = ten + {sixteens, value_q[3:0]};
  assign next = step[Width-1:0] | {Width{|step[Wide-1:Width]}};

  always_ff @(posedge clk_i) begin
    if (taken_q && eol_q) begin
      valid_q <= 1'b1;
      if (bad_q) state_q <= StBad;
    end else if (taken_q) begin
      if (letter_q) col_q <= next;
      if (digit_q) row_q <= next;
      if (mark_q) shape_q <= mark_shape_q;
      case (state_q)
        StStart: state_q <= at_q ? StAt : letter_q ? StCol : StBad;
        StAt, StCol: begin
          if (digit_q) state_q <= zero_q ? StZero : StRow;
          else if (!letter_q || state_q == StAt) state_q <= StBad;
        end
        StZero: state_q <= mark_q ? StShape : StBad;
        StRow: if (!digit_q) state_q <= mark_q ? StShape : StBad;
        default: state_q <= StBad;
      endcase
    end
    if (rst_i || (valid_q && ready_i)) begin
      state_q <= StStart;
      valid_q <= 1'b0;
      col_q <= {Width{1'b0}};
      row_q <= {Width{1'b0}};
    end
  end

  assign char_ready_o = !valid_q && !(taken_q && eol_q);
  assign valid_o = valid_q;
  assign col_o = col_q;
  assign row_o = row_q;
  assign shape_o = state_q == StShape ? shape_q : 2'd3;
endmodule

`default_nettype wire
