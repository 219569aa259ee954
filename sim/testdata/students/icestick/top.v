// SPDX-License-Identifier: Apache-2.0
//
// Pins that go both ways; the line is driven only while the board is enabled,
// and the other pins of the header are read.
module top (inout PIN_CLK, inout PIN_RX, inout PIN_TX, inout [3:0] PMOD, input nEN);
  wire o;
  reg on = 0;
  always @(posedge PIN_CLK) on <= !nEN;
  answerer #(.CLKS(16)) a (.clk(PIN_CLK), .rst(|PMOD[2:0]), .line(PIN_RX), .out(o));
  assign PIN_TX = on ? o : 1'bz;
  assign PMOD[3] = on;
endmodule
