// SPDX-License-Identifier: Apache-2.0
//
// What ll_ram answers: for any one word of it, the last value written there. A read of the word that
// is written has no defined value; with PoisonCollision it returns the complement of the old one.
`default_nettype none

module ll_ram_fv #(
    parameter int Width = 2,
    parameter int Depth = 3,
    parameter int PoisonCollision = 0
) (
    input logic clk_i,
    input logic write_i,
    input logic [Depth-1:0] waddr_i,
    input logic [Width-1:0] wdata_i,
    input logic [Depth-1:0] raddr_i
);
  logic [Width-1:0] rdata;

  ll_ram #(
      .Width(Width),
      .Depth(Depth),
      .PoisonCollision(PoisonCollision)
  ) dut (
      .clk_i(clk_i),
      .write_i(write_i),
      .waddr_i(waddr_i),
      .wdata_i(wdata_i),
      .raddr_i(raddr_i),
      .rdata_o(rdata)
  );

  (* anyconst *) logic [Depth-1:0] address;
  logic written_q = 1'b0;  // there is a last value
  logic [Width-1:0] last_q;
  logic here;
  assign here = write_i && waddr_i == address;
  always_ff @(posedge clk_i) begin
    if (here) begin
      written_q <= 1'b1;
      last_q <= wdata_i;
    end
  end

  // A cycle later.
  logic read_q = 1'b0;
  logic collided_q;
  logic [Width-1:0] want_q;
  always_ff @(posedge clk_i) begin
    read_q <= written_q && raddr_i == address;
    collided_q <= here;
    want_q <= last_q;
  end

  always_comb begin
    if (read_q && !collided_q) begin a_last : assert (rdata == want_q); end
    c_read : cover (read_q && !collided_q && rdata == 2 && address == 5);
    c_collided : cover (read_q && collided_q);
  end

  if (PoisonCollision != 0) begin : gen_poisoned
    always_comb if (read_q && collided_q) begin a_spoiled : assert (rdata == ~want_q); end
  end
endmodule
`default_nettype wire
