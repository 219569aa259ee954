`default_nettype none
module count;
  localparam int N = 65536;
  logic [63:0] mem [0:N-1];
  logic [4:0] kind;
  logic [31:0] turns;
  integer i;
  initial begin
    for (i = 0; i < N; i = i + 1) mem[i] = 64'd0;
    $readmemh("turn.hex", mem);
    turns = 0;
    kind = mem[0][59 +: 5];
    for (i = 0; i < N && kind != loopline_vectors::TYPE_END; i = i + 1) begin
      kind = mem[i][59 +: 5];
      if (kind == loopline_vectors::TYPE_TURN) turns = turns + 1;
    end
    if (i == N || mem[i - 1][31:0] != turns) $fatal(1, "cut");
    $display("PASS %0d turns in %0d words", turns, i);
    $finish;
  end
endmodule
`default_nettype wire
