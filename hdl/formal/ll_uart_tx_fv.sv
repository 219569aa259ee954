// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_uart_tx for any bytes and resets at any times.
`default_nettype none

module ll_uart_tx_fv #(
    parameter int Divider = 4
) (
    input logic clk_i,
    input logic rst_i,
    input logic valid_i,
    input logic [7:0] data_i
);
  logic ready;
  logic tx;

  ll_uart_tx #(
      .Divider(Divider)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(data_i),
      .tx_o(tx)
  );

  // The first cycle is a reset; what was before it is unknown.
  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  // The frame on the line: its bits yet to come, the lowest first, how many these are, and how many
  // more cycles the first of them lasts. 0 left is idle.
  localparam int Width = $clog2(Divider);
  logic [9:0] frame_q;
  logic [3:0] left_q;
  logic [Width-1:0] count_q;
  logic idle;
  assign idle = left_q == 0;
  logic last;
  assign last = left_q == 1 && count_q == 0;
  logic take;
  assign take = valid_i && ready && !rst_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      left_q  <= 0;
      count_q <= 0;
    end else if (take) begin
      frame_q <= {1'b1, data_i, 1'b0};
      left_q  <= 10;
      count_q <= Divider - 1;
    end else if (count_q != 0) count_q <= count_q - 1;
    else if (!idle) begin
      frame_q <= frame_q >> 1;
      left_q  <= left_q - 1;
      count_q <= last ? 0 : Divider - 1;
    end
  end

  always_comb begin
    if (started) begin
      // The line.
      if (idle) begin a_idle : assert (tx); end
      if (!idle) begin a_frame : assert (tx == frame_q[0]); end
      // A byte is taken when idle and in the last cycle of the one before, no sooner, no later.
      a_ready : assert (ready == (idle || last));
    end
  end

  // Bytes back to back, and a line that comes to rest.
  logic [1:0] taken_q = 0;
  always_ff @(posedge clk_i) if (take && taken_q != 3) taken_q <= taken_q + 1;
  always_comb begin
    c_back_to_back : cover (started && last && take && data_i == 8'ha5);
    c_rest : cover (started && taken_q == 2 && idle);
    c_cut : cover (started && rst_i && left_q == 5);
  end
endmodule
`default_nettype wire
