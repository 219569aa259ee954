// SPDX-License-Identifier: Apache-2.0
//
// The board that plays Kakomimasu on 1BitSquared's iCEBreaker. Pins: icebreaker.pcf.
//
// The host reaches it through channel B of the board's FT2232H, the second of
// the two serial ports that appear: 115200 baud, 8 data bits, no parity, 1 stop bit.
//
// LEDs: green out of reset, red choosing an action. The user button resets.
//
// Reset:   at power-up, and as long as the button is pressed, for 256 clock cycles.
// Latency, throughput and handshake: those of ll_kakomimasu_board.
//
// Parameters: as in ll_kakomimasu_board.
`default_nettype none

module ll_top_icebreaker_kakomimasu #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200
) (
    input  logic clk_i,
    input  logic rx_i,
    output logic tx_o,
    input  logic button_ni,
    output logic led_red_no,
    output logic led_green_no
);
  logic rst, busy, lit;

  ll_reset u_reset (
      .clk_i,
      .ask_i(~button_ni),
      .rst_o(rst)
  );

  ll_kakomimasu_board #(
      .ClockHz(ClockHz),
      .Baud(Baud)
  ) u_board (
      .clk_i,
      .rst_i (rst),
      .rx_i,
      .tx_o,
      .busy_o(busy)
  );

  ll_leds u_leds (
      .clk_i,
      .rst_i(rst),
      .on_i (busy),
      .lit_o(lit)
  );

  assign led_red_no = ~lit;
  assign led_green_no = rst;
endmodule

`default_nettype wire
