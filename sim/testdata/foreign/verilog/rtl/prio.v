module prio #(parameter N = 8) (input [N-1:0] req, output reg [2:0] index, output any, output reg [1:0] kind);
  integer i;
  always @* begin
    index = 0;
    for (i = N - 1; i >= 0; i = i - 1)
      if (req[i]) index = i;
  end
  assign any = |req;
  always @(req)
    casez (req)
      8'b???????1: kind = 2'd0;
      8'b??????10: kind = 2'd1;
      8'b?????100: kind = 2'd2;
      default:     kind = 2'd3;
    endcase
endmodule
