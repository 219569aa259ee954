// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_ram, for the proof of ll_kakomimasu_board on a field of two cells with two players, whose cells and
// agents have the words that are kept: those of two rows and columns, and the first of each of two players.
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
  // Player and agent have 2 and 5 bits, row and column 6 and 6.
  localparam int Upper = Depth == 7 ? 5 : 6;
  logic [Width-1:0] words[0:3];
  always_ff @(posedge clk_i) begin
    if (write_i) words[{waddr_i[Upper], waddr_i[0]}] <= wdata_i;
    rdata_o <= words[{raddr_i[Upper], raddr_i[0]}];
  end
endmodule
`default_nettype wire
