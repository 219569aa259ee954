interface stream_if #(parameter int W = 8) (input logic clk);
  logic [W-1:0] data;
  logic         valid;
  logic         ready;
  modport source (output data, output valid, input ready, input clk);
  modport sink   (input data, input valid, output ready, input clk);
endinterface
