// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_uart_rx on any line.
`default_nettype none

module ll_uart_rx_fv #(
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

  // What was a cycle ago.
  logic was_held, was_reset, was_valid, was_framing;
  logic [7:0] was_data;
  always_ff @(posedge clk_i) begin
    was_held <= valid && !ready_i && !rst_i;
    was_reset <= rst_i;
    was_valid <= valid;
    was_framing <= framing;
    was_data <= data;
  end

  always_comb begin
    if (started && !was_reset) begin
      // A byte that is not taken stays as it is.
      if (was_held) begin a_held : assert (valid && data == was_data); end
      // An overrun is reported only while a byte is held back; both errors are never reported at once.
      if (overrun) begin a_overrun : assert (was_held); end
      a_one_error : assert (!(framing && overrun));
      if (was_framing) begin a_pulse : assert (!framing); end
    end
  end

  always_comb begin
    c_byte : cover (started && valid && data == 8'h5a);
    c_framing : cover (started && framing);
    c_overrun : cover (started && overrun);
  end
endmodule
`default_nettype wire
