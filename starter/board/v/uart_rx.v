// Bytes from a serial line: 8 data bits, no parity, 1 stop bit.
//
// valid is high for one clock cycle for each byte. A byte without a stop bit is
// dropped. CLKS is how many clock cycles a bit lasts.
`default_nettype none

module uart_rx #(
    parameter CLKS = 104
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rx,
    output reg        valid,
    output reg  [7:0] data
);
  localparam [15:0] BIT = CLKS[15:0];

  reg [ 1:0] sync;  // rx comes from another clock
  reg [15:0] count;
  reg [ 3:0] step;  // 0 idle, 1 to 8 the data bits, 9 the stop bit

  always @(posedge clk) begin
    sync  <= {sync[0], rx};
    valid <= 1'b0;
    if (rst) begin
      sync <= 2'b11;
      step <= 4'd0;
      count <= 16'd0;
    end else if (step == 4'd0) begin
      count <= BIT + BIT / 16'd2 - 16'd1;  // to the middle of the first data bit
      if (!sync[1]) step <= 4'd1;
    end else if (count != 16'd0) begin
      count <= count - 16'd1;
    end else if (step == 4'd9) begin
      valid <= sync[1];
      step  <= 4'd0;
    end else begin
      data  <= {sync[1], data[7:1]};
      count <= BIT - 16'd1;
      step  <= step + 4'd1;
    end
  end
endmodule

`default_nettype wire
