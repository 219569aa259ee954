module broken (
    input wire clk_i
  always begin
endmodule
