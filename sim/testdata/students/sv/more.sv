// SPDX-License-Identifier: Apache-2.0
//
// A receiver and a sender of bytes, as many have them from a tutorial.
module UART_RX #(parameter CLKS = 868) (input i_Clock, input i_Rx_Serial, output reg o_DV, output reg [7:0] o_Byte);
  reg [1:0] sync = 3;
  reg [15:0] count = 0;
  reg [3:0] state = 0;
  always @(posedge i_Clock) begin
    sync <= {sync[0], i_Rx_Serial};
    o_DV <= 0;
    if (state == 0) begin
      count <= CLKS + CLKS / 2 - 1;
      if (!sync[1]) state <= 1;
    end else if (count != 0) count <= count - 1;
    else if (state == 9) begin
      o_DV <= sync[1];
      state <= 0;
    end else begin
      o_Byte <= {sync[1], o_Byte[7:1]};
      count <= CLKS - 1;
      state <= state + 1;
    end
  end
endmodule

module UART_TX #(parameter CLKS = 868) (input i_Clock, input i_Go, input [7:0] i_Byte, output o_Busy, output o_Tx_Serial);
  reg [9:0] frame = 10'h3ff;
  reg [15:0] count = 0;
  reg [3:0] left = 0;
  assign o_Busy = left != 0;
  assign o_Tx_Serial = frame[0];
  always @(posedge i_Clock)
    if (left == 0) begin
      if (i_Go) begin
        frame <= {1'b1, i_Byte, 1'b0};
        left <= 10;
        count <= CLKS - 1;
      end
    end else if (count != 0) count <= count - 1;
    else begin
      frame <= {1'b1, frame[9:1]};
      left <= left - 1;
      count <= CLKS - 1;
    end
endmodule
// Answers each line with a team code.
module answerer #(parameter CLKS = 868) (input clk, input rst, input line, output out);
  wire dv, busy;
  wire [7:0] data;
  reg [1:0] left = 0;
  UART_RX #(.CLKS(CLKS)) receiver (.i_Clock(clk), .i_Rx_Serial(line), .o_DV(dv), .o_Byte(data));
  UART_TX #(.CLKS(CLKS)) sender (.i_Clock(clk), .i_Go(left != 0 && !busy), .i_Byte(left == 3 ? "V" : left == 2 ? "X" : 8'd10),
                                 .o_Busy(busy), .o_Tx_Serial(out));
  always @(posedge clk)
    if (rst) left <= 0;
    else if (dv && data == 10) left <= 3;
    else if (left != 0 && !busy) left <= left - 1;
endmodule
