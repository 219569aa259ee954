// SPDX-License-Identifier: Apache-2.0
//
// What ll_uart_tx sends ll_uart_rx receives: any bytes at any times, all of them, each once, in
// their order, unchanged, within the time of a frame and a few cycles.
`default_nettype none

module ll_uart_link_fv #(
    parameter int Divider = 4
) (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic [7:0] data_i
);
  logic ready;
  logic line;
  logic valid;
  logic [7:0] data;
  logic framing;
  logic overrun;

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
  localparam int Settle = 6;
  logic [2:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != Settle) age_q <= age_q + 1;
  logic started;
  assign started = age_q != 0;
  always_comb assume (rst_i == (age_q == 0));
  always_comb assume (!valid_i || age_q == Settle);

  // The bytes under way, the oldest first: two at most.
  logic put;
  assign put = valid_i && ready;
  logic [1:0] under_way_q = 0;
  logic [7:0] first_q, second_q;
  always_ff @(posedge clk_i) begin
    if (started) under_way_q <= under_way_q + put - valid;
    if (valid) first_q <= second_q;
    if (put) begin
      if (under_way_q == (valid ? 1 : 0)) first_q <= data_i;
      else second_q <= data_i;
    end
  end

  logic [7:0] was_q;  // the byte that came out before
  always_ff @(posedge clk_i) if (valid) was_q <= data;

  // Cycles since the last byte was taken: after the middle of its stop bit and 5 cycles it is out.
  localparam int Latency = 9 * Divider + (Divider - 1) / 2 + 5;
  logic [9:0] since_q = 0;
  always_ff @(posedge clk_i) since_q <= put ? 1 : since_q == Latency + 1 ? Latency + 1 : since_q + 1;

  always_comb begin
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
