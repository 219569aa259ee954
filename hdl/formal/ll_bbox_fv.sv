// SPDX-License-Identifier: Apache-2.0
//
// The box of ll_bbox, grown by any squares and shrunk again, within its handshake. One square of the
// torus, any, is inside from the cycle in which the box has grown to it.
`default_nettype none

module ll_bbox_fv #(
    parameter int LogSize = 4
) (
    input logic clk_i,
    input logic rst_i,
    input logic [LogSize:0] col_i,
    input logic [LogSize:0] row_i,
    input logic grow_i,
    input logic shrink_i,
    input logic [2*LogSize-1:0] end_i,
    input logic [2*LogSize-1:0] other_end_i
);
  localparam int Most = (1 << LogSize) - 2;

  logic [2*LogSize-1:0] square;
  logic origin, off, full, line;
  logic [2:0] growth;
  logic [2:0] growth_q;  // the last
  logic [LogSize:0] width, height;
  logic [LogSize-1:0] origin_x, origin_y;

  ll_bbox #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .col_i(col_i),
      .row_i(row_i),
      .empty_i(width == 0),
      .square_o(square),
      .origin_o(origin),
      .off_o(off),
      .full_o(full),
      .growth_o(growth),
      .grow_i(grow_i),
      .shrink_i(shrink_i),
      .growth_i(grow_i ? growth : growth_q),
      .end_i(end_i),
      .other_end_i(other_end_i),
      .line_o(line),
      .width_o(width),
      .height_o(height),
      .origin_x_o(origin_x),
      .origin_y_o(origin_y)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  logic may_shrink_q;  // the last change was a growth
  always_comb begin
    if (grow_i) assume (width == 0 ? origin : !off && !full && (col_i == 0) + (col_i == width + 1) + (row_i == 0) + (row_i == height + 1) < 2);
    assume (!shrink_i || (may_shrink_q && !grow_i));
  end

  // Before the last growth, and a cycle ago.
  logic [4*LogSize+1:0] state, before_q;
  logic [LogSize:0] was_width_q, was_height_q;
  logic was_live_q, grew_q, shrank_q;
  assign state = {width, height, origin_x, origin_y};
  always_ff @(posedge clk_i) begin
    if (grow_i) before_q <= state;
    if (grow_i) growth_q <= growth;
    if (grow_i || shrink_i) may_shrink_q <= grow_i;
    was_width_q <= width;
    was_height_q <= height;
    was_live_q <= live;
    grew_q <= live && grow_i;
    shrank_q <= live && shrink_i;
    if (rst_i) may_shrink_q <= 1'b0;
  end

  // A square is inside if it lies behind the origin by no more than the box is long.
  (* anyconst *) logic [2*LogSize-1:0] at;
  logic [LogSize-1:0] at_x, at_y;
  logic inside, was_inside_q;
  assign at_x = at[LogSize-1:0] - origin_x;
  assign at_y = at[2*LogSize-1:LogSize] - origin_y;
  assign inside = at_x != 0 && at_y != 0 && at_x <= width && at_y <= height;
  always_ff @(posedge clk_i) was_inside_q <= inside || (grow_i && square == at);

  // The squares behind the box, right and below.
  logic [LogSize-1:0] right, below;
  assign right = origin_x + width[LogSize-1:0] + 1'b1;
  assign below = origin_y + height[LogSize-1:0] + 1'b1;

  always_comb begin
    if (live) begin
      a_most : assert (width <= Most && height <= Most && (width == 0) == (height == 0));
      if (grew_q) begin
        a_inside : assert (!was_inside_q || inside);
        a_by_one : assert (width + height - was_width_q - was_height_q == (was_width_q == 0 ? 2 : growth_q != 3'd1));
      end
      if (shrank_q) begin a_back : assert (state == before_q); end
      if (was_live_q && !grew_q && !shrank_q) begin a_stays : assert (width == was_width_q && height == was_height_q); end
      a_off : assert (off == (col_i > width + 1 || row_i > height + 1));
      a_square : assert (square == {origin_y + row_i[LogSize-1:0], origin_x + col_i[LogSize-1:0]});
      a_line : assert (line == ((width >= 8 && end_i[LogSize-1:0] == origin_x && other_end_i[LogSize-1:0] == right) ||
          (height >= 8 && end_i[2*LogSize-1:LogSize] == origin_y && other_end_i[2*LogSize-1:LogSize] == below)));
    end
    c_line : cover (live && line && width == 8 && height == 1);
    c_back : cover (live && shrank_q && width == 2 && height == 3);
    c_full : cover (live && full && !off && width == 2 && height == Most);
  end
endmodule
`default_nettype wire
