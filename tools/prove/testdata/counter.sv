// A counter from 0 to Top and round again, for the tests of the runner.
module counter #(
    parameter int Top = 5
) (
    input wire clk_i,
    input wire step_i
);
  reg [3:0] count_q = 0;
  always @(posedge clk_i) begin
    if (step_i) count_q <= count_q == Top ? 0 : count_q + 1;
  end
  always @* begin
    a_top : assert (count_q <= Top);
    if (count_q == Top) begin a_at_top : assert (count_q != 0); end
    c_top : cover (count_q == Top && step_i);
  end
endmodule
