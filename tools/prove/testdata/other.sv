// What the runner must not take for a proof.
module nothing (
    input wire clk_i
);
  reg q = 0;
  always @(posedge clk_i) q <= !q;
endmodule

module narrow (  // its assumption leaves too little
    input wire clk_i,
    input wire step_i
);
  reg [3:0] count_q = 0;
  always @(posedge clk_i) if (step_i) count_q <= count_q + 1;
  always @* assume (!step_i || count_q < 3);
  always @* begin
    a_small : assert (count_q <= 3);
    if (count_q == 9) begin a_never : assert (step_i); end
    c_three : cover (count_q == 3);
    c_nine : cover (count_q == 9);
  end
endmodule

module dead (  // its assumptions exclude each other
    input wire clk_i,
    input wire step_i
);
  reg q = 0;
  always @(posedge clk_i) q <= step_i;
  always @* begin
    assume (step_i);
    assume (!step_i);
    a_any : assert (q);
    c_any : cover (q);
  end
endmodule

module hard (  // takes longer than anyone waits
    input wire clk_i,
    input wire [31:0] a_i,
    input wire [31:0] b_i
);
  reg q = 0;
  always @(posedge clk_i) q <= 1;
  always @* begin
    if (q && a_i > 1 && b_i > 1) begin a_prime : assert ({32'd0, a_i} * {32'd0, b_i} != 64'hfffffffd_00000063); end
    c_any : cover (q);
  end
endmodule

module step (  // true, but only over more cycles than one
    input wire clk_i
);
  reg [3:0] q = 0;
  always @(posedge clk_i) q <= q == 4 ? 0 : q == 9 ? 12 : q + 1;
  always @* begin
    a_not : assert (q != 12);
    c_four : cover (q == 4);
  end
endmodule
