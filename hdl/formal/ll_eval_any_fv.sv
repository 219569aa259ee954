// SPDX-License-Identifier: Apache-2.0
//
// Abstraction of ll_eval for the proofs of ll_search's commands: the eval of a position is unconstrained.
`default_nettype none

module ll_eval #(
    parameter int LogSize = 5,
    parameter int ValueWidth = 12
) (
    input  logic                         clk_i,
    input  logic                         clear_i,
    input  logic                         edge_i,
    input  logic                         own_i,
    input  logic        [           1:0] side_i,
    input  logic        [ 2*LogSize-1:0] square_i,
    input  logic        [ 2*LogSize+1:0] mate_i,
    input  logic                         add_i,
    input  logic signed [           8:0] sum_i,
    output logic signed [ValueWidth-1:0] value_o,
    input  logic                         load_i,
    input  logic        [           9:0] load_index_i,
    input  logic signed [           7:0] load_weight_i
);
  (* anyseq *) logic [ValueWidth-1:0] value;
  assign value_o = value;
endmodule
`default_nettype wire
