// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_lfsr, for any steps and resets: never 0, and the next value is the one
// before, shifted, with the parity of the bits that the polynomial names.
`default_nettype none

module ll_lfsr_fv #(
    parameter int Seed = 1
) (
    input logic clk_i,
    input logic rst_i,
    input logic step_i
);
  logic [15:0] value;
  logic [3:0] low;

  ll_lfsr #(
      .Seed(Seed)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .step_i(step_i),
      .value_o(value)
  );

  ll_lfsr #(
      .Seed(Seed),
      .Width(4)
  ) narrow (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .step_i(step_i),
      .value_o(low)
  );

  logic started = 1'b0;
  logic reset_q, step_q;
  logic [15:0] value_q;
  always_ff @(posedge clk_i) begin
    started <= 1'b1;
    reset_q <= rst_i;
    step_q  <= step_i;
    value_q <= value;
  end
  always_comb if (!started) assume (rst_i);

  // The taps are the powers of x but the last: 16, 15, 13, 4.
  logic [15:0] Taps;
  assign Taps = 16'b1101_0000_0000_1000;
  logic [15:0] first;
  assign first = Seed == 0 ? 1 : Seed;

  always_comb begin
    if (started) begin
      a_not_zero : assert (value != 0);
      a_low : assert (low == value[3:0]);
      if (reset_q) begin a_seed : assert (value == first); end
      if (!reset_q && !step_q) begin a_stays : assert (value == value_q); end
      if (!reset_q && step_q) begin a_next : assert (value == {value_q[14:0], ^(value_q & Taps)}); end
    end
    c_moves : cover (started && !reset_q && step_q && value != value_q && value != first);
    c_again : cover (started && reset_q && value_q != value);
  end
endmodule
`default_nettype wire
