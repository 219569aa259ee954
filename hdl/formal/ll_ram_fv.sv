// SPDX-License-Identifier: Apache-2.0
//
// What ll_ram answers: for any one word of it, the last value written there. A read of the word that
// is written has no defined value; with Collide it has the complement of the old one.
`default_nettype none

module ll_ram_fv #(
    parameter int Width = 2,
    parameter int Depth = 3,
    parameter int Collide = 0
) (
    input wire clk_i,
    input wire write_i,
    input wire [Depth-1:0] waddr_i,
    input wire [Width-1:0] wdata_i,
    input wire [Depth-1:0] raddr_i
);
  wire [Width-1:0] rdata;

  ll_ram #(
      .Width(Width),
      .Depth(Depth),
      .Collide(Collide)
  ) dut (
      .clk_i(clk_i),
      .write_i(write_i),
      .waddr_i(waddr_i),
      .wdata_i(wdata_i),
      .raddr_i(raddr_i),
      .rdata_o(rdata)
  );

  (* anyconst *) reg [Depth-1:0] address;
  reg written_q = 1'b0;  // there is a last value
  reg [Width-1:0] last_q;
  wire here = write_i && waddr_i == address;
  always @(posedge clk_i) begin
    if (here) begin
      written_q <= 1'b1;
      last_q <= wdata_i;
    end
  end

  // A cycle later.
  reg read_q = 1'b0;
  reg collided_q;
  reg [Width-1:0] want_q;
  always @(posedge clk_i) begin
    read_q <= written_q && raddr_i == address;
    collided_q <= here;
    want_q <= last_q;
  end

  always @* begin
    if (read_q && !collided_q) begin a_last : assert (rdata == want_q); end
    c_read : cover (read_q && !collided_q && rdata == 2 && address == 5);
    c_collided : cover (read_q && collided_q);
  end

  if (Collide != 0) begin : gen_spoiled
    always @* if (read_q && collided_q) begin a_spoiled : assert (rdata == ~want_q); end
  end
endmodule
`default_nettype wire
