// SPDX-License-Identifier: Apache-2.0
//
// What ll_uart_tx sends ll_uart_rx receives: any bytes at any times, all of them, each once, in
// their order, unchanged, within the time of a frame and a few cycles.
`default_nettype none

module ll_uart_link_fv #(
    parameter int Divider = 4
) (
    input wire clk_i,
    input wire rst_i,
    input wire valid_i,
    input wire [7:0] data_i
);
  wire ready;
  wire line;
  wire valid;
  wire [7:0] data;
  wire framing;
  wire overrun;

  ll_uart_tx #(
      .Divider(Divider)
  ) tx (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(data_i),
      .tx_o(line)
  );

  ll_uart_rx #(
      .Divider(Divider)
  ) rx (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_i(line),
      .valid_o(valid),
      .ready_i(1'b1),
      .data_o(data),
      .framing_o(framing),
      .overrun_o(overrun)
  );

  // A reset, then none; the receiver wants to see a high line before the first byte.
  localparam integer Settle = 6;
  reg [2:0] age_q = 0;
  always @(posedge clk_i) if (age_q != Settle) age_q <= age_q + 1;
  wire started = age_q != 0;
  always @* assume (rst_i == (age_q == 0));
  always @* assume (!valid_i || age_q == Settle);

  // The bytes under way, the oldest first: two at most.
  wire put = valid_i && ready;
  reg [1:0] under_way_q = 0;
  reg [7:0] first_q, second_q;
  always @(posedge clk_i) begin
    if (started) under_way_q <= under_way_q + put - valid;
    if (valid) first_q <= second_q;
    if (put) begin
      if (under_way_q == (valid ? 1 : 0)) first_q <= data_i;
      else second_q <= data_i;
    end
  end

  reg [7:0] was_q;  // the byte that came out before
  always @(posedge clk_i) if (valid) was_q <= data;

  // Cycles since the last byte was taken: after the middle of its stop bit and 5 cycles it is out.
  localparam integer Latency = 9 * Divider + (Divider - 1) / 2 + 5;
  reg [9:0] since_q = 0;
  always @(posedge clk_i) since_q <= put ? 1 : since_q == Latency + 1 ? Latency + 1 : since_q + 1;

  always @* begin
    if (started) begin
      a_no_error : assert (!framing && !overrun);
      if (valid) begin a_same : assert (under_way_q != 0 && data == first_q); end
      a_two : assert (under_way_q <= 2);
      if (since_q == Latency + 1) begin a_in_time : assert (under_way_q == 0); end
    end
    c_byte : cover (started && valid && data == 8'h2d);
    c_two : cover (started && valid && data == 8'h42 && was_q == 8'h41);
  end
endmodule
`default_nettype wire
