// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_ram, for proofs of ll_kakomimasu_plan on fields of two columns or more: a read gives anything,
// but agents, which have 13 bits, are in the first two cells. What holds then holds whatever else was written.
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
  if (Width == 13) begin : gen_agents
    assign rdata_o = {word[12], 11'd0, word[0]};
  end else begin : gen_cells
    assign rdata_o = word;
  end
endmodule
`default_nettype wire
