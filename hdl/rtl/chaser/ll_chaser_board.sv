// SPDX-License-Identifier: Apache-2.0
//
// A complete board that plays CHaser over a serial line (docs/protocol-chaser.md).
//
//   rx ---> ll_serial_shell ---> ll_chaser_player
//   tx <---                 <---
//
// Handshake:  none beyond the lines, which end with CR LF.
// Latency:    an answer's first bit follows the question's last stop bit by a few clock cycles.
// Throughput: a question at a time.
// Reset:      synchronous, for one cycle at least; then it sends its name. A host that opens the
//             serial line later misses it: reset the board then.
//
// Parameters
//   ClockHz, Baud  see ll_serial_shell
//   Name, Seed     see ll_chaser_player
`default_nettype none

module ll_chaser_board #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter logic [31:0] Name = "LOOP",
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic clk_i,
    input  logic rst_i,
    // serial line
    input  logic rx_i,
    output logic tx_o
);
  logic char_valid, char_ready, eol, bad;
  logic [7:0] char;
  logic answer_valid, answer_ready, answer_eol;
  logic [7:0] answer_char;

  ll_serial_shell #(
      .ClockHz  (ClockHz),
      .Baud     (Baud),
      .MaxLength(16),
      .CrLf     (1)
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

  ll_chaser_player #(
      .Name(Name),
      .Seed(Seed)
  ) player (
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
      .answer_eol_o  (answer_eol)
  );
endmodule

`default_nettype wire
