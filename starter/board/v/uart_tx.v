// A serial line from bytes: 8 data bits, no parity, 1 stop bit.
//
// A byte is taken in a cycle in which go is high and busy is low. CLKS is how
// many clock cycles a bit lasts.
`default_nettype none

module uart_tx #(
    parameter CLKS = 104
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       go,
    input  wire [7:0] data,
    output wire       busy,
    output wire       tx
);
  localparam [15:0] BIT = CLKS[15:0];

  reg [ 9:0] frame;  // what is still to be sent, the lowest bit first
  reg [15:0] count;
  reg [ 3:0] left;   // bits

  assign busy = left != 4'd0;
  assign tx = frame[0];  // high while idle

  always @(posedge clk) begin
    if (rst) begin
      frame <= 10'h3ff;
      left  <= 4'd0;
      count <= 16'd0;
    end else if (!busy) begin
      if (go) begin
        frame <= {1'b1, data, 1'b0};
        left  <= 4'd10;
        count <= BIT - 16'd1;
      end
    end else if (count != 16'd0) begin
      count <= count - 16'd1;
    end else begin
      frame <= {1'b1, frame[9:1]};
      left  <= left - 4'd1;
      count <= BIT - 16'd1;
    end
  end
endmodule

`default_nettype wire
