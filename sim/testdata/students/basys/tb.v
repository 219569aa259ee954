// SPDX-License-Identifier: Apache-2.0
module testbench;
  reg clk = 0, rx = 1;
  wire tx;
  always #5 clk = !clk;
  main dut(.clk(clk), .btnC(1'b0), .sw(16'd0), .RsRx(rx), .RsTx(tx));
  initial begin
    #1000 $finish;
  end
endmodule
