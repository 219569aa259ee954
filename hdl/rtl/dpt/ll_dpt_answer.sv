// SPDX-License-Identifier: Apache-2.0
//
// Writes an answer of DPT as text: the turn, and if there is one an action, such as 31 1 0 -1.
//
// Handshake:  an answer passes in a cycle in which valid_i and ready_o are high and holds until then:
//             that in which the end of its line passes. Characters and the end of the line pass at
//             answer_*, as at the player port of ll_serial_shell, and hold until they do.
// Latency:    a character is offered the cycle after valid_i rises.
// Throughput: a character in every cycle, and one cycle more for a line.
// Reset:      synchronous, for one cycle at least; a line in progress is dropped.
//
//   turn_i, first_i     see ll_dpt_line
//   act_i               there is an action; without one all agents stay
//   kind_i, dx_i, dy_i  see ll_dpt_plan
`default_nettype none

module ll_dpt_answer (
    input  logic               clk_i,
    input  logic               rst_i,
    // the answer
    input  logic               valid_i,
    output logic               ready_o,
    input  logic        [15:0] turn_i,
    input  logic        [ 1:0] first_i,
    input  logic               act_i,
    input  logic        [ 1:0] kind_i,
    input  logic signed [ 1:0] dx_i,
    input  logic signed [ 1:0] dy_i,
    // text
    output logic               answer_valid_o,
    input  logic               answer_ready_i,
    output logic        [ 7:0] answer_char_o,
    output logic               answer_eol_o
);
  typedef enum logic [3:0] {
    StIdle,
    StTurn,
    StSpaceKind,
    StKind,
    StSpaceX,
    StMinusX,
    StX,
    StSpaceY,
    StMinusY,
    StY,
    StEnd
  } state_e;
  logic [3:0] state_q;
  logic [1:0] digit_q;  // of the turn, from the last one, 0

  logic passes;
  logic [3:0] digit;
  logic step_x, step_y;
  assign passes = answer_valid_o && answer_ready_i;
  assign digit = turn_i[{digit_q, 2'd0}+:4];
  assign step_x = dx_i[0];
  assign step_y = dy_i[0];

  assign answer_valid_o = state_q != StIdle;
  assign answer_eol_o = state_q == StEnd;
  assign ready_o = state_q == StEnd && answer_ready_i;

  always_comb begin
    case (state_q)
      StTurn: answer_char_o = {4'h3, digit};
      StKind: answer_char_o = {6'b001100, kind_i};
      StMinusX, StMinusY: answer_char_o = "-";
      StX: answer_char_o = {7'b0011000, step_x};
      StY: answer_char_o = {7'b0011000, step_y};
      default: answer_char_o = " ";
    endcase
  end

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        digit_q <= first_i;
        if (valid_i) state_q <= StTurn;
      end
      StTurn:
      if (passes) begin
        digit_q <= digit_q - 2'd1;
        if (digit_q == 2'd0) state_q <= act_i ? StSpaceKind : StEnd;
      end
      StSpaceKind: if (passes) state_q <= StKind;
      StKind: if (passes) state_q <= StSpaceX;
      StSpaceX: if (passes) state_q <= dx_i[1] ? StMinusX : StX;
      StMinusX: if (passes) state_q <= StX;
      StX: if (passes) state_q <= StSpaceY;
      StSpaceY: if (passes) state_q <= dy_i[1] ? StMinusY : StY;
      StMinusY: if (passes) state_q <= StY;
      StY: if (passes) state_q <= StEnd;
      default: if (passes) state_q <= StIdle;
    endcase
    if (rst_i) state_q <= StIdle;
  end
endmodule

`default_nettype wire
