// SPDX-License-Identifier: Apache-2.0
//
// Decodes a line from the host: one of the questions -T, -W, -B (or -R), -E, or a move. See
// docs/protocol.md.
//
// With valid_o one of team_o, white_o, red_o, end_o, move_o is high, or none: the line
// began with a hyphen and is no question, or had no valid character. Any other
// line is a move; an invalid move has shape 3.
//
// Handshake:  characters as in ll_move_decode. The outputs hold from valid_o
//             until the cycle in which ready_i is high.
// Latency:    2 clock cycles from the end of line to valid_o.
// Throughput: one character a cycle, three cycles for an end of line.
// Reset:      synchronous; the next character is the first of a line.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
`default_nettype none

module ll_line_decode #(
    parameter int LogSize = 5
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // characters of a line
    input  logic             char_valid_i,
    output logic             char_ready_o,
    input  logic [7:0]       char_i,
    input  logic             eol_i,         // an end of line; char_i has no meaning
    input  logic             bad_i,         // with eol_i: the line is not to be trusted
    // what it says
    output logic             valid_o,
    input  logic             ready_i,
    output logic             team_o,
    output logic             white_o,
    output logic             red_o,
    output logic             end_o,
    output logic             move_o,
    // the move
    output logic [LogSize:0] col_o,
    output logic [LogSize:0] row_o,
    output logic [1:0]       shape_o
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_line_decode_LogSize_must_be_3_to_8 u_error ();
  end

  typedef enum logic [2:0] {
    StStart,   // nothing yet
    StHyphen,
    StTeam,
    StWhite,
    StRed,
    StEnd,
    StText,    // a line that does not begin with a hyphen
    StOther    // one that does and isn't a question
  } state_e;

  logic [2:0] state_q;

  ll_move_decode #(
      .LogSize(LogSize)
  ) decode (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_ready_o,
      .char_i,
      .eol_i,
      .bad_i,
      .valid_o,
      .ready_i,
      .col_o,
      .row_o,
      .shape_o
  );

  always_ff @(posedge clk_i) begin
    if (rst_i || (valid_o && ready_i)) begin
      state_q <= StStart;
    end else if (char_valid_i && char_ready_o) begin
      if (eol_i) begin
        if (bad_i && state_q != StText) state_q <= StOther;
      end else begin
        case (state_q)
          StStart: state_q <= char_i == "-" ? StHyphen : StText;
          StHyphen:
          case (char_i)
            "T": state_q <= StTeam;
            "W": state_q <= StWhite;
            "B", "R": state_q <= StRed;
            "E": state_q <= StEnd;
            default: state_q <= StOther;
          endcase
          StText: state_q <= StText;
          default: state_q <= StOther;
        endcase
      end
    end
  end

  assign team_o = state_q == StTeam;
  assign white_o = state_q == StWhite;
  assign red_o = state_q == StRed;
  assign end_o = state_q == StEnd;
  assign move_o = state_q == StText;
endmodule

`default_nettype wire
