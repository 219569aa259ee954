module top import board_pkg::*; #(
    parameter int CLK_HZ = SYS_HZ
) (
    input  logic       clk_12,
    input  logic       btn_rst_n,
    input  logic       uart_rxd,
    output logic       uart_txd,
    output logic [3:0] led
);
  logic clk_sys, clk_io, locked;
  pll48 u_pll (.clkin(clk_12), .clkout0(clk_sys), .clkout1(clk_io), .locked);

  logic [3:0] rst_sh = '0;
  logic rst_n;
  always_ff @(posedge clk_sys) rst_sh <= {rst_sh[2:0], locked & btn_rst_n};
  assign rst_n = rst_sh[3];

  stream_if #(.W(8)) rx_s (.clk(clk_io));
  stream_if #(.W(8)) tx_s (.clk(clk_sys));
  uart_rx #(.CLK_HZ(CLK_HZ)) u_rx (.clk(clk_io), .rst_n, .rxd(uart_rxd), .m(rx_s));
  uart_tx #(.CLK_HZ(CLK_HZ)) u_tx (.clk(clk_sys), .rst_n, .s(tx_s), .txd(uart_txd));

  logic empty, full;
  beat_t beat;
  logic ready;
  async_fifo #(.DEPTH_LOG2(4), .W(8)) u_fifo (
      .wr_clk(clk_io), .wr_rst_n(rst_n), .wr_en(rx_s.valid), .wr_data(rx_s.data), .full(full),
      .rd_clk(clk_sys), .rd_rst_n(rst_n), .rd_en(ready), .rd_data(beat.data), .empty(empty));
  assign rx_s.ready = ~full;
  assign beat.last = beat.data == 8'h0a;

  brain u_brain (.clk(clk_sys), .rst_n, .in(beat), .in_valid(~empty), .in_ready(ready), .out(tx_s));
  assign led = {rst_n, locked, full, empty};
endmodule
