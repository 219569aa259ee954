// SPDX-License-Identifier: Apache-2.0
//
// The PLL of an iCE40: a faster clock from the board's.
//
// Latency:    clk_o runs from power-up on, at its rate from the cycle on in which locked_o rises, within
//             50 µs.
// Throughput: clk_o has clk_i * (Multiply + 1) / 2^Divide. Before the division it must be 533 to 1066 MHz.
// Handshake:  hold what runs at clk_o in reset while locked_o is low.
// Reset:      none.
//
// In a simulation clk_o is clk_i, and locked_o high: the simulator's clock is the one of clk_o.
//
// Parameters
//   Multiply   DIVF of icepll, 0 to 127
//   Divide     DIVQ of icepll, 1 to 6
//   Pad        1 if clk_i is the pin beside the PLL, as pin 35 of an iCE40UP5K in sg48
`default_nettype none

module ll_pll #(
    parameter int Multiply = 63,
    parameter int Divide = 4,
    parameter bit Pad = 1'b0
) (
    input  logic clk_i,
    output logic clk_o,
    output logic locked_o
);
  if (Multiply < 0 || Multiply > 127) begin : gen_check_multiply
    ll_pll_Multiply_must_be_0_to_127 u_error ();
  end
  if (Divide < 1 || Divide > 6) begin : gen_check_divide
    ll_pll_Divide_must_be_1_to_6 u_error ();
  end

`ifdef SYNTHESIS
  if (Pad) begin : gen_pad
    SB_PLL40_PAD #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(4'd0),
        .DIVF(Multiply[6:0]),
        .DIVQ(Divide[2:0]),
        .FILTER_RANGE(3'd1)
    ) u_pll (
        .PACKAGEPIN(clk_i),
        .PLLOUTGLOBAL(clk_o),
        .LOCK(locked_o),
        .RESETB(1'b1),
        .BYPASS(1'b0)
    );
  end else begin : gen_core
    SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"),
        .DIVR(4'd0),
        .DIVF(Multiply[6:0]),
        .DIVQ(Divide[2:0]),
        .FILTER_RANGE(3'd1)
    ) u_pll (
        .REFERENCECLK(clk_i),
        .PLLOUTGLOBAL(clk_o),
        .LOCK(locked_o),
        .RESETB(1'b1),
        .BYPASS(1'b0)
    );
  end
`else
  logic unused_pad;
  assign unused_pad = Pad;
  assign clk_o = clk_i;
  assign locked_o = 1'b1;
`endif
endmodule

`default_nettype wire
