// SPDX-License-Identifier: Apache-2.0
//
// The bounding box of a position: the smallest rectangle around all tiles. It classifies a
// square, named by its column and row, as inside, beside or outside the box, and tells whether
// a track joins two opposite sides.
//
// Its state is the row above and the column left of the box, which a move names 0 and @, and the
// row below and the column right of it. All four are addresses on a torus, so the box can grow
// to any side.
//
// Latency:    the answers about a square and about a track are combinational. grow_i
//             and shrink_i change the box from the next clock cycle on.
// Throughput: a square, a track and a change in every cycle.
// Handshake:  none. The caller must not grow the box where full_o is high, and undoes growth
//             in reverse order.
// Reset:      synchronous: the box is empty, its origin is row 0 and column 0.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
`default_nettype none

module ll_bbox #(
    parameter int LogSize = 5
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    // a square, as a move names it
    input  logic [    LogSize:0] col_i,
    input  logic [    LogSize:0] row_i,
    input  logic                 empty_i,     // there is no tile yet
    output logic [2*LogSize-1:0] square_o,    // row and column on the torus
    output logic                 origin_o,    // it is @0
    output logic                 off_o,       // it is farther away than beside the box
    output logic                 full_o,      // the box cannot grow to it
    output logic [          2:0] growth_o,    // how the box grows with a tile there
    // a change of the box
    input  logic                 grow_i,
    input  logic                 shrink_i,    // the growth is taken back
    input  logic [          2:0] growth_i,
    // a track: the squares before its two ends
    input  logic [2*LogSize-1:0] end_i,       // of a line the left or the upper one
    input  logic [2*LogSize-1:0] other_end_i,
    output logic                 line_o,      // it joins opposite sides of a box of 8 or more
    // state
    output logic [    LogSize:0] width_o,
    output logic [    LogSize:0] height_o,
    output logic [  LogSize-1:0] origin_x_o,  // the column left of the box
    output logic [  LogSize-1:0] origin_y_o   // the row above it
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_bbox_LogSize_must_be_3_to_8 u_error ();
  end

  localparam logic [LogSize-1:0] One = 1;
  localparam logic [LogSize-1:0] Room = {LogSize{1'b1}};
  localparam logic [LogSize+3:0] ShortLine = 8;

  // How the box grows with a turn's first tile; 0 is for other tiles.
  localparam logic [2:0] GrowNone = 3'd1;
  localparam logic [2:0] GrowLeft = 3'd2;
  localparam logic [2:0] GrowRight = 3'd3;
  localparam logic [2:0] GrowTop = 3'd4;
  localparam logic [2:0] GrowBottom = 3'd5;
  localparam logic [2:0] GrowFirst = 3'd6;  // left and top

  logic [LogSize-1:0] left_q, right_q, top_q, bottom_q;
  logic [LogSize-1:0] span_x, span_y;
  logic at_left, at_right, at_top, at_bottom;

  assign span_x = right_q - left_q;
  assign span_y = bottom_q - top_q;

  assign square_o = {top_q + row_i[LogSize-1:0], left_q + col_i[LogSize-1:0]};
  assign at_left = col_i == 0;
  assign at_top = row_i == 0;
  assign at_right = col_i == {1'b0, span_x};
  assign at_bottom = row_i == {1'b0, span_y};
  assign origin_o = at_left & at_top;
  assign off_o = col_i > {1'b0, span_x} || row_i > {1'b0, span_y};
  assign full_o = ((at_left | at_right) & (span_x == Room)) | ((at_top | at_bottom) & (span_y == Room));
  always_comb begin
    if (empty_i) growth_o = GrowFirst;
    else if (at_left) growth_o = GrowLeft;
    else if (at_right) growth_o = GrowRight;
    else if (at_top) growth_o = GrowTop;
    else if (at_bottom) growth_o = GrowBottom;
    else growth_o = GrowNone;
  end

  logic across, down;

  assign across = end_i[LogSize-1:0] == left_q && other_end_i[LogSize-1:0] == right_q;
  assign down = end_i[2*LogSize-1:LogSize] == top_q && other_end_i[2*LogSize-1:LogSize] == bottom_q;
  assign line_o = (across && {4'd0, span_x} > ShortLine) || (down && {4'd0, span_y} > ShortLine);

  always_ff @(posedge clk_i) begin
    if (grow_i | shrink_i) begin
      if (growth_i == GrowLeft || growth_i == GrowFirst) left_q <= shrink_i ? left_q + One : left_q - One;
      if (growth_i == GrowTop || growth_i == GrowFirst) top_q <= shrink_i ? top_q + One : top_q - One;
      if (growth_i == GrowRight) right_q <= shrink_i ? right_q - One : right_q + One;
      if (growth_i == GrowBottom) bottom_q <= shrink_i ? bottom_q - One : bottom_q + One;
    end
    if (rst_i) begin
      left_q <= 0;
      top_q <= 0;
      right_q <= One;
      bottom_q <= One;
    end
  end

  assign width_o = {1'b0, span_x - One};
  assign height_o = {1'b0, span_y - One};
  assign origin_x_o = left_q;
  assign origin_y_o = top_q;
endmodule

`default_nettype wire
