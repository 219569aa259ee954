// Classic dual clock FIFO with Gray coded pointers.
module async_fifo #(
    parameter int DEPTH_LOG2 = 4,
    parameter int W          = 8
) (
    input  logic         wr_clk, wr_rst_n,
    input  logic         wr_en,
    input  logic [W-1:0] wr_data,
    output logic         full,
    input  logic         rd_clk, rd_rst_n,
    input  logic         rd_en,
    output logic [W-1:0] rd_data,
    output logic         empty
);
  logic [W-1:0] mem [2**DEPTH_LOG2];
  logic [DEPTH_LOG2:0] wbin, wgray, wgray_next, wbin_next;
  logic [DEPTH_LOG2:0] rbin, rgray, rgray_next, rbin_next;
  (* ASYNC_REG = "TRUE" *) logic [DEPTH_LOG2:0] rgray_w1, rgray_w2, wgray_r1, wgray_r2;

  assign wbin_next  = wbin + (wr_en & ~full);
  assign wgray_next = (wbin_next >> 1) ^ wbin_next;
  assign rbin_next  = rbin + (rd_en & ~empty);
  assign rgray_next = (rbin_next >> 1) ^ rbin_next;

  always_ff @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) {wbin, wgray} <= '0;
    else           {wbin, wgray} <= {wbin_next, wgray_next};

  always_ff @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) {rgray_w2, rgray_w1} <= '0;
    else           {rgray_w2, rgray_w1} <= {rgray_w1, rgray};

  always_ff @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) full <= 1'b0;
    else           full <= wgray_next == {~rgray_w2[DEPTH_LOG2:DEPTH_LOG2-1], rgray_w2[DEPTH_LOG2-2:0]};

  always_ff @(posedge wr_clk)
    if (wr_en && !full) mem[wbin[DEPTH_LOG2-1:0]] <= wr_data;

  always_ff @(posedge rd_clk or negedge rd_rst_n)
    if (!rd_rst_n) {rbin, rgray} <= '0;
    else           {rbin, rgray} <= {rbin_next, rgray_next};

  always_ff @(posedge rd_clk or negedge rd_rst_n)
    if (!rd_rst_n) {wgray_r2, wgray_r1} <= '0;
    else           {wgray_r2, wgray_r1} <= {wgray_r1, wgray};

  always_ff @(posedge rd_clk or negedge rd_rst_n)
    if (!rd_rst_n) empty <= 1'b1;
    else           empty <= rgray_next == wgray_r2;

  assign rd_data = mem[rbin[DEPTH_LOG2-1:0]];
endmodule
