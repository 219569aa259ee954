module uart_rx import board_pkg::*; #(
    parameter int CLK_HZ = SYS_HZ,
    parameter int BAUD_R = BAUD
) (
    input  logic clk,
    input  logic rst_n,
    input  logic rxd,
    stream_if.source m
);
  localparam int DIV = (CLK_HZ + BAUD_R/2) / BAUD_R;
  logic [$clog2(DIV*2)-1:0] cnt;
  logic [3:0] idx;
  logic [7:0] sh;
  logic [2:0] sync;
  logic busy;

  always_ff @(posedge clk) begin
    sync <= {sync[1:0], rxd};
    m.valid <= 1'b0;
    if (!rst_n) begin
      busy <= 1'b0;
      sync <= '1;
      cnt  <= '0;
      idx  <= '0;
    end else if (!busy) begin
      cnt <= DIV + DIV/2 - 1;
      idx <= 0;
      if (!sync[2]) busy <= 1'b1;
    end else if (cnt != 0) cnt <= cnt - 1;
    else begin
      cnt <= DIV - 1;
      idx <= idx + 1;
      if (idx == 8) begin
        busy <= 1'b0;
        m.valid <= sync[2];
        m.data <= sh;
      end else sh <= {sync[2], sh[7:1]};
    end
  end
endmodule
