// SPDX-License-Identifier: Apache-2.0
//
// What ll_uart_rx must do on any line, whatever is on it.
`default_nettype none

module ll_uart_rx_fv #(
    parameter int Divider = 8
) (
    input wire clk_i,
    input wire rst_i,
    input wire rx_i,
    input wire ready_i
);
  wire valid;
  wire [7:0] data;
  wire framing;
  wire overrun;

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

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* if (!started) assume (rst_i);

  // What was a cycle ago.
  reg was_held, was_reset, was_valid, was_framing;
  reg [7:0] was_data;
  always @(posedge clk_i) begin
    was_held <= valid && !ready_i && !rst_i;
    was_reset <= rst_i;
    was_valid <= valid;
    was_framing <= framing;
    was_data <= data;
  end

  // Cycles since the last byte or error began to come out.
  localparam integer Frame = 10 * Divider;
  reg [15:0] since_q;
  wire out = framing || overrun || (valid && !was_valid);
  always @(posedge clk_i) begin
    if (rst_i) since_q <= 0;
    else if (out) since_q <= 1;
    else if (since_q != Frame) since_q <= since_q + 1;
  end

  always @* begin
    if (started && !was_reset) begin
      // A byte that is not taken stays as it is.
      if (was_held) begin a_held : assert (valid && data == was_data); end
      // An overrun is told only while a byte is held back; both errors never at once.
      if (overrun) begin a_overrun : assert (was_held); end
      a_one_error : assert (!(framing && overrun));
      if (was_framing) begin a_pulse : assert (!framing); end
    end
    // From the middle of a stop bit to that of the next are 10 bits at least: 9 from a start bit's
    // middle, and half a one of low line before. From a reset it is no sooner.
    if (started && !rst_i && out) begin
      a_spacing : assert (since_q >= 9 * Divider + (Divider - 1) / 2);
    end
  end

  always @* begin
    c_byte : cover (started && valid && data == 8'h5a);
    c_framing : cover (started && framing);
    c_overrun : cover (started && overrun);
  end
endmodule
`default_nettype wire
