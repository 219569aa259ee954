// SPDX-License-Identifier: Apache-2.0
//
// A complete board that plays Kakomimasu over a serial line (docs/protocol-kakomimasu.md).
//
//   rx ---> ll_serial_shell ---> ll_kakomimasu_player
//   tx <---                 <---
//
// Handshake:  none beyond the lines.
// Latency:    from the question's last stop bit to the answer's less than 120,000 clock cycles more
//             than its characters take, 10 ms at 12 MHz; on a field of 24 by 24 cells with 14 agents of
//             two players 35,000.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least; it says nothing until it is asked, and forgets the
//             opening.
//
// Parameters
//   ClockHz, Baud  see ll_serial_shell
`default_nettype none

module ll_kakomimasu_board #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200
) (
    input  logic clk_i,
    input  logic rst_i,
    // serial line
    input  logic rx_i,
    output logic tx_o,
    output logic busy_o  // it plans or answers
);
  logic char_valid, char_ready, eol, bad;
  logic [7:0] char;
  logic answer_valid, answer_ready, answer_eol;
  logic [7:0] answer_char;

  ll_serial_shell #(
      .ClockHz  (ClockHz),
      .Baud     (Baud),
      .MaxLength(255)
  ) shell (
      .clk_i,
      .rst_i,
      .rx_i,
      .tx_o,
      .char_valid_o  (char_valid),
      .char_ready_i  (char_ready),
      .char_o        (char),
      .eol_o         (eol),
      .bad_o         (bad),
      .answer_valid_i(answer_valid),
      .answer_ready_o(answer_ready),
      .answer_char_i (answer_char),
      .answer_eol_i  (answer_eol)
  );

  ll_kakomimasu_player player (
      .clk_i,
      .rst_i,
      .char_valid_i  (char_valid),
      .char_ready_o  (char_ready),
      .char_i        (char),
      .eol_i         (eol),
      .bad_i         (bad),
      .answer_valid_o(answer_valid),
      .answer_ready_i(answer_ready),
      .answer_char_o (answer_char),
      .answer_eol_o  (answer_eol),
      .busy_o
  );
endmodule

`default_nettype wire
