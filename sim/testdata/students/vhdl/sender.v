// SPDX-License-Identifier: Apache-2.0
//
// The sender in Verilog, around the VHDL of a colleague.
module sender #(parameter WAIT_CYCLES = 867) (input clk, input go, input [7:0] data, output busy, output tx);
  uart_tx #(.CLKS(16)) inner (.clk(clk), .go(go), .data(data), .busy(busy), .tx(tx));
endmodule
