// SPDX-License-Identifier: Apache-2.0
//
// Encodes a move as the characters of a line: column, row, shape. No line end.
//
// The column is written in bijective base 26 (26 is Z, 27 is AA), 0 as @; the row
// in decimal without leading zeros. Both are taken apart by subtraction.
//
// Handshake:  a move is written while write_i is high. It must hold from the cycle
//             before write_i rises until the last character has passed. A character
//             passes in a cycle in which char_valid_o and char_ready_i are high; last_o
//             marks the shape, and write_i must be low in the cycle after it. When
//             write_i falls earlier the rest is dropped.
// Latency:    of a whole move, when char_ready_i stays high: at most 13 clock cycles for
//             LogSize 5, 38 for LogSize 8.
// Throughput: one move at a time; a character in a cycle, but for those in which a letter or digit
//             is counted out.
// Reset:      none: while write_i is low nothing is remembered.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
`default_nettype none

module ll_move_encode #(
    parameter int LogSize = 5
) (
    input  logic             clk_i,
    // the move
    input  logic             write_i,
    input  logic [LogSize:0] col_i,         // 0 is @
    input  logic [LogSize:0] row_i,
    input  logic [1:0]       shape_i,       // 0 is +, 1 is /, 2 is \
    // its characters
    output logic             char_valid_o,
    input  logic             char_ready_i,
    output logic [7:0]       char_o,
    output logic             last_o
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_move_encode_LogSize_must_be_3_to_8 u_error ();
  end

  localparam int Width = LogSize < 4 ? 5 : LogSize + 1;  // one figure needs 5
  localparam int CountWidth = LogSize < 8 ? 4 : 5;  // for 511 / 26 or 9
  localparam logic [9:0] Worth26 = 10'd26;
  localparam logic [9:0] Worth10 = 10'd10;
  localparam logic [9:0] Worth100 = 10'd100;
  localparam logic Hundreds = LogSize > 5;          // rows of three digits

  typedef enum logic [2:0] {
    StHigh,      // the first of two letters
    StLow,       // the last letter
    StHundreds,
    StTens,
    StUnits,
    StShape
  } state_e;

  state_e state_q;
  logic [Width-1:0] rest_q;
  logic [CountWidth-1:0] count_q;  // how often the worth of a letter or digit was in rest_q
  logic lead_q;                    // a digit has been written

  // Is the worth of this letter or digit still in rest_q? Bijective base 26 has no
  // zero: the last letter keeps one to 26.
  logic [Width:0] worth, less;
  logic last_letter, holds;

  assign worth = state_q == StHigh ? Worth26[Width:0] :
                 state_q == StTens ? Worth10[Width:0] : Worth100[Width:0];
  assign less = {1'b0, rest_q} - worth;
  assign last_letter = state_q == StHigh && less == {(Width + 1) {1'b0}};
  assign holds = !less[Width] && !last_letter;

  logic counting, pass;
  logic [4:0] figure;

  assign counting = state_q == StHigh || state_q == StHundreds || state_q == StTens;
  assign char_valid_o = write_i && (!counting || (!holds && (count_q != 0 || lead_q)));
  assign pass = char_valid_o && char_ready_i;
  assign last_o = state_q == StShape;
  assign figure = counting ? {{(5 - CountWidth) {1'b0}}, count_q} : rest_q[4:0];

  logic letter;
  logic [7:0] sign;

  assign letter = state_q == StHigh || state_q == StLow;
  assign sign = shape_i[1] ? 8'h5c : {5'b00101, shape_i[0], 2'b11};
  assign char_o = last_o ? sign : {1'b0, letter, !letter, letter ? figure[4] : 1'b1, figure[3:0]};

  always_ff @(posedge clk_i) begin
    if (!write_i) begin
      state_q <= StHigh;
      rest_q <= {{(Width - LogSize - 1) {1'b0}}, col_i};
      count_q <= 0;
      lead_q <= 1'b0;
    end else if (counting && holds) begin
      rest_q <= less[Width-1:0];
      count_q <= count_q + 1;
    end else if (pass || !char_valid_o) begin
      count_q <= 0;
      case (state_q)
        StHigh: state_q <= StLow;
        StLow: begin
          state_q <= Hundreds ? StHundreds : StTens;
          rest_q <= {{(Width - LogSize - 1) {1'b0}}, row_i};
        end
        StHundreds: state_q <= StTens;
        StTens: state_q <= StUnits;
        default: state_q <= StShape;
      endcase
      lead_q <= char_valid_o && state_q == StHundreds;
    end
  end
endmodule

`default_nettype wire
