// SPDX-License-Identifier: Apache-2.0
//
// Openings from which the core is proved: small boxes with much that is forced.
//
//   0   @0+ @1\ A2+ C1+
//   1   @0+ B1\ B0/ B3\ A1+ @2+ @2+ @2+ A1\ D4+
//   2   @0+ A2/ B1\ B0\ @1+ D3\ @1+ E4\ E5+ @1\ B2+ C4/ C5+ F1+; E5/ is refused for forced play
`default_nettype none

module ll_opening_fv #(
    parameter int Opening = 0
) (
    input logic [4:0] ply_i,
    output logic [4:0] plies_o,
    output logic [3:0] col_o,
    output logic [3:0] row_o,
    output logic [1:0] shape_o
);
  localparam logic [1:0] Plus = 0;
  localparam logic [1:0] Slash = 1;
  localparam logic [1:0] Backslash = 2;

  assign plies_o = Opening == 0 ? 4 : Opening == 1 ? 10 : 14;

  always_comb begin
    case (Opening * 32 + ply_i)
      0: {col_o, row_o, shape_o} = {4'd0, 4'd0, Plus};
      1: {col_o, row_o, shape_o} = {4'd0, 4'd1, Backslash};
      2: {col_o, row_o, shape_o} = {4'd1, 4'd2, Plus};
      3: {col_o, row_o, shape_o} = {4'd3, 4'd1, Plus};

      32: {col_o, row_o, shape_o} = {4'd0, 4'd0, Plus};
      33: {col_o, row_o, shape_o} = {4'd2, 4'd1, Backslash};
      34: {col_o, row_o, shape_o} = {4'd2, 4'd0, Slash};
      35: {col_o, row_o, shape_o} = {4'd2, 4'd3, Backslash};
      36: {col_o, row_o, shape_o} = {4'd1, 4'd1, Plus};
      37: {col_o, row_o, shape_o} = {4'd0, 4'd2, Plus};
      38: {col_o, row_o, shape_o} = {4'd0, 4'd2, Plus};
      39: {col_o, row_o, shape_o} = {4'd0, 4'd2, Plus};
      40: {col_o, row_o, shape_o} = {4'd1, 4'd1, Backslash};
      41: {col_o, row_o, shape_o} = {4'd4, 4'd4, Plus};

      64: {col_o, row_o, shape_o} = {4'd0, 4'd0, Plus};
      65: {col_o, row_o, shape_o} = {4'd1, 4'd2, Slash};
      66: {col_o, row_o, shape_o} = {4'd2, 4'd1, Backslash};
      67: {col_o, row_o, shape_o} = {4'd2, 4'd0, Backslash};
      68: {col_o, row_o, shape_o} = {4'd0, 4'd1, Plus};
      69: {col_o, row_o, shape_o} = {4'd4, 4'd3, Backslash};
      70: {col_o, row_o, shape_o} = {4'd0, 4'd1, Plus};
      71: {col_o, row_o, shape_o} = {4'd5, 4'd4, Backslash};
      72: {col_o, row_o, shape_o} = {4'd5, 4'd5, Plus};
      73: {col_o, row_o, shape_o} = {4'd0, 4'd1, Backslash};
      74: {col_o, row_o, shape_o} = {4'd2, 4'd2, Plus};
      75: {col_o, row_o, shape_o} = {4'd3, 4'd4, Slash};
      76: {col_o, row_o, shape_o} = {4'd3, 4'd5, Plus};
      77: {col_o, row_o, shape_o} = {4'd6, 4'd1, Plus};
      default: {col_o, row_o, shape_o} = 10'd0;
    endcase
  end
endmodule
`default_nettype wire
