// SPDX-License-Identifier: Apache-2.0
//
// Static evaluation of a position for the side to move. At most one white and one red track enter
// an empty square. For each, ll_eval_rom has a weight, by its colour relative to the side to move,
// the distance of its other end and the side of the square at which that end lies; turned and
// mirrored tracks share a weight. The value is the sum over all empty squares that look_i presents.
//
//        ....bbbbb        of the track a, whose end enters at the right of the square
//        x   b   b        x, the other one lies in the direction that it runs on to:
//        aaaaa   bbbbb    dx = -1 column, dy = 1 row
//
// Latency:    value_o includes a square from the fifth clock cycle after it on.
// Throughput: a square in four clock cycles.
// Handshake:  look_i presents a square; clear_i, in the fifth clock cycle after it or later,
//             clears the value.
// Reset:      none: clear_i.
//
// Parameters
//   LogSize      binary logarithm of the board's columns and rows, 3 to 5
//   ValueWidth   bits of the value, 11 to 16: it saturates at 1023 and -1023
`default_nettype none

module ll_eval #(
    parameter int LogSize = 5,
    parameter int ValueWidth = 12
) (
    input  logic                         clk_i,
    input  logic                         clear_i,
    input  logic                         look_i,
    input  logic                         red_i,      // whose value it is
    input  logic        [ 2*LogSize-1:0] square_i,
    input  logic        [8*LogSize+15:0] words_i,    // of its four sides: edge, colour, mate
    output logic signed [ValueWidth-1:0] value_o
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_eval_LogSize_must_be_3_to_5 u_error ();
  end
  if (ValueWidth < 11 || ValueWidth > 16) begin : gen_check_width
    ll_eval_ValueWidth_must_be_11_to_16 u_error ();
  end

  localparam int SquareWidth = 2 * LogSize;
  localparam int MateWidth = SquareWidth + 2;
  localparam int WordWidth = MateWidth + 2;
  localparam logic signed [ValueWidth:0] Most = 1023;

  // The sides at which a white and a red edge enter: one each at most, for two of a colour would
  // have been filled by forced play.
  logic [3:0] white, red;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_sides
    assign white[i] = words_i[i*WordWidth+WordWidth-1] & ~words_i[i*WordWidth+WordWidth-2];
    assign red[i] = words_i[i*WordWidth+WordWidth-1] & words_i[i*WordWidth+WordWidth-2];
  end

  logic [MateWidth-1:0] white_mate, red_mate;
  always_comb begin
    white_mate = {MateWidth{1'b0}};
    red_mate = {MateWidth{1'b0}};
    for (int i = 0; i < 4; i = i + 1) begin
      white_mate = white_mate | ({MateWidth{white[i]}} & words_i[i*WordWidth+:MateWidth]);
      red_mate = red_mate | ({MateWidth{red[i]}} & words_i[i*WordWidth+:MateWidth]);
    end
  end

  // The white track, and a cycle behind it the red one.
  logic there_q, red_there_q, is_red_q;
  logic [1:0] side_q, red_side_q;
  logic [MateWidth-1:0] mate_q, red_mate_q;
  logic [SquareWidth-1:0] square_q;
  always_ff @(posedge clk_i) begin
    if (look_i) begin
      square_q <= square_i;
      {there_q, mate_q, side_q} <= {|white, white_mate, white[2] | white[3], white[1] | white[3]};
      {red_there_q, red_mate_q, red_side_q} <= {|red, red_mate, red[2] | red[3], red[1] | red[3]};
    end else begin
      {there_q, mate_q, side_q} <= {red_there_q, red_mate_q, red_side_q};
      red_there_q <= 1'b0;
    end
    is_red_q <= ~look_i;
  end

  // From the square to its mate, turned so that the edge enters at side 0.
  logic [LogSize-1:0] x, y, mate_x, mate_y, dx_q, dy_q;
  logic [1:0] far_q;  // the side of the mate
  logic found_q, own_q;
  assign {y, x} = square_q;
  assign {mate_y, mate_x} = mate_q[SquareWidth-1:0];
  always_ff @(posedge clk_i) begin
    case (side_q)
      2'd0: {dx_q, dy_q} <= {mate_x - x, mate_y - y};
      2'd1: {dx_q, dy_q} <= {y - mate_y, mate_x - x};
      2'd2: {dx_q, dy_q} <= {x - mate_x, y - mate_y};
      default: {dx_q, dy_q} <= {mate_y - y, x - mate_x};
    endcase
    far_q <= mate_q[MateWidth-1:SquareWidth] - side_q;
    own_q <= is_red_q ~^ red_i;
    found_q <= there_q;
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
      .weight_o(weight)
  );

  logic signed [ValueWidth:0] sum;
  assign sum = {value_o[ValueWidth-1], value_o} + {{(ValueWidth - 7) {weight[7]}}, weight};
  always_ff @(posedge clk_i) begin
    weighed_q <= found_q;
    if (weighed_q) value_o <= sum > Most ? Most[ValueWidth-1:0] : sum < -Most ? -Most[ValueWidth-1:0] : sum[ValueWidth-1:0];
    if (clear_i) value_o <= {ValueWidth{1'b0}};
  end
endmodule

`default_nettype wire
