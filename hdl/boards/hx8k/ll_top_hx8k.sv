// SPDX-License-Identifier: Apache-2.0
//
// The contest board on Lattice's iCE40HX-8K Breakout Board. Pins: hx8k.pcf.
//
// The host reaches it through channel B of the board's FT2232H, the second of
// the two serial ports that appear: 115200 baud, 8 data bits, no parity, 1 stop bit.
//
// LEDs: led_o[0] out of reset, [1] choosing a move, [2] receiving, [3] sending,
// the others dark.
//
// Reset:   at power-up, for 256 clock cycles from the one on in which a PLL is locked.
// Latency, throughput and handshake: those of ll_board.
//
// Parameters: as in ll_board, and
//   Pll   1 for a PLL that makes 48 MHz of the board's 12; ClockHz is its rate unless it is given
`default_nettype none

module ll_top_hx8k #(
    parameter bit Pll = 1'b0,
    parameter int ClockHz = Pll ? 48_000_000 : 12_000_000,
    parameter int Baud = 115_200,
    parameter int LogSize = 5,
    parameter bit Searching = 1'b0,
    parameter logic [15:0] TeamCode = Searching ? "LS" : "LL",
    parameter int BudgetCycles = Searching ? ClockHz / 10 * 9 : ClockHz / 2,
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic       clk_i,
    input  logic       rx_i,
    output logic       tx_o,
    output logic [7:0] led_o
);
  logic clk, locked, rst, busy, rx_q;
  logic [2:0] lit;

  if (Pll) begin : gen_pll
    ll_pll u_pll (
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
      .ask_i(~locked),
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
      .clk_i(clk),
      .rst_i (rst),
      .weights_i(1'b0),
      .load_i(1'b0),
      .load_address_i(17'd0),
      .load_data_i(16'd0),
      .rx_i,
      .tx_o,
      .busy_o(busy)
  );

  always_ff @(posedge clk) rx_q <= rx_i;
  ll_leds #(
      .Count(3)
  ) u_leds (
      .clk_i(clk),
      .rst_i(rst),
      .on_i ({~tx_o, ~rx_q, busy}),
      .lit_o(lit)
  );

  assign led_o = {4'd0, lit, ~rst};
endmodule

`default_nettype wire
