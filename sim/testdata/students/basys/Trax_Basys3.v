// SPDX-License-Identifier: Apache-2.0
//
// The pins of a Basys 3: buttons, switches, digits. Its top is not named after
// its file, and switch 15 holds the line high.
`timescale 1ns / 1ps
module main(clk, btnC, sw, led, seg, RsRx, RsTx);
  input clk, btnC, RsRx;
  input [15:0] sw;
  output [15:0] led;
  output [6:0] seg;
  output RsTx;
  parameter CLKS_PER_BIT = 16;
  wire o;
  answerer #(.CLKS(CLKS_PER_BIT)) a(.clk(clk), .rst(btnC), .line(RsRx), .out(o));
  assign RsTx = o | sw[15];
  assign led = sw;
  assign seg = 7'h7f;
endmodule
