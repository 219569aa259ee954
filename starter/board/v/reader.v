// Reads lines: a question such as -T, or a move such as AB12/.
//
// done is high for one cycle at the end of a line. After a question, question is its
// letter. After a move, question is 0; column (@ is 0, A 1, AA 27), row and shape
// (0 is +, 1 is /, 2 is \) hold the move. Carriage returns, spaces and empty lines
// are ignored.
`default_nettype none

module reader (
    input  wire       clk,
    input  wire       rst,
    input  wire       valid,
    input  wire [7:0] data,
    output reg        done,
    output reg  [7:0] question,
    output reg  [9:0] column,
    output reg  [9:0] row,
    output reg  [1:0] shape
);
  reg begun;  // the line has a character
  reg asks;   // the line began with a hyphen

  always @(posedge clk) begin
    done <= 1'b0;
    if (done || rst) begin
      begun <= 1'b0;
      asks <= 1'b0;
      question <= 8'd0;
      column <= 10'd0;
      row <= 10'd0;
      shape <= 2'd0;
    end else if (valid && data == 8'h0a) begin
      done <= begun;
    end else if (valid && data > 8'h20) begin
      begun <= 1'b1;
      if (data == "-") asks <= 1'b1;
      else if (asks) question <= data;
      else if (data >= "A" && data <= "Z") column <= column * 10'd26 + {2'b00, data - 8'h40};
      else if (data >= "0" && data <= "9") row <= row * 10'd10 + {6'd0, data[3:0]};
      else if (data == "/") shape <= 2'd1;
      else if (data == "\\") shape <= 2'd2;
    end
  end
endmodule

`default_nettype wire
