// A vendor's buffer of a differential clock, for simulation alone: build.tcl
// leaves this file out.
`default_nettype none

module IBUFDS (
    input  wire I,
    input  wire IB,
    output wire O
);
  assign O = I & !IB;
endmodule

`default_nettype wire
