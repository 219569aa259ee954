// SPDX-License-Identifier: Apache-2.0
//
// ll_lfsr steps in every cycle; 65,535 of them are simulated. Seed comes back in the last, not before.
// A step can be undone, so no value but Seed can be the first that comes back: all of them differ.
`default_nettype none

module ll_lfsr_period_fv #(
    parameter int Seed = 1
) (
    input logic clk_i
);
  localparam logic [15:0] Period = 65535;
  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  logic [15:0] value;
  ll_lfsr #(
      .Seed(Seed)
  ) dut (
      .clk_i(clk_i),
      .rst_i(!started),
      .step_i(1'b1),
      .value_o(value)
  );

  // Steps since the reset, whether Seed has come back before the last, and whether that is past.
  logic [15:0] steps_q = 0;
  logic back_q = 1'b0;
  logic past_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (started && steps_q != Period) begin
      steps_q <= steps_q + 1;
      if (steps_q != 0 && value == Seed) back_q <= 1'b1;
    end
    past_q <= steps_q == Period;
  end

  always_comb begin
    if (steps_q == Period && !past_q) begin a_back : assert (value == Seed); end
    a_first : assert (!back_q);
    c_end : cover (steps_q == Period && !past_q);
  end
endmodule
`default_nettype wire
