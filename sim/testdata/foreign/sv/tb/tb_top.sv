module tb_top;
  logic clk = 0;
  always #5 clk = ~clk;
  top dut(.clk_12(clk), .btn_rst_n(1'b1), .uart_rxd(1'b1), .uart_txd(), .led());
endmodule
