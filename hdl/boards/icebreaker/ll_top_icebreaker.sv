// SPDX-License-Identifier: Apache-2.0
//
// The contest board on 1BitSquared's iCEBreaker. Pins: icebreaker.pcf.
//
// The host reaches it through channel B of the board's FT2232H, the second of
// the two serial ports that appear: 115200 baud, 8 data bits, no parity, 1 stop bit.
//
// LEDs: green out of reset, red choosing a move. The user button resets.
//
// Reset:   at power-up, and as long as the button is pressed, for 256 clock cycles.
// Latency, throughput and handshake: those of ll_board.
//
// Parameters: as in ll_board.
`default_nettype none

module ll_top_icebreaker #(
    parameter int ClockHz = 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter bit Searching = 1'b0,
    parameter logic [15:0] TeamCode = Searching ? "LS" : "LL",
    parameter int BudgetCycles = Searching ? ClockHz / 10 * 9 : ClockHz / 2,
    parameter logic [15:0] Seed = 16'd1
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

  ll_board #(
      .ClockHz(ClockHz),
      .Baud(Baud),
      .LogSize(LogSize),
      .TeamCode(TeamCode),
      .Searching(Searching),
      .BudgetCycles(BudgetCycles),
      .Seed(Seed)
  ) u_board (
      .clk_i,
      .rst_i (rst),
      .weights_i(1'b0),
      .load_i(1'b0),
      .load_address_i(17'd0),
      .load_data_i(16'd0),
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
