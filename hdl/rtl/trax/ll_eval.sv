// SPDX-License-Identifier: Apache-2.0
//
// Static evaluation of a position for the side to move: the sum over all edges of the rim, see ll_rim. At
// each a track ends, for which ll_eval_rom has a weight, by its colour relative to the side to move,
// the distance of its other end and the side of the square at which that end lies; turned and
// mirrored tracks share a weight.
//
//        ....bbbbb        of the track a, whose end enters at the right of the square
//        x   b   b        x, the other one lies in the direction that it runs on to:
//        aaaaa   bbbbb    dx = -1 column, dy = 1 row
//
// The weights of windows, from ll_rim_windows, are added to it.
//
// Latency:    value_o includes an edge from the fourth clock cycle after it on, what add_i adds from
//             the second on.
// Throughput: an edge and a sum of windows in each clock cycle.
// Handshake:  edge_i presents an edge; clear_i, in the third clock cycle after it or later,
//             clears the value. load_i changes a weight of the table; no edge may be in progress.
// Reset:      none: clear_i. The table is that of the bitstream at first.
//
// Parameters
//   LogSize      binary logarithm of the board's columns and rows, 3 to 5
//   ValueWidth   bits of the value, 11 to 16: it saturates at 1023 and -1023. Inside it has 16
`default_nettype none

module ll_eval #(
    parameter int LogSize = 5,
    parameter int ValueWidth = 12
) (
    input  logic                         clk_i,
    input  logic                         clear_i,
    input  logic                         edge_i,
    input  logic                         own_i,      // its track is of the side whose value it is
    input  logic        [           1:0] side_i,     // of the square, at which the edge is
    input  logic        [ 2*LogSize-1:0] square_i,
    input  logic        [ 2*LogSize+1:0] mate_i,     // side and square at the other end
    input  logic                         add_i,
    input  logic signed [           8:0] sum_i,
    output logic signed [ValueWidth-1:0] value_o,
    // a weight of the table
    input  logic                         load_i,
    input  logic        [           9:0] load_index_i,
    input  logic signed [           7:0] load_weight_i
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_eval_LogSize_must_be_3_to_5 u_error ();
  end
  if (ValueWidth < 11 || ValueWidth > 16) begin : gen_check_width
    ll_eval_ValueWidth_must_be_11_to_16 u_error ();
  end

  localparam int SquareWidth = 2 * LogSize;
  localparam int MateWidth = SquareWidth + 2;
  localparam logic signed [15:0] Most = 1023;

  // From the square to its mate, turned so that the edge enters at side 0.
  logic [LogSize-1:0] x, y, mate_x, mate_y, dx_q, dy_q;
  logic [1:0] far_q;  // the side of the mate
  logic found_q, own_q;
  assign {y, x} = square_i;
  assign {mate_y, mate_x} = mate_i[SquareWidth-1:0];
  always_ff @(posedge clk_i) begin
    case (side_i)
      2'd0: {dx_q, dy_q} <= {mate_x - x, mate_y - y};
      2'd1: {dx_q, dy_q} <= {y - mate_y, mate_x - x};
      2'd2: {dx_q, dy_q} <= {x - mate_x, y - mate_y};
      default: {dx_q, dy_q} <= {mate_y - y, x - mate_x};
    endcase
    far_q <= mate_i[MateWidth-1:SquareWidth] - side_i;
    own_q <= own_i;
    found_q <= edge_i;
  end

  // Mirrored so that it lies below, and no farther than the table goes.
  logic [7:0] dx, dy, down;
  logic [3:0] across_near;
  logic [2:0] down_near;
  logic [1:0] far;
  assign dx = {{(8 - LogSize) {dx_q[LogSize-1]}}, dx_q};
  assign dy = {{(8 - LogSize) {dy_q[LogSize-1]}}, dy_q};
  assign down = dy[7] ? -dy : dy;
  assign far = {far_q[1] ^ (dy[7] & far_q[0]), far_q[0]};
  assign across_near = dx[7:3] == {5{dx[7]}} ? dx[3:0] : {dx[7], {3{~dx[7]}}};
  assign down_near = |down[7:3] ? 3'd7 : down[2:0];

  logic signed [7:0] weight;
  logic weighed_q;
  ll_eval_rom rom (
      .clk_i,
      .index_i ({~own_q, far, across_near, down_near}),
      .weight_o(weight),
      .load_i,
      .load_index_i,
      .load_weight_i
  );

  localparam int SumWidth = 16;
  logic signed [SumWidth-1:0] sum_q, tracks, windows;
  assign tracks = weighed_q ? {{(SumWidth - 8) {weight[7]}}, weight} : {SumWidth{1'b0}};
  assign windows = add_i ? {{(SumWidth - 9) {sum_i[8]}}, sum_i} : {SumWidth{1'b0}};
  always_ff @(posedge clk_i) begin
    weighed_q <= found_q;
    sum_q <= clear_i ? {SumWidth{1'b0}} : sum_q + tracks + windows;
    value_o <= sum_q > Most ? Most[ValueWidth-1:0] : sum_q < -Most ? -Most[ValueWidth-1:0] : sum_q[ValueWidth-1:0];
  end
endmodule

`default_nettype wire
