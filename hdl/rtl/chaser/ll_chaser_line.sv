// SPDX-License-Identifier: Apache-2.0
//
// Decodes the host's lines of CHaser: @, or ten digits: a control digit and nine cells.
//
// Handshake:  characters and ends of lines come in in each cycle in which char_valid_i is high, as
//             from ll_line_rx; each is taken at once. ask_o or seen_o is high for one cycle.
// Latency:    the cycle after the end of the line. Throughput: a character in every cycle.
// Reset:      synchronous, for one cycle at least; a partial line is dropped.
//
//   ask_o     the line was @
//   seen_o    the line was ten digits from 0 to 3; over_o and window_o hold its content until the
//             next line begins
//   over_o    the control digit is 0: the game is over
//   window_o  nine cells of two bits, the first in the lowest: 0 floor, 1 the other player, 2 a
//             block, 3 an item
`default_nettype none

module ll_chaser_line (
    input  logic        clk_i,
    input  logic        rst_i,
    // the host's lines
    input  logic        char_valid_i,
    input  logic [ 7:0] char_i,
    input  logic        eol_i,
    input  logic        bad_i,
    // what they say
    output logic        ask_o,
    output logic        seen_o,
    output logic        over_o,
    output logic [17:0] window_o
);
  localparam logic [3:0] Digits = 4'd10;

  logic [3:0] length_q;  // characters of the line, up to 11
  logic at_q;  // the first is @
  logic digits_q;  // all are digits
  logic [19:0] text_q;  // the last ten, two bits each, the last in the highest
  logic ask_q, seen_q;

  assign ask_o = ask_q;
  assign seen_o = seen_q;
  assign over_o = text_q[1:0] == 2'd0;
  assign window_o = text_q[19:2];

  always_ff @(posedge clk_i) begin
    ask_q <= 1'b0;
    seen_q <= 1'b0;
    if (char_valid_i && eol_i) begin
      ask_q <= !bad_i && at_q && length_q == 4'd1;
      seen_q <= !bad_i && digits_q && length_q == Digits;
      length_q <= 4'd0;
      at_q <= 1'b0;
      digits_q <= 1'b1;
    end else if (char_valid_i) begin
      if (length_q <= Digits) length_q <= length_q + 4'd1;
      if (length_q == 4'd0) at_q <= char_i == "@";
      if (char_i[7:2] != 6'h0c) digits_q <= 1'b0;  // 0x30 to 0x33
      text_q <= {char_i[1:0], text_q[19:2]};
    end
    if (rst_i) begin
      ask_q <= 1'b0;
      seen_q <= 1'b0;
      length_q <= 4'd0;
      at_q <= 1'b0;
      digits_q <= 1'b1;
    end
  end
endmodule

`default_nettype wire
