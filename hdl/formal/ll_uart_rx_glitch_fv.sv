// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_uart_rx on a line that is low now and then, but never for as long as a quarter
// of a bit: nothing.
`default_nettype none

module ll_uart_rx_glitch_fv #(
    parameter int Divider = 8
) (
    input logic clk_i,
    input logic rst_i,
    input logic rx_i,
    input logic ready_i
);
  logic valid;
  logic [7:0] data;
  logic framing;
  logic overrun;

  ll_uart_rx #(
      .Divider(Divider)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_i(rx_i),
      .valid_o(valid),
      .ready_i(ready_i),
      .data_o(data),
      .framing_o(framing),
      .overrun_o(overrun)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The largest number of samples that see a low shorter than a quarter of a bit.
  localparam int Quarter = (Divider + 3) / 4;
  logic [15:0] low_q = 0;  // looks in a row
  always_ff @(posedge clk_i) low_q <= rx_i ? 0 : low_q + 1;
  always_comb assume (rx_i || low_q < Quarter);
  // Two glitches nearer to each other than that would be one.
  logic [15:0] high_q = 0;
  always_ff @(posedge clk_i) high_q <= !rx_i ? 0 : high_q == Quarter ? Quarter : high_q + 1;
  always_comb assume (rx_i || low_q != 0 || high_q == Quarter || !started);

  always_comb begin
    if (started) begin a_nothing : assert (!valid && !framing && !overrun); end
    c_longest : cover (started && rx_i && low_q == Quarter);
    c_again : cover (started && !rx_i && low_q == 0 && high_q == Quarter);
  end
endmodule
`default_nettype wire
