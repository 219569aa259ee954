`define CLKS_PER_BIT 16
`define D #1
