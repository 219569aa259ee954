// True dual port block RAM, two clocks, read first.
module tdp_ram #(parameter A = 9, parameter W = 16) (
  input clka, input wea, input [A-1:0] addra, input [W-1:0] dia, output reg [W-1:0] doa,
  input clkb, input web, input [A-1:0] addrb, input [W-1:0] dib, output reg [W-1:0] dob);
  reg [W-1:0] ram [(1<<A)-1:0];
  always @(posedge clka) begin
    if (wea) ram[addra] <= dia;
    doa <= ram[addra];
  end
  always @(posedge clkb) begin
    if (web) ram[addrb] <= dib;
    dob <= ram[addrb];
  end
endmodule
