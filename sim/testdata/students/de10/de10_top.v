// SPDX-License-Identifier: Apache-2.0
//
// The pins of a DE10-Lite: two clocks, buttons that are low when pressed, and
// the serial line on a header of pins that go both ways.
module DE10_LITE_Golden_Top (
    input             ADC_CLK_10,
    input             MAX10_CLK1_50,
    output     [7:0]  HEX0,
    input      [1:0]  KEY,
    input      [9:0]  SW,
    output     [9:0]  LEDR,
    inout      [15:0] ARDUINO_IO,
    inout             ARDUINO_RESET_N,
    inout      [35:0] GPIO
);
  answerer #(.CLKS(16)) game (.clk(MAX10_CLK1_50), .rst(!KEY[0]), .line(GPIO[1]), .out(GPIO[0]));
  assign HEX0 = 8'hff;
  assign LEDR = SW;
  assign ARDUINO_IO[3] = SW[0] ? 1'b1 : 1'bz;
endmodule
