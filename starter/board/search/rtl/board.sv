// A contest board: its reset, and the board that searches, in rtl/loopline.
//
// ask_reset may come from a button; the board is in reset from power-up, too.
`default_nettype none

module board #(
    parameter int CLOCK_HZ = 12000000,
    parameter int BAUD = 115200,
    parameter logic [15:0] TEAM = "FP",
    parameter int BUDGET_CYCLES = CLOCK_HZ / 10 * 9
) (
    input  logic clk,
    input  logic ask_reset,
    input  logic rx,
    output logic tx,
    output logic lamp       // out of reset
);
  // 256 clock cycles of reset, and again when it is asked for.
  logic [1:0] ask = 2'b00;
  logic [8:0] waited = 9'd0;
  logic rst;
  assign rst = !waited[8];
  assign lamp = !rst;
  always_ff @(posedge clk) begin
    ask <= {ask[0], ask_reset};
    if (ask[1]) waited <= 9'd0;
    else if (rst) waited <= waited + 9'd1;
  end

  // Its parameters are described in rtl/loopline/ll_board.sv and ll_search.sv.
  logic unused_busy;
  ll_board_search #(
      .ClockHz(CLOCK_HZ),
      .Baud(BAUD),
      .TeamCode(TEAM),
      .BudgetCycles(BUDGET_CYCLES)
  ) u_board (
      .clk_i(clk),
      .rst_i(rst),
      .rx_i(rx),
      .tx_o(tx),
      .busy_o(unused_busy)
  );
endmodule

`default_nettype wire
