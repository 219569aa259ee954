// Talks to the board by its two serial pins and compares its answers.
`timescale 1ns / 1ns
`default_nettype none

module board_tb;
  localparam CLKS = 16;  // clock cycles a bit

  reg clk = 1'b0;
  reg rx = 1'b1;
  wire tx, lamp;
  board #(.CLOCK_HZ(16 * 115200), .BAUD(115200)) dut (.clk(clk), .ask_reset(1'b0), .rx(rx), .tx(tx), .lamp(lamp));

  always #5 clk = !clk;

  integer n, errors;
  reg [63:0] got;  // the last eight characters
  reg [7:0] data;

  task send(input [7:0] character);
    begin
      rx = 1'b0;
      repeat (CLKS) @(negedge clk);
      for (n = 0; n < 8; n = n + 1) begin
        rx = character[n];
        repeat (CLKS) @(negedge clk);
      end
      rx = 1'b1;
      repeat (CLKS) @(negedge clk);
    end
  endtask

  task receive;
    begin
      @(negedge tx);
      repeat (CLKS / 2) @(negedge clk);
      for (n = 0; n < 8; n = n + 1) begin
        repeat (CLKS) @(negedge clk);
        data[n] = tx;
      end
      repeat (CLKS) @(negedge clk);
    end
  endtask

  // A question of three characters, and the line that has to follow.
  task ask(input [23:0] question, input [63:0] want);
    begin
      send(question[23:16]);
      send(question[15:8]);
      if (question[7:0] != 8'd0) send(question[7:0]);
      fork
        send(8'h0a);
        begin
          got = 64'd0;
          data = 8'd0;
          while (data != 8'h0a) begin
            receive;
            if (data != 8'h0a) got = {got[55:0], data};
          end
        end
      join
      if (got != want) begin
        errors = errors + 1;
        $display("FAIL: asked %0s, got %0s, want %0s", question, got, want);
      end else begin
        $display("asked %0s, got %0s", question, got);
      end
    end
  endtask

  initial begin
    if ($test$plusargs("wave")) begin
      $dumpfile("build/board.vcd");
      $dumpvars(0, board_tb);
    end
    errors = 0;
    // From power-up the board is in reset for 256 clock cycles.
    repeat (300) @(negedge clk);
    ask({"-T", 8'd0}, "FP");
    ask({"-W", 8'd0}, "@0+");
    ask("B1+", "A0+");  // beside our tile
    ask("C0/", "C0+");  // above the highest row: there is the highest tile now
    ask("@2+", "D0+");  // left of all: every column is one further
    ask({"-W", 8'd0}, "@0+");
    if (errors == 0) $display("PASS");
    $finish;
  end

  initial begin
    #20000000 $display("FAIL: the board does not answer");
    $finish;
  end
endmodule

`default_nettype wire
