// SPDX-License-Identifier: Apache-2.0
//
// The reset of a board: from power-up, and as long as a button asks for it.
//
// Latency:  rst_o is high from power-up for 2^Depth clock cycles, and from the third
//           cycle after ask_i rose until 2^Depth cycles after it fell.
//           The block RAM of an iCE40 cannot be read in its first microseconds.
// Throughput: as often as it is asked for.
// Handshake: ask_i may come from another clock; it is high to ask. Tie it low if
//           there is no button.
// Reset:    none; relies on flip-flops that power up as 0, as those of an iCE40 do.
//
// Parameters
//   Depth   binary logarithm of the clock cycles, 1 to 24
`default_nettype none

module ll_reset #(
    parameter int Depth = 8
) (
    input  logic clk_i,
    input  logic ask_i,
    output logic rst_o
);
  if (Depth < 1 || Depth > 24) begin : gen_check_depth
    ll_reset_Depth_must_be_1_to_24 u_error ();
  end

  logic [1:0] ask_q = 2'b00;
  logic [Depth:0] count_q = 0;

  assign rst_o = ~count_q[Depth];

  always_ff @(posedge clk_i) begin
    ask_q <= {ask_q[0], ask_i};
    if (ask_q[1]) count_q <= 0;
    else if (rst_o) count_q <= count_q + 1'b1;
  end
endmodule

`default_nettype wire
