`include "defs.vh"
module sync_fifo #(parameter LOG = 4, parameter W = 8) (
  input clk, input rst, input push, input pop, input [W-1:0] din, output [W-1:0] dout,
  output empty, output full, output [LOG:0] level);
  reg [W-1:0] mem [0:(1<<LOG)-1];
  reg [LOG:0] wp, rp;
  assign level = wp - rp;
  assign empty = level == 0;
  assign full = level == (1 << LOG);
  assign dout = mem[rp[LOG-1:0]];
  always @(posedge clk or posedge rst)
    if (rst) begin
      wp <= `D 0;
      rp <= `D 0;
    end else begin
      if (push & ~full) wp <= `D wp + 1;
      if (pop & ~empty) rp <= `D rp + 1;
    end
  always @(posedge clk)
    if (push & ~full) mem[wp[LOG-1:0]] <= `D din;
endmodule
