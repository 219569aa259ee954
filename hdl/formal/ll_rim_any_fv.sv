// SPDX-License-Identifier: Apache-2.0
//
// Abstraction of ll_rim for the proofs of ll_search's commands: a walk takes any time, and finds any edges
// and candidates.
`default_nettype none

module ll_rim #(
    parameter int LogSize = 5,
    parameter int Beyond = 0
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   start_i,
    output logic                   busy_o,
    output logic                   done_o,
    input  logic [      LogSize:0] width_i,
    input  logic [      LogSize:0] height_i,
    input  logic [    LogSize-1:0] origin_x_i,
    input  logic [    LogSize-1:0] origin_y_i,
    output logic [  2*LogSize-1:0] square_o,
    input  logic [ 8*LogSize+15:0] words_i,
    output logic                   edge_valid_o,
    output logic                   edge_first_o,
    output logic                   edge_again_o,
    output logic [            1:0] edge_bend_o,
    output logic [  2*LogSize-1:0] edge_square_o,
    output logic [            1:0] edge_side_o,
    output logic                   edge_red_o,
    output logic [  2*LogSize+1:0] edge_mate_o,
    output logic                   candidate_valid_o,
    output logic [  2*LogSize-1:0] candidate_o
);
  (* anyseq *) logic ends, valid, first, again, candidate_valid, red;
  (* anyseq *) logic [2*LogSize-1:0] square, edge_square, candidate;
  (* anyseq *) logic [1:0] side, bend;
  (* anyseq *) logic [2*LogSize+1:0] mate;
  logic busy_q;
  always_ff @(posedge clk_i) busy_q <= !rst_i && (busy_q ? !ends : start_i);
  assign busy_o = busy_q;
  assign done_o = busy_q && ends;
  assign square_o = square;
  assign edge_valid_o = valid;
  assign edge_first_o = first;
  assign edge_again_o = again;
  assign edge_bend_o = bend;
  assign edge_square_o = edge_square;
  assign edge_side_o = side;
  assign edge_red_o = red;
  assign edge_mate_o = mate;
  assign candidate_valid_o = candidate_valid;
  assign candidate_o = candidate;
endmodule
`default_nettype wire
