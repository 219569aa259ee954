// SPDX-License-Identifier: Apache-2.0
//
// A linear-feedback shift register (LFSR) of 16 bits with the maximal period: it runs through
// all values but 0 in 65,535 steps.
//
// Latency:    a step takes one clock cycle, that in which step_i is high.
// Throughput: a step in every cycle.
// Handshake:  none.
// Reset:      synchronous, to Seed.
//
// Parameters
//   Seed    the value after reset, 1 to 65,535; 0 counts as 1
//   Width   number of output bits, 1 to 16
`default_nettype none

module ll_lfsr #(
    parameter logic [15:0] Seed = 16'd1,
    parameter int Width = 16
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             step_i,
    output logic [Width-1:0] value_o
);
  if (Width < 1 || Width > 16) begin : gen_check_width
    ll_lfsr_Width_must_be_1_to_16 u_error ();
  end

  logic [15:0] value_q;
  logic feedback;

  // x^16 + x^15 + x^13 + x^4 + 1
  assign feedback = value_q[15] ^ value_q[14] ^ value_q[12] ^ value_q[3];
  assign value_o = value_q[Width-1:0];

  always_ff @(posedge clk_i) begin
    if (rst_i) value_q <= Seed == 16'd0 ? 16'd1 : Seed;
    else if (step_i) value_q <= {value_q[14:0], feedback};
  end
endmodule

`default_nettype wire
