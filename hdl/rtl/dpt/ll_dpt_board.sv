// SPDX-License-Identifier: Apache-2.0
//
// A complete board that plays DPT over a serial line (docs/protocol-dpt.md).
//
//   rx ---> ll_serial_shell ---> ll_dpt_player
//   tx <---                 <---
//
// Handshake:  none beyond the lines.
// Latency:    the answer's first bit follows the question's last stop bit by less than 700,000 clock
//             cycles on a field of 12 by 12 cells, 58 ms at 12 MHz; on one of 16 by 16 by 5,000,000.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least; it says nothing until it is asked.
//
// Parameters
//   ClockHz, Baud  see ll_serial_shell
`default_nettype none

module ll_dpt_board #(
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

  ll_dpt_player player (
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
