// SPDX-License-Identifier: Apache-2.0
//
// The board that plays Kakomimasu on Lattice's iCE40HX-8K Breakout Board. Pins: hx8k.pcf.
//
// The host reaches it through channel B of the board's FT2232H, the second of
// the two serial ports that appear: 115200 baud, 8 data bits, no parity, 1 stop bit.
//
// LEDs: led_o[0] out of reset, [1] choosing an action, [2] receiving, [3] sending,
// the others dark.
//
// Reset:   at power-up, for 256 clock cycles.
// Latency, throughput and handshake: those of ll_kakomimasu_board.
//
// Parameters: as in ll_kakomimasu_board.
`default_nettype none

module ll_top_hx8k_kakomimasu #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200
) (
    input  logic       clk_i,
    input  logic       rx_i,
    output logic       tx_o,
    output logic [7:0] led_o
);
  logic rst, busy, rx_q;
  logic [2:0] lit;

  ll_reset u_reset (
      .clk_i,
      .ask_i(1'b0),
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

  always_ff @(posedge clk_i) rx_q <= rx_i;
  ll_leds #(
      .Count(3)
  ) u_leds (
      .clk_i,
      .rst_i(rst),
      .on_i ({~tx_o, ~rx_q, busy}),
      .lit_o(lit)
  );

  assign led_o = {4'd0, lit, ~rst};
endmodule

`default_nettype wire
