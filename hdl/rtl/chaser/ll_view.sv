// SPDX-License-Identifier: Apache-2.0
//
// The nine cells that a player of CHaser sees of a map that it keeps: around itself, by look, or by
// search.
//
// Handshake:  a question passes in a cycle in which valid_i and ready_o are high, the answer in one
//             in which valid_o and ready_i are. An answer holds until it passes. A cell is written in
//             each cycle in which write_i is high, for all questions behind it; none may be
//             written between a question and its answer.
// Latency:    valid_o is high from 10 clock cycles behind the one in which the question passes.
// Throughput: a question in 12 clock cycles, a cell written in each.
// Reset:      synchronous, for one cycle at least; a question is dropped, the map stays.
//
// Columns and rows are counted from 0 at the upper left, as two's complement: a player, and what it
// sees, may be off the map. What is there is a block, and the other player hides what lies on its
// cell.
//
//   action_i     1 look, the square around the second cell ahead; 2 search, the nine cells ahead;
//                0 and 3 around, the square around the player
//   direction_i  0 up, 1 right, 2 left, 3 down
//   window_o     nine cells of two bits, the first in the lowest: those of a square in the order of
//                reading, those of a search from the nearest. 0 floor, 1 the other player, 2 a
//                block, 3 an item
//
// Parameters
//   Width    columns of the map, 3 to 31
//   Height   its rows, 3 to 31
`default_nettype none

module ll_view #(
    parameter int Width = 15,
    parameter int Height = 17,
    localparam int XBits = $clog2(Width + 1) + 1,
    localparam int YBits = $clog2(Height + 1) + 1
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // the map
    input  logic             write_i,
    input  logic [XBits-2:0] write_x_i,
    input  logic [YBits-2:0] write_y_i,
    input  logic [      1:0] write_cell_i,
    // a question
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [      1:0] action_i,
    input  logic [      1:0] direction_i,
    input  logic [XBits-1:0] x_i,            // of the player
    input  logic [YBits-1:0] y_i,
    input  logic [XBits-1:0] other_x_i,      // of the other player
    input  logic [YBits-1:0] other_y_i,
    // and its answer
    output logic             valid_o,
    input  logic             ready_i,
    output logic [     17:0] window_o
);
  if (Width < 3 || Width > 31) begin : gen_check_width
    ll_view_Width_must_be_3_to_31 u_error ();
  end
  if (Height < 3 || Height > 31) begin : gen_check_height
    ll_view_Height_must_be_3_to_31 u_error ();
  end

  // Seven bits hold every cell that is looked at: nine beyond a player that is just off the map.
  localparam int Bits = 7;
  localparam logic [1:0] Look = 2'd1;
  localparam logic [1:0] Search = 2'd2;
  localparam logic [1:0] Opponent = 2'd1;
  localparam logic [1:0] Block = 2'd2;

  // One step into the direction.
  logic [Bits-1:0] step_x, step_y;
  assign step_x = direction_i == 2'd1 ? 7'd1 : direction_i == 2'd2 ? 7'h7f : 7'd0;
  assign step_y = direction_i == 2'd3 ? 7'd1 : direction_i == 2'd0 ? 7'h7f : 7'd0;

  // The first cell: the nearest ahead, or the upper left one of a square.
  logic [Bits-1:0] x_in, y_in, centre_x, centre_y;
  assign x_in = {{(Bits - XBits) {x_i[XBits-1]}}, x_i};
  assign y_in = {{(Bits - YBits) {y_i[YBits-1]}}, y_i};
  assign centre_x = action_i == Look ? x_in + (step_x << 1) : x_in;
  assign centre_y = action_i == Look ? y_in + (step_y << 1) : y_in;

  logic search_q;
  logic [Bits-1:0] step_x_q, step_y_q;
  logic [Bits-1:0] x_q, y_q;
  logic [Bits-1:0] other_x_q, other_y_q;
  logic [3:0] left_q;  // cells still to read
  logic [1:0] column_q;  // of the square
  logic reading_q, last_q, busy_q, done_q;
  logic [17:0] window_q;

  // The cell read arrives a cycle later, with the player that hides it.
  logic [1:0] map[2**(XBits+YBits-2)];
  logic [1:0] cell_q;
  logic off_q, hidden_q;

  always_ff @(posedge clk_i) begin
    if (write_i) map[{write_y_i, write_x_i}] <= write_cell_i;
    cell_q <= map[{y_q[YBits-2:0], x_q[XBits-2:0]}];
    off_q <= x_q >= Width[Bits-1:0] || y_q >= Height[Bits-1:0];  // below 0 is above, too
    hidden_q <= x_q == other_x_q && y_q == other_y_q;
  end

  assign ready_o = !busy_q && !done_q;
  assign valid_o = done_q;
  assign window_o = window_q;

  always_ff @(posedge clk_i) begin
    reading_q <= left_q != 4'd0;
    last_q <= left_q == 4'd1;
    if (left_q != 4'd0) begin
      left_q <= left_q - 4'd1;
      column_q <= column_q == 2'd2 ? 2'd0 : column_q + 2'd1;
      if (search_q) begin
        x_q <= x_q + step_x_q;
        y_q <= y_q + step_y_q;
      end else if (column_q == 2'd2) begin
        x_q <= x_q - 7'd2;
        y_q <= y_q + 7'd1;
      end else begin
        x_q <= x_q + 7'd1;
      end
    end
    if (reading_q) window_q <= {hidden_q ? Opponent : off_q ? Block : cell_q, window_q[17:2]};
    if (reading_q && last_q) begin
      busy_q <= 1'b0;
      done_q <= 1'b1;
    end
    if (valid_o && ready_i) done_q <= 1'b0;
    if (valid_i && ready_o) begin
      busy_q <= 1'b1;
      left_q <= 4'd9;
      column_q <= 2'd0;
      search_q <= action_i == Search;
      step_x_q <= step_x;
      step_y_q <= step_y;
      x_q <= action_i == Search ? x_in + step_x : centre_x - 7'd1;
      y_q <= action_i == Search ? y_in + step_y : centre_y - 7'd1;
      other_x_q <= {{(Bits - XBits) {other_x_i[XBits-1]}}, other_x_i};
      other_y_q <= {{(Bits - YBits) {other_y_i[YBits-1]}}, other_y_i};
    end
    if (rst_i) begin
      left_q <= 4'd0;
      reading_q <= 1'b0;
      busy_q <= 1'b0;
      done_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
