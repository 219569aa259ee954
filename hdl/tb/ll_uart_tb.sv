// SPDX-License-Identifier: Apache-2.0
//
// The devices of ll_uart_tb.cpp: an ll_uart_tx and an ll_uart_rx at every divider from 4 to 64,
// at powers of two and their neighbours, and at 12, 75 and 100 MHz by 115200 baud and others.
// Each divider is a lane: a bit or a byte of every port.
`default_nettype none

module ll_uart_tb #(
    parameter int Lanes = 71
) (
    input  logic                clk_i,
    input  logic [   Lanes-1:0] rst_i,
    // sender
    input  logic [   Lanes-1:0] tx_valid_i,
    output logic [   Lanes-1:0] tx_ready_o,
    input  logic [ 8*Lanes-1:0] tx_data_i,
    output logic [   Lanes-1:0] tx_o,
    // receiver
    input  logic [   Lanes-1:0] rx_i,
    output logic [   Lanes-1:0] rx_valid_o,
    input  logic [   Lanes-1:0] rx_ready_i,
    output logic [ 8*Lanes-1:0] rx_data_o,
    output logic [   Lanes-1:0] framing_o,
    output logic [   Lanes-1:0] overrun_o,
    // what they are
    output logic [32*Lanes-1:0] divider_o
);
  genvar i;
  for (i = 0; i < Lanes; i = i + 1) begin : gen_lane
    localparam int Divider = i < 61 ? i + 4 :
        i == 61 ? 104 : i == 62 ? 127 : i == 63 ? 128 : i == 64 ? 129 : i == 65 ? 255 :
        i == 66 ? 256 : i == 67 ? 625 : i == 68 ? 651 : i == 69 ? 868 : 1024;

    assign divider_o[32*i+:32] = Divider;

    ll_uart_tx #(
        .Divider(Divider)
    ) tx (
        .clk_i  (clk_i),
        .rst_i  (rst_i[i]),
        .valid_i(tx_valid_i[i]),
        .ready_o(tx_ready_o[i]),
        .data_i (tx_data_i[8*i+:8]),
        .tx_o   (tx_o[i])
    );

    ll_uart_rx #(
        .Divider(Divider)
    ) rx (
        .clk_i    (clk_i),
        .rst_i    (rst_i[i]),
        .rx_i     (rx_i[i]),
        .valid_o  (rx_valid_o[i]),
        .ready_i  (rx_ready_i[i]),
        .data_o   (rx_data_o[8*i+:8]),
        .framing_o(framing_o[i]),
        .overrun_o(overrun_o[i])
    );
  end
endmodule

`default_nettype wire
