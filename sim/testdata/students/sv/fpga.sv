// SPDX-License-Identifier: Apache-2.0
//
// A package, an interface, an included file, and names that are escaped.
`include "defs.vh"
module fpga
  import code_pkg::*;
#(
    parameter int unsigned CLK_HZ = 50_000_000,
    parameter int unsigned BAUD   = 115_200
) (
    input  logic \sys-clk ,
    input  logic sys_reset_n,
    input  logic [1:0] mode[3],
    input  flags_t flags,
    input  logic \uart.rx ,
    output logic \uart.tx 
);
  serial_if wires ();
  assign wires.rx = \uart.rx ;
  assign \uart.tx = wires.tx | mode[2][1] | flags.loud;
  answerer #(.CLKS(`DIVIDER(CLK_HZ, BAUD))) a (.clk(\sys-clk ), .rst(!sys_reset_n), .line(wires.rx), .out(wires.tx));
endmodule
