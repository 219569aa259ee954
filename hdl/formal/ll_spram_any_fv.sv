// SPDX-License-Identifier: Apache-2.0
//
// In place of ll_spram, for proofs of what does not depend on its size: a read of the place written
// last gives the word written, one of any other place gives anything.
`default_nettype none

module ll_spram #(
    parameter int Width = 16,
    parameter int Depth = 14
) (
    input  logic             clk_i,
    input  logic             write_i,
    input  logic [Depth-1:0] address_i,
    input  logic [Width-1:0] data_i,
    output logic [Width-1:0] data_o
);
  (* anyseq *) logic [Width-1:0] other;
  logic written_q = 1'b0;
  logic [Depth-1:0] address_q;
  logic [Width-1:0] word_q;
  always_ff @(posedge clk_i) begin
    if (write_i) begin
      written_q <= 1'b1;
      address_q <= address_i;
      word_q <= data_i;
    end else begin
      data_o <= written_q && address_i == address_q ? word_q : other;
    end
  end
endmodule
`default_nettype wire
