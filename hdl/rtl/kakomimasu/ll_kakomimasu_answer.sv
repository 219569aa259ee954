// SPDX-License-Identifier: Apache-2.0
//
// Writes the answers of Kakomimasu as text: the name, or the turn and the actions, such as 31 0 M 4 12 3 P 0 7.
//
// Handshake:  the name, an action or the end of a turn's actions passes in a cycle in which valid_i and
//             ready_o are high and holds until then: that in which the last of its characters or the
//             end of the line passes. The turn holds until the end has passed. Characters and the
//             end of the line pass at answer_*, as at the player port of ll_serial_shell, and hold
//             until they do.
// Latency:    a character is offered the cycle after valid_i rises.
// Throughput: a character in every cycle, a cycle more for an action and one for a line.
// Reset:      synchronous, for one cycle at least; a line in progress is dropped.
//
//   name_i                    the name, else an action or the end
//   turn_i, first_i           see ll_kakomimasu_line
//   kind_i, agent_i, x_i, y_i see ll_kakomimasu_plan; numbers are 0 to 39
`default_nettype none

module ll_kakomimasu_answer (
    input  logic        clk_i,
    input  logic        rst_i,
    // the answer
    input  logic        valid_i,
    output logic        ready_o,
    input  logic        name_i,
    input  logic [15:0] turn_i,
    input  logic [ 1:0] first_i,
    input  logic [ 1:0] kind_i,
    input  logic [ 4:0] agent_i,
    input  logic [ 5:0] x_i,
    input  logic [ 5:0] y_i,
    // text
    output logic        answer_valid_o,
    input  logic        answer_ready_i,
    output logic [ 7:0] answer_char_o,
    output logic        answer_eol_o
);
  localparam logic [63:0] Name = "loopline";

  typedef enum logic [2:0] {
    StIdle,
    StName,
    StTurn,
    StAction,  // the next one, or the end
    StSpace,
    StTens,
    StUnits,
    StEnd
  } state_e;
  logic [2:0] state_q;
  logic [2:0] left_q;  // characters of the name, or digits of the turn, behind this one

  // The words of an action: its agent, letter, column and row.
  logic [1:0] word_q;
  logic [5:0] number;
  logic [1:0] tens;
  logic [3:0] units;
  logic [7:0] letter;
  logic [3:0] digit;
  always_comb begin
    case (word_q)
      2'd0: number = {1'b0, agent_i};
      2'd2: number = x_i;
      default: number = y_i;
    endcase
    tens = 2'd0;
    if (number >= 6'd30) tens = 2'd3;
    else if (number >= 6'd20) tens = 2'd2;
    else if (number >= 6'd10) tens = 2'd1;
    case (kind_i)
      2'd1: letter = "P";
      2'd2: letter = "M";
      default: letter = "R";
    endcase
  end
  assign units = number[3:0] - {tens[0], tens[1], tens[0], 1'b0};  // less ten times the tens, modulo 16
  assign digit = turn_i[{left_q[1:0], 2'd0}+:4];

  logic passes, last_word;
  assign passes = answer_valid_o && answer_ready_i;
  assign last_word = word_q == 2'd3;

  assign answer_valid_o = state_q != StIdle && state_q != StAction;
  assign answer_eol_o = state_q == StEnd;
  assign ready_o = answer_ready_i && (state_q == StEnd || (state_q == StUnits && last_word));

  always_comb begin
    case (state_q)
      StName: answer_char_o = Name[{left_q, 3'd0}+:8];
      StTurn: answer_char_o = {4'h3, digit};
      StTens: answer_char_o = {6'b001100, tens};
      StUnits: answer_char_o = word_q == 2'd1 ? letter : {4'h3, units};
      default: answer_char_o = " ";
    endcase
  end

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        left_q <= name_i ? 3'd7 : {1'b0, first_i};
        if (valid_i) state_q <= name_i ? StName : StTurn;
      end
      StName, StTurn:
      if (passes) begin
        left_q <= left_q - 3'd1;
        if (left_q == 3'd0) state_q <= state_q == StName ? StEnd : StAction;
      end
      StAction: begin
        word_q <= 2'd0;
        if (valid_i) state_q <= kind_i == 2'd0 ? StEnd : StSpace;
      end
      StSpace: if (passes) state_q <= word_q != 2'd1 && tens != 2'd0 ? StTens : StUnits;
      StTens: if (passes) state_q <= StUnits;
      StUnits:
      if (passes) begin
        word_q  <= word_q + 2'd1;
        state_q <= last_word ? StAction : StSpace;
      end
      default: if (passes) state_q <= StIdle;
    endcase
    if (rst_i) state_q <= StIdle;
  end
endmodule

`default_nettype wire
