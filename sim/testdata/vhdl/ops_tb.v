// SPDX-License-Identifier: Apache-2.0
//
// Prints what ops and blocks answer to the numbers of ops_tb.vhd.
module ops_tb;
  reg clk = 0;
  reg [15:0] seed = 16'hACE1;
  wire [15:0] q, r;
  ops dut (.clk(clk), .a(seed[15:8]), .b(seed[7:0]), .q(q));
  blocks two (.clk(clk), .a(seed[15:8]), .b(seed[7:0]), .q(r));
  initial begin
    #1;
    repeat (2000) begin
      clk = 1;
      #1 $display("%H %H", q, r);
      seed = {seed[14:0], seed[15] ^ seed[13] ^ seed[12] ^ seed[10]};
      clk = 0;
      #1;
    end
    $finish(0);
  end
endmodule
