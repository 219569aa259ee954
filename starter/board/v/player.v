// Decides what is answered to a line.
//
// It knows no rules, and yet its moves are legal: a tile on top of the highest
// tile touches that tile alone, so each shape fits; and in the new row, above
// which there is nothing, no cell is entered by more than two tracks, so forced
// play cannot contradict itself.
//
// TODO: your game. Keep the tiles in a memory, play the tiles that a move forces
// (on both sides: the host does not send them), look for loops and lines, and
// choose a move that wins. column, row and shape are the opponent's move.
`default_nettype none

module player (
    input  wire       clk,
    input  wire       rst,
    // What was read.
    input  wire       done,
    input  wire [7:0] question,
    input  wire [9:0] column,
    input  wire [9:0] row,
    input  wire [1:0] shape,
    // What is written. Nothing is read meanwhile: the host waits for the answer.
    output reg        go,
    output reg        team,
    output reg  [9:0] my_column,
    output wire [9:0] my_row,
    output wire [1:0] my_shape
);
  reg first;      // no tile lies yet
  reg [9:0] top;  // the column of a tile in the highest row, row 1

  // The first move of a game, and the one on top: @0+ or A0+.
  assign my_row   = 10'd0;
  assign my_shape = 2'd0;

  // How the opponent's move changes what the highest tile is called.
  reg [9:0] next;
  always @(*) begin
    if (first) next = 10'd1;
    else if (row == 10'd0) next = column;        // it is the highest now
    else if (column == 10'd0) next = top + 10'd1;  // there is one more column, on the left
    else next = top;
  end

  always @(posedge clk) begin
    go   <= 1'b0;
    team <= 1'b0;
    if (rst) begin
      first <= 1'b1;
      top <= 10'd1;
    end else if (done && question == "T") begin
      go   <= 1'b1;
      team <= 1'b1;
    end else if (done && question == "W") begin  // we are white and begin
      go <= 1'b1;
      my_column <= 10'd0;
      first <= 1'b0;
      top <= 10'd1;
    end else if (done && question == "B") begin  // we are red and wait
      first <= 1'b1;
    end else if (done && question == 8'd0) begin
      go <= 1'b1;
      my_column <= next;
      first <= 1'b0;
      top <= next;
    end
  end

  // TODO: take this out when you use the shape.
  wire unused;
  assign unused = &{1'b0, shape};
endmodule

`default_nettype wire
