// SPDX-License-Identifier: Apache-2.0
//
// A memory with one read port and one write port, for block RAM.
//
// Latency:    a read takes one clock cycle: rdata_o belongs to the raddr_i of
//             the cycle before.
// Throughput: one read and one write in every cycle.
// Handshake:  none.
// Collision:  a read of the word that is written in the same cycle gives no
//             defined value. With PoisonCollision set, for simulation, it gives the
//             complement of the old word, so that a design that relies on either
//             word fails.
// Reset:      none; the contents are undefined until they are written.
//
// Parameters
//   Width   bits of a word, at least 1
//   Depth   binary logarithm of the number of words, at least 1
//   PoisonCollision 1 to poison reads that collide, 0 for synthesis
`default_nettype none

module ll_ram #(
    parameter int Width   = 16,
    parameter int Depth   = 8,
    parameter int PoisonCollision = 0
) (
    input  logic             clk_i,
    input  logic             write_i,
    input  logic [Depth-1:0] waddr_i,
    input  logic [Width-1:0] wdata_i,
    input  logic [Depth-1:0] raddr_i,
    output logic [Width-1:0] rdata_o
);
  if (Width < 1) begin : gen_check_width
    ll_ram_Width_must_be_1_or_more u_error ();
  end
  if (Depth < 1) begin : gen_check_depth
    ll_ram_Depth_must_be_1_or_more u_error ();
  end

  (* no_rw_check *) logic [Width-1:0] words[0:(1 << Depth)-1];

  always_ff @(posedge clk_i) begin
    if (write_i) words[waddr_i] <= wdata_i;
  end

  if (PoisonCollision != 0) begin : gen_collide
    always_ff @(posedge clk_i) begin
      rdata_o <= (write_i && waddr_i == raddr_i) ? ~words[raddr_i] : words[raddr_i];
    end
  end else begin : gen_plain
    always_ff @(posedge clk_i) rdata_o <= words[raddr_i];
  end
endmodule

`default_nettype wire
