// A contest board of any make: a clock, two serial pins, a lamp.
//
// ask_reset may come from a button; the board is in reset from power-up, too.
`default_nettype none

module board #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD = 115200,
    parameter [15:0] TEAM = "FP"
) (
    input  wire clk,
    input  wire ask_reset,
    input  wire rx,
    output wire tx,
    output wire lamp       // out of reset
);
  localparam CLKS = (CLOCK_HZ + BAUD / 2) / BAUD;

  // 256 clock cycles of reset, and again when it is asked for.
  reg [1:0] ask = 2'b00;
  reg [8:0] waited = 9'd0;
  wire rst;
  assign rst = !waited[8];
  assign lamp = !rst;
  always @(posedge clk) begin
    ask <= {ask[0], ask_reset};
    if (ask[1]) waited <= 9'd0;
    else if (rst) waited <= waited + 9'd1;
  end

  wire valid;
  wire [7:0] data;
  uart_rx #(.CLKS(CLKS)) u_rx (.clk(clk), .rst(rst), .rx(rx), .valid(valid), .data(data));

  wire done;
  wire [7:0] question;
  wire [9:0] column, row;
  wire [1:0] shape;
  reader u_reader (.clk(clk), .rst(rst), .valid(valid), .data(data), .done(done), .question(question),
      .column(column), .row(row), .shape(shape));

  wire go, team;
  wire [9:0] my_column, my_row;
  wire [1:0] my_shape;
  player u_player (.clk(clk), .rst(rst), .done(done), .question(question), .column(column), .row(row), .shape(shape),
      .go(go), .team(team), .my_column(my_column), .my_row(my_row), .my_shape(my_shape));

  wire send, waits, writing;
  wire [7:0] letter;
  writer #(.TEAM(TEAM)) u_writer (.clk(clk), .rst(rst), .go(go), .team(team), .column(my_column), .row(my_row),
      .shape(my_shape), .busy(writing), .send(send), .data(letter), .waits(waits));
  uart_tx #(.CLKS(CLKS)) u_tx (.clk(clk), .rst(rst), .go(send), .data(letter), .busy(waits), .tx(tx));

  wire unused;
  assign unused = &{1'b0, writing};
endmodule

`default_nettype wire
