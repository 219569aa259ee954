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
    input wire [4:0] ply_i,
    output wire [4:0] plies_o,
    output reg [3:0] col_o,
    output reg [3:0] row_o,
    output reg [1:0] shape_o
);
  localparam [1:0] P = 0;  // +
  localparam [1:0] S = 1;  // /
  localparam [1:0] B = 2;  // \

  assign plies_o = Opening == 0 ? 4 : Opening == 1 ? 10 : 14;

  always @* begin
    case (Opening * 32 + ply_i)
      0: {col_o, row_o, shape_o} = {4'd0, 4'd0, P};
      1: {col_o, row_o, shape_o} = {4'd0, 4'd1, B};
      2: {col_o, row_o, shape_o} = {4'd1, 4'd2, P};
      3: {col_o, row_o, shape_o} = {4'd3, 4'd1, P};

      32: {col_o, row_o, shape_o} = {4'd0, 4'd0, P};
      33: {col_o, row_o, shape_o} = {4'd2, 4'd1, B};
      34: {col_o, row_o, shape_o} = {4'd2, 4'd0, S};
      35: {col_o, row_o, shape_o} = {4'd2, 4'd3, B};
      36: {col_o, row_o, shape_o} = {4'd1, 4'd1, P};
      37: {col_o, row_o, shape_o} = {4'd0, 4'd2, P};
      38: {col_o, row_o, shape_o} = {4'd0, 4'd2, P};
      39: {col_o, row_o, shape_o} = {4'd0, 4'd2, P};
      40: {col_o, row_o, shape_o} = {4'd1, 4'd1, B};
      41: {col_o, row_o, shape_o} = {4'd4, 4'd4, P};

      64: {col_o, row_o, shape_o} = {4'd0, 4'd0, P};
      65: {col_o, row_o, shape_o} = {4'd1, 4'd2, S};
      66: {col_o, row_o, shape_o} = {4'd2, 4'd1, B};
      67: {col_o, row_o, shape_o} = {4'd2, 4'd0, B};
      68: {col_o, row_o, shape_o} = {4'd0, 4'd1, P};
      69: {col_o, row_o, shape_o} = {4'd4, 4'd3, B};
      70: {col_o, row_o, shape_o} = {4'd0, 4'd1, P};
      71: {col_o, row_o, shape_o} = {4'd5, 4'd4, B};
      72: {col_o, row_o, shape_o} = {4'd5, 4'd5, P};
      73: {col_o, row_o, shape_o} = {4'd0, 4'd1, B};
      74: {col_o, row_o, shape_o} = {4'd2, 4'd2, P};
      75: {col_o, row_o, shape_o} = {4'd3, 4'd4, S};
      76: {col_o, row_o, shape_o} = {4'd3, 4'd5, P};
      77: {col_o, row_o, shape_o} = {4'd6, 4'd1, P};
      default: {col_o, row_o, shape_o} = 10'd0;
    endcase
  end
endmodule
`default_nettype wire
