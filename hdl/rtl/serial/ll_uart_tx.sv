// SPDX-License-Identifier: Apache-2.0
//
// Sends bytes on a serial line: 8 data bits, lowest first, no parity, one stop bit, idle high.
//
// Handshake:  a byte is taken in a cycle in which valid_i and ready_o are high; data_i must hold
//             from valid_i until then. While rst_i is high nothing is taken.
// Latency:    the start bit is on the line from the cycle after the byte was taken.
// Throughput: a byte every 10 * Divider clock cycles: while valid_i stays high, the stop bit and
//             the next start bit touch.
// Reset:      synchronous; cuts a byte short. The line is high from the next cycle on, as it is
//             from power-up.
//
// Parameters
//   Divider   clock cycles a bit, 4 or more, any integer
//
// Behind the byte in the shift register stands a one, its stop bit. Once that has gone out the
// register is empty and stays so while the line is idle: no bits are counted.
`default_nettype none

module ll_uart_tx #(
    parameter int Divider = 104
) (
    input  logic       clk_i,
    input  logic       rst_i,
    // the byte
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    // the line
    output logic       tx_o
);
  if (Divider < 4) begin : gen_check_divider
    ll_uart_tx_Divider_must_be_4_or_more u_error ();
  end

  localparam int Width = $clog2(Divider);
  localparam logic [Width-1:0] Last = Divider[Width-1:0] - 1'b1;

  logic [Width-1:0] count_q;  // clock cycles left of this bit, less one; 0 when idle
  logic [8:0] rest_q;  // what follows this bit
  logic line_q, bit_ends;
  initial line_q = 1'b1;  // the line is idle before the first reset too

  assign bit_ends = count_q == 0;
  assign ready_o = bit_ends && rest_q == 0;
  assign tx_o = line_q;

  always @(posedge clk_i) begin  // an always_ff would allow no initial block
    if (rst_i) begin
      count_q <= 0;
      rest_q <= 0;
      line_q <= 1'b1;
    end else if (!bit_ends) begin
      count_q <= count_q - 1'b1;
    end else if (rest_q != 0) begin
      count_q <= Last;
      {rest_q, line_q} <= {1'b0, rest_q};
    end else if (valid_i) begin
      count_q <= Last;
      {rest_q, line_q} <= {1'b1, data_i, 1'b0};
    end
  end
endmodule

`default_nettype wire
