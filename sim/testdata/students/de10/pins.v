// SPDX-License-Identifier: Apache-2.0
//
// What a simulation needs around the board: each pin is a port.
module pins (input clk, input rst_n, input rx, output tx);
  wire [35:0] GPIO;
  assign GPIO[1] = rx;
  assign tx = GPIO[0];
  DE10_LITE_Golden_Top board (.MAX10_CLK1_50(clk), .KEY({1'b1, rst_n}), .SW(10'd0), .ADC_CLK_10(1'b0), .GPIO(GPIO));
endmodule
