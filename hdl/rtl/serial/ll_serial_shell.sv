// SPDX-License-Identifier: Apache-2.0
//
// The serial half of a contest board, for any game: a serial line outside, lines of text
// inside. The game is whatever player sits at the player port.
//
//   rx ---> ll_uart_rx ---> ll_line_rx ---> char_*   \
//                                                     player port
//   tx <--- ll_uart_tx <--- ll_line_tx <--- answer_* /
//
// Handshake:  at the player port text passes in a cycle in which valid and ready are high:
//             char_valid_o and char_ready_i of the host's lines, answer_valid_i and
//             answer_ready_o of the player's. Each is a character or, with eol high, the end of
//             a line. A player may take a line whole, answer while a line comes in, or speak first.
//             An offered character must hold until it passes. A player that accepts a line
//             too late loses bytes of it: the line is then bad.
// Lines:      those of ll_line_rx: bad_o, with eol_o, marks an invalid line.
// Latency:    a character reaches the player port at most 4 clock cycles after the middle of its
//             stop bit; the start bit of an answer's character follows its passing by 1 cycle.
// Throughput: that of the serial line, in both directions at once.
// Reset:      synchronous, for one cycle at least; a byte in progress is cut short.
//
// Parameters
//   ClockHz     of clk_i, in Hz
//   Baud        bits a second on both lines. ClockHz / Baud, rounded, is the length of a
//               bit in cycles: at least 4, and within 2 % of the true one
//   MaxLength   characters of a line of the host, spaces included; 1 or more
//   CrLf        1 to end answers by CR LF, 0 by LF; the host may use either, or CR
`default_nettype none

module ll_serial_shell #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter int MaxLength = 16,
    parameter int CrLf = 0
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // serial line
    input  logic       rx_i,
    output logic       tx_o,
    // player port: the host's lines
    output logic       char_valid_o,
    input  logic       char_ready_i,
    output logic [7:0] char_o,
    output logic       eol_o,           // an end of line; char_o has no meaning
    output logic       bad_o,           // with eol_o: the line is not to be trusted
    // player port: the player's lines
    input  logic       answer_valid_i,
    output logic       answer_ready_o,
    input  logic [7:0] answer_char_i,
    input  logic       answer_eol_i     // an end of line; answer_char_i has no meaning
);
  localparam int Divider = (ClockHz + Baud / 2) / Baud;
  localparam int Actual = Divider * Baud;
  localparam int Error = Actual > ClockHz ? Actual - ClockHz : ClockHz - Actual;

  if (Divider < 4) begin : gen_check_divider
    ll_serial_shell_ClockHz_must_be_4_times_Baud_or_more u_error ();
  end
  if (Error > ClockHz / 50) begin : gen_check_error
    ll_serial_shell_Baud_must_be_within_2_percent_of_ClockHz_over_an_integer u_error ();
  end

  logic rx_valid, rx_ready, framing, overrun;
  logic [7:0] rx_data;

  ll_uart_rx #(
      .Divider(Divider)
  ) uart_rx (
      .clk_i,
      .rst_i,
      .rx_i,
      .valid_o  (rx_valid),
      .ready_i  (rx_ready),
      .data_o   (rx_data),
      .framing_o(framing),
      .overrun_o(overrun)
  );

  ll_line_rx #(
      .MaxLength(MaxLength)
  ) line_rx (
      .clk_i,
      .rst_i,
      .valid_i(rx_valid),
      .ready_o(rx_ready),
      .data_i (rx_data),
      .lost_i (framing || overrun),
      .char_valid_o,
      .char_ready_i,
      .char_o,
      .eol_o,
      .bad_o
  );

  logic tx_valid, tx_ready;
  logic [7:0] tx_data;

  ll_line_tx #(
      .CrLf(CrLf)
  ) line_tx (
      .clk_i,
      .rst_i,
      .char_valid_i(answer_valid_i),
      .char_ready_o(answer_ready_o),
      .char_i      (answer_char_i),
      .eol_i       (answer_eol_i),
      .valid_o     (tx_valid),
      .ready_i     (tx_ready),
      .data_o      (tx_data)
  );

  ll_uart_tx #(
      .Divider(Divider)
  ) uart_tx (
      .clk_i,
      .rst_i,
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .tx_o
  );
endmodule

`default_nettype wire
