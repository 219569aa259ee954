// SPDX-License-Identifier: Apache-2.0
//
// The contest board that searches and values windows of the rim, on 1BitSquared's iCEBreaker. The
// windows' weights come from the board's flash, from 1 MiB on: docs/rtl/windows.md. Without them it plays
// by the tracks alone. Pins: icebreaker_flash.pcf.
//
// The host reaches it through channel B of the board's FT2232H, the second of
// the two serial ports that appear: 115200 baud, 8 data bits, no parity, 1 stop bit.
//
// LEDs: green when the weights are loaded, red choosing a move. The user button resets, and loads again.
//
// Reset:   at power-up, and as long as the button is pressed or a PLL is not locked, and 256 clock
//          cycles more.
// Latency, throughput and handshake: those of ll_board and ll_flash_loader, which takes 4.27 million clock
// cycles: 0.36 s at 12 MHz.
//
// Parameters: as in ll_board, and
//   Pll   1 for a PLL that makes 18 MHz of the board's 12; ClockHz is its rate unless it is given
`default_nettype none

module ll_top_icebreaker_windows #(
    parameter bit Pll = 1'b0,
    parameter int ClockHz = Pll ? 18_000_000 : 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter logic [15:0] TeamCode = "LW",
    parameter int BudgetCycles = ClockHz / 10 * 9
) (
    input  logic clk_i,
    input  logic rx_i,
    output logic tx_o,
    input  logic button_ni,
    output logic led_red_no,
    output logic led_green_no,
    output logic flash_sck_o,
    output logic flash_cs_no,
    output logic flash_mosi_o,
    input  logic flash_miso_i
);
  logic clk, locked, rst, busy, lit, weights, load, unused_done;
  logic [16:0] load_address;
  logic [15:0] load_data;

  if (Pll) begin : gen_pll
    ll_pll #(
        .Multiply(47),
        .Divide(5),
        .Pad(1'b1)
    ) u_pll (
        .clk_i,
        .clk_o(clk),
        .locked_o(locked)
    );
  end else begin : gen_direct
    assign clk = clk_i;
    assign locked = 1'b1;
  end

  ll_reset u_reset (
      .clk_i(clk),
      .ask_i(~button_ni | ~locked),
      .rst_o(rst)
  );

  ll_flash_loader u_loader (
      .clk_i(clk),
      .rst_i(rst),
      .sck_o(flash_sck_o),
      .cs_no(flash_cs_no),
      .mosi_o(flash_mosi_o),
      .miso_i(flash_miso_i),
      .load_o(load),
      .load_address_o(load_address),
      .load_data_o(load_data),
      .done_o(unused_done),
      .ok_o(weights)
  );

  ll_board #(
      .ClockHz(ClockHz),
      .Baud(Baud),
      .LogSize(LogSize),
      .TeamCode(TeamCode),
      .Searching(1'b1),
      .BudgetCycles(BudgetCycles),
      .Windows(1'b1)
  ) u_board (
      .clk_i(clk),
      .rst_i (rst),
      .weights_i(weights),
      .load_i(load),
      .load_address_i(load_address),
      .load_data_i(load_data),
      .rx_i,
      .tx_o,
      .busy_o(busy)
  );

  ll_leds u_leds (
      .clk_i(clk),
      .rst_i(rst),
      .on_i (busy),
      .lit_o(lit)
  );

  assign led_red_no = ~lit;
  assign led_green_no = ~weights;
endmodule

`default_nettype wire
