`include "board_pkg.sv"
module uart_tx #(
    parameter int CLK_HZ = board_pkg::SYS_HZ,
    parameter int BAUD_R = board_pkg::BAUD
) (
    input  logic clk,
    input  logic rst_n,
    stream_if.sink s,
    output logic txd
);
  localparam int DIV = (CLK_HZ + BAUD_R/2) / BAUD_R;
  logic [$clog2(DIV)-1:0] cnt;
  logic [8:0] sh;
  logic [3:0] left;
  assign s.ready = left == 0;
  always_ff @(posedge clk)
    if (!rst_n) begin
      left <= 0;
      txd <= 1'b1;
      cnt <= 0;
    end else if (s.ready) begin
      if (s.valid) begin
        left <= 10;
        sh <= {1'b1, s.data};
        txd <= 1'b0;
        cnt <= DIV - 1;
      end
    end else if (cnt != 0) cnt <= cnt - 1'b1;
    else begin
      cnt <= DIV - 1;
      {sh, txd} <= {1'b1, sh};
      left <= left - 1;
    end
endmodule
