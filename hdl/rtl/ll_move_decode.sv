// SPDX-License-Identifier: Apache-2.0
//
// A move from the characters of a line: column, row, shape.
//
// Strict as the referee is: a column @ or A to Z, AA, AB and so on (@ stands
// alone, no lower case), a decimal row without leading zeros, one of + / \, and
// nothing behind it. Whatever else a line holds is no move: shape 3.
//
// A column or row that does not fit in LogSize + 1 bits is given as the largest
// number that does. It is off the board there, and no text, however long, comes
// round to a small number again.
//
// Handshake:  a character, or the end of a line, passes in a cycle in which
//             char_valid_i and char_ready_o are high. The end of a line brings
//             valid_o; then the move holds and no character passes until the cycle
//             in which ready_i is high.
// Latency:    1 clock cycle from the end of line to valid_o.
// Throughput: one character a cycle, two cycles for an end of line.
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
    input  logic             bad_i,         // with eol_i: the line is no move in any case
    // the move of the line
    output logic             valid_o,
    input  logic             ready_i,
    output logic [LogSize:0] col_o,         // 0 is @; without meaning if there is no move
    output logic [LogSize:0] row_o,         // likewise
    output logic [1:0]       shape_o        // 0 is +, 1 is /, 2 is \, 3 is no move
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check
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

  state_e state_q;
  logic valid_q;
  logic [Width-1:0] col_q, row_q;
  logic [1:0] shape_q;

  logic at, letter, digit, plus, slash, backslash, shape;

  assign at = char_i == 8'h40;
  assign letter = char_i[7:5] == 3'b010 && char_i[4:0] != 5'd0 && char_i[4:0] < 5'd27;
  assign digit = char_i[7:4] == 4'h3 && char_i[3:0] < 4'd10;
  assign plus = char_i == 8'h2b;
  assign slash = char_i == 8'h2f;
  assign backslash = char_i == 8'h5c;
  assign shape = plus || slash || backslash;

  // One step of a number: 26 times the column, or 10 times the row, and the digit.
  logic [Width-1:0] number, next;
  logic [Width:0] sixteens;
  logic [Wide-1:0] ten, step;

  assign number = letter ? col_q : row_q;
  assign ten = {2'b0, number, 3'b0} + {4'b0, number, 1'b0};
  assign sixteens = {1'b0, number & {Width{letter}}} + {{Width{1'b0}}, letter && char_i[4]};
  assign step = ten + {sixteens, char_i[3:0]};
  assign next = step[Width-1:0] | {Width{|step[Wide-1:Width]}};

  always_ff @(posedge clk_i) begin
    if (char_valid_i && char_ready_o) begin
      valid_q <= eol_i;
      if (eol_i) begin
        if (bad_i) state_q <= StBad;
      end else begin
        if (letter) col_q <= next;
        if (digit) row_q <= next;
        if (shape) shape_q <= {backslash, slash};
        case (state_q)
          StStart: state_q <= at ? StAt : letter ? StCol : StBad;
          StAt, StCol: begin
            if (digit) state_q <= char_i[3:0] == 4'd0 ? StZero : StRow;
            else if (!letter || state_q == StAt) state_q <= StBad;
          end
          StZero: state_q <= shape ? StShape : StBad;
          StRow: if (!digit) state_q <= shape ? StShape : StBad;
          default: state_q <= StBad;
        endcase
      end
    end
    if (rst_i || (valid_q && ready_i)) begin
      state_q <= StStart;
      valid_q <= 1'b0;
      col_q <= {Width{1'b0}};
      row_q <= {Width{1'b0}};
    end
  end

  assign char_ready_o = !valid_q;
  assign valid_o = valid_q;
  assign col_o = col_q;
  assign row_o = row_q;
  assign shape_o = state_q == StShape ? shape_q : 2'd3;
endmodule

`default_nettype wire
