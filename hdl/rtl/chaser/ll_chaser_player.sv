// SPDX-License-Identifier: Apache-2.0
//
// The player's side of CHaser's protocol. It sends its name, then in each turn gr for @, a method
// for the nine cells, and # for the method's result. When the game is over it sends its name for
// the next one.
//
// Handshake:  characters and ends of lines pass at char_* and answer_* in a cycle in which valid and
//             ready are high, as at the player port of ll_serial_shell. Outputs hold until they
//             pass. It accepts every line and answers only the expected one; @ begins a turn at any time.
// Latency:    an answer is offered 2 clock cycles after the end of the line.
// Throughput: a line at a time.
// Reset:      synchronous, for one cycle at least; then it sends its name.
//
// Parameters
//   Name   four characters, printable
//   Seed   of its LFSR noise; see ll_lfsr
`default_nettype none

module ll_chaser_player #(
    parameter logic [31:0] Name = "LOOP",
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // the host's lines
    input  logic       char_valid_i,
    output logic       char_ready_o,
    input  logic [7:0] char_i,
    input  logic       eol_i,
    input  logic       bad_i,
    // and the answers
    output logic       answer_valid_o,
    input  logic       answer_ready_i,
    output logic [7:0] answer_char_o,
    output logic       answer_eol_o
);
  localparam logic [1:0] Walk = 2'd0;

  logic ask, seen, over;
  logic [17:0] window;

  assign char_ready_o = 1'b1;

  ll_chaser_line line (
      .clk_i,
      .rst_i,
      .char_valid_i,
      .char_i,
      .eol_i,
      .bad_i,
      .ask_o   (ask),
      .seen_o  (seen),
      .over_o  (over),
      .window_o(window)
  );

  // Luck runs on all the time: what is drawn depends on when the host asks.
  logic [4:0] noise;
  ll_lfsr #(
      .Seed (Seed),
      .Width(5)
  ) lfsr (
      .clk_i,
      .rst_i,
      .step_i (1'b1),
      .value_o(noise)
  );

  logic [1:0] ahead_q, action, direction;
  ll_chaser_chooser chooser (
      .window_i   (window),
      .ahead_i    (ahead_q),
      .noise_i    (noise),
      .action_o   (action),
      .direction_o(direction)
  );

  // The letters of a method.
  logic [7:0] action_char, direction_char;
  always_comb begin
    case (action)
      2'd0: action_char = "w";
      2'd1: action_char = "l";
      2'd3: action_char = "p";
      default: action_char = "s";  // which this strategy never does
    endcase
    case (direction)
      2'd0: direction_char = "u";
      2'd1: direction_char = "r";
      2'd2: direction_char = "l";
      default: direction_char = "d";
    endcase
  end

  // What a line of digits would answer.
  typedef enum logic [1:0] {
    StNothing,  // no turn
    StAround,   // gr: what is around
    StSeen      // the method: what it shows
  } state_e;
  state_e state_q;

  // The line that is sent: characters from the highest on, then its end.
  logic sending_q, again_q;
  logic [31:0] text_q;
  logic [2:0] left_q;

  assign answer_valid_o = sending_q;
  assign answer_char_o = text_q[31:24];
  assign answer_eol_o = left_q == 3'd0;

  always_ff @(posedge clk_i) begin
    if (sending_q && answer_ready_i) begin
      text_q <= {text_q[23:0], 8'd0};
      left_q <= left_q - 3'd1;
      if (left_q == 3'd0) begin
        // Behind the # of a game that is over comes the name.
        sending_q <= again_q;
        again_q <= 1'b0;
        text_q <= Name;
        left_q <= 3'd4;
      end
    end else if (!sending_q && ask) begin
      sending_q <= 1'b1;
      text_q <= {"gr", 16'd0};
      left_q <= 3'd2;
      state_q <= StAround;
    end else if (!sending_q && seen && state_q != StNothing) begin
      sending_q <= 1'b1;
      if (state_q == StAround && !over) begin
        text_q <= {action_char, direction_char, 16'd0};
        left_q <= 3'd2;
        state_q <= StSeen;
        if (action == Walk) ahead_q <= direction;
      end else begin
        text_q <= {"#", 24'd0};
        left_q <= 3'd1;
        state_q <= StNothing;
        again_q <= over;
      end
    end
    if (rst_i) begin
      state_q <= StNothing;
      sending_q <= 1'b1;
      again_q <= 1'b0;
      text_q <= Name;
      left_q <= 3'd4;
      ahead_q <= 2'd0;
    end
  end
endmodule

`default_nettype wire
