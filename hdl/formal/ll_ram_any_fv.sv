// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_ram, for proofs of what does not depend on memories: a read gives anything. What holds
// then holds whatever was written.
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
  (* anyseq *) logic [Width-1:0] word;
  assign rdata_o = word;
endmodule
`default_nettype wire
