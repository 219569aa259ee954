// SPDX-License-Identifier: Apache-2.0
//
// What a far end with a clock of its own sends ll_uart_rx receives: two bytes, with up to two bits
// of idle time between them, or none; a far end whose clock is exact, or slow or fast by
// Permille, at any phase.
`default_nettype none

module ll_uart_far_fv #(
    parameter int Divider = 8,
    parameter int Permille = 40
) (
    input logic clk_i
);
  // Time is counted in parts of a clock cycle. The proof takes minutes; each bit of width counts.
  localparam int Parts = 32;
  localparam int Bit = Divider * Parts;
  localparam int Most = Bit * Permille / 1000;
  localparam int Settle = 6;  // cycles of high line at first

  (* anyconst *) logic [9:0] bit_time;
  (* anyconst *) logic [4:0] phase;
  (* anyconst *) logic [9:0] gap;
  (* anyconst *) logic [7:0] first;
  (* anyconst *) logic [7:0] second;
  always_comb begin
    assume (bit_time == Bit - Most || bit_time == Bit || bit_time == Bit + Most);
    assume (phase < Parts);
    assume (gap <= 2 * Bit);
  end

  // The line: which of its levels, and how long that lasts from now on. Level 0 is idle, 10 the
  // first stop bit, 20 the second.
  logic [20:0] levels;
  assign levels = {1'b1, second, 1'b0, 1'b1, first, 1'b0, 1'b1};
  logic [4:0] at_q = 0;
  logic [10:0] lasts_q;
  logic started = 1'b0;
  logic rx;
  assign rx = levels[at_q];
  always_ff @(posedge clk_i) begin
    started <= 1'b1;
    if (!started) lasts_q <= Settle * Parts + phase;
    else if (lasts_q > Parts) lasts_q <= lasts_q - Parts;
    else if (at_q != 20) begin
      at_q <= at_q + 1;
      lasts_q <= lasts_q - Parts + bit_time + (at_q == 9 ? gap : 0);
    end
  end
  logic over;
  assign over = at_q == 20 && lasts_q <= Parts;

  logic valid;
  logic [7:0] data;
  logic framing;
  logic overrun;

  ll_uart_rx #(
      .Divider(Divider)
  ) dut (
      .clk_i(clk_i),
      .rst_i(!started),
      .rx_i(rx),
      .valid_o(valid),
      .ready_i(1'b1),
      .data_o(data),
      .framing_o(framing),
      .overrun_o(overrun)
  );

  logic [1:0] got_q = 0;
  logic [2:0] rest_q = 0;  // cycles since it was over
  always_ff @(posedge clk_i) begin
    if (started && valid) got_q <= got_q + 1;
    if (over && rest_q != 7) rest_q <= rest_q + 1;
  end

  always_comb begin
    if (started) begin a_no_error : assert (!framing && !overrun); end
    if (started && valid) begin a_same : assert (got_q == 0 ? data == first : got_q == 1 && data == second); end
    if (rest_q == 7) begin a_both : assert (got_q == 2); end
    c_slow : cover (rest_q == 7 && bit_time == Bit + Most && first == 8'h00 && second == 8'hff);
    c_fast : cover (rest_q == 7 && bit_time == Bit - Most && gap == 0 && first == 8'h2d);
  end
endmodule
`default_nettype wire
