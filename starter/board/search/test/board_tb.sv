// Talks to the board by its two serial pins. Which moves it answers depends on its evaluation, so only
// their form is checked here: "make check" has the rules.
`timescale 1ns / 1ns
`default_nettype none

module board_tb;
  localparam int CLKS = 16;  // clock cycles a bit

  logic clk = 1'b0;
  logic rx = 1'b1;
  wire tx, lamp;
  board #(
      .CLOCK_HZ(CLKS * 115200),
      .BAUD(115200),
      .BUDGET_CYCLES(4000)
  ) dut (
      .clk(clk),
      .ask_reset(1'b0),
      .rx(rx),
      .tx(tx),
      .lamp(lamp)
  );

  always #5 clk = !clk;

  integer errors;
  logic [63:0] got;  // the last eight characters
  logic [7:0] data;

  task send(input [7:0] character);
    integer n;
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
    integer n;
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

  // A line of two or three characters, without its end.
  task say(input [23:0] line);
    begin
      send(line[23:16]);
      send(line[15:8]);
      if (line[7:0] != 8'd0) send(line[7:0]);
    end
  endtask

  // A line, and got is the line that follows.
  task ask(input [23:0] line);
    begin
      say(line);
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
    end
  endtask

  task expect_that(input holds, input [23:0] line);
    begin
      $display("asked %0s, got %0s", line, got);
      if (!holds) begin
        errors = errors + 1;
        $display("FAIL: %0s is no answer to %0s", got, line);
      end
    end
  endtask

  // Whether got is one letter or @, one digit, and a shape.
  function is_move(input [63:0] text);
    is_move = text[63:24] == 40'd0 && text[23:16] >= "@" && text[23:16] <= "Z" && text[15:8] >= "0" && text[15:8] <= "9"
        && (text[7:0] == "+" || text[7:0] == "/" || text[7:0] == 8'h5c);
  endfunction

  initial begin
    if ($test$plusargs("wave")) begin
      $dumpfile("build/board.vcd");
      $dumpvars(0, board_tb);
    end
    errors = 0;
    // From power-up the board is in reset for 256 clock cycles.
    repeat (300) @(negedge clk);
    ask({"-T", 8'd0});
    expect_that(got == "FP", {"-T", 8'd0});
    ask({"-W", 8'd0});
    expect_that(got == "@0+" || got == "@0/", {"-W", 8'd0});
    say({"-B", 8'd0});
    send(8'h0a);
    ask("@0+");
    expect_that(is_move(got), "@0+");
    ask({"-T", 8'd0});  // it leaves the game
    expect_that(got == "FP", {"-T", 8'd0});
    if (errors == 0) $display("PASS");
    $finish;
  end

  initial begin
    #20000000 $display("FAIL: the board does not answer");
    $finish;
  end
endmodule

`default_nettype wire
