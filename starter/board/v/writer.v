// Bytes from lines: the team code, or a move as reader takes it.
//
// A line is taken in a cycle in which go is high and busy is low. Columns up to
// ZZ (702) and rows up to 999 are written.
`default_nettype none

module writer #(
    parameter [15:0] TEAM = "FP"
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       go,
    input  wire       team,    // the team code, not a move
    input  wire [9:0] column,
    input  wire [9:0] row,
    input  wire [1:0] shape,
    output wire       busy,
    output wire       send,    // a byte, for uart_tx
    output reg  [7:0] data,
    input  wire       waits    // uart_tx is busy
);
  localparam IDLE = 4'd0, COUNT = 4'd1, HIGH = 4'd2, LOW = 4'd3, HUNDREDS = 4'd4, TENS = 4'd5, ONES = 4'd6,
      SHAPE = 4'd7, FIRST = 4'd8, SECOND = 4'd9, LINE_END = 4'd10;

  reg [3:0] state;
  reg [9:0] low, ones;            // what is left of column and row
  reg [4:0] high;                 // the first letter of two
  reg [3:0] hundreds, tens;
  reg [1:0] kind;

  assign busy = state != IDLE;
  wire skip;  // a letter or digit that is not written
  assign skip = (state == HIGH && high == 5'd0) || (state == HUNDREDS && hundreds == 4'd0)
      || (state == TENS && hundreds == 4'd0 && tens == 4'd0);
  assign send = busy && state != COUNT && !skip;

  wire [7:0] letter, digit;
  assign letter = 8'h40 + low[7:0];
  assign digit = {4'h3, ones[3:0]};
  wire [7:0] team_0, team_1;
  assign team_0 = TEAM[15:8];
  assign team_1 = TEAM[7:0];

  always @(*) begin
    case (state)
      HIGH: data = 8'h40 + {3'd0, high};
      LOW: data = letter;
      HUNDREDS: data = {4'h3, hundreds};
      TENS: data = {4'h3, tens};
      ONES: data = digit;
      SHAPE: data = kind == 2'd0 ? "+" : kind == 2'd1 ? "/" : "\\";
      FIRST: data = team_0;
      SECOND: data = team_1;
      default: data = 8'h0a;
    endcase
  end

  always @(posedge clk) begin
    if (rst) begin
      state <= IDLE;
    end else if (state == IDLE) begin
      low <= column;
      ones <= row;
      kind <= shape;
      high <= 5'd0;
      hundreds <= 4'd0;
      tens <= 4'd0;
      if (go) state <= team ? FIRST : COUNT;
    end else if (state == COUNT) begin
      if (low > 10'd26) begin
        low  <= low - 10'd26;
        high <= high + 5'd1;
      end else if (ones > 10'd99) begin
        ones <= ones - 10'd100;
        hundreds <= hundreds + 4'd1;
      end else if (ones > 10'd9) begin
        ones <= ones - 10'd10;
        tens <= tens + 4'd1;
      end else begin
        state <= HIGH;
      end
    end else if (skip || !waits) begin
      case (state)
        FIRST: state <= SECOND;
        SECOND, SHAPE: state <= LINE_END;
        LINE_END: state <= IDLE;
        default: state <= state + 4'd1;
      endcase
    end
  end
endmodule

`default_nettype wire
