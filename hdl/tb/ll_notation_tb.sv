// SPDX-License-Identifier: Apache-2.0
//
// The devices of ll_notation_tb.cpp: an ll_move_decode and an ll_move_encode for every LogSize
// from 3 to 8. One of them, lane_i, is connected; the others are idle.
`default_nettype none

module ll_notation_tb (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic [2:0] lane_i,        // LogSize - 3
    // decoder
    input  logic       char_valid_i,
    output logic       char_ready_o,
    input  logic [7:0] char_i,
    input  logic       eol_i,
    input  logic       bad_i,
    output logic       valid_o,
    input  logic       ready_i,
    output logic [8:0] col_o,
    output logic [8:0] row_o,
    output logic [1:0] shape_o,
    // encoder
    input  logic       write_i,
    input  logic [8:0] col_i,
    input  logic [8:0] row_i,
    input  logic [1:0] shape_i,
    output logic       char_valid_o,
    input  logic       char_ready_i,
    output logic [7:0] char_o,
    output logic       last_o
);
  localparam int Lanes = 6;

  logic [Lanes-1:0] ready, valid, written, last;
  logic [9*Lanes-1:0] col, row;
  logic [2*Lanes-1:0] shape;
  logic [8*Lanes-1:0] char;

  genvar i;
  for (i = 0; i < Lanes; i = i + 1) begin : gen_lane
    localparam int LogSize = i + 3;
    logic [LogSize:0] lane_col, lane_row;

    ll_move_decode #(
        .LogSize(LogSize)
    ) decode (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .char_valid_i(char_valid_i && lane_i == i),
        .char_ready_o(ready[i]),
        .char_i      (char_i),
        .eol_i       (eol_i),
        .bad_i       (bad_i),
        .valid_o     (valid[i]),
        .ready_i     (ready_i),
        .col_o       (lane_col),
        .row_o       (lane_row),
        .shape_o     (shape[2*i+:2])
    );
    assign col[9*i+:9] = {{(8 - LogSize) {1'b0}}, lane_col};
    assign row[9*i+:9] = {{(8 - LogSize) {1'b0}}, lane_row};

    ll_move_encode #(
        .LogSize(LogSize)
    ) encode (
        .clk_i       (clk_i),
        .write_i     (write_i && lane_i == i),
        .col_i       (col_i[LogSize:0]),
        .row_i       (row_i[LogSize:0]),
        .shape_i     (shape_i),
        .char_valid_o(written[i]),
        .char_ready_i(char_ready_i),
        .char_o      (char[8*i+:8]),
        .last_o      (last[i])
    );
  end

  assign char_ready_o = ready[lane_i];
  assign valid_o = valid[lane_i];
  assign col_o = col[9*lane_i+:9];
  assign row_o = row[9*lane_i+:9];
  assign shape_o = shape[2*lane_i+:2];
  assign char_valid_o = written[lane_i];
  assign char_o = char[8*lane_i+:8];
  assign last_o = last[lane_i];
endmodule

`default_nettype wire
