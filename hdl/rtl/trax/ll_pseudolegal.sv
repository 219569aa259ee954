// SPDX-License-Identifier: Apache-2.0
//
// Generates pseudo-legal moves: every shape on every empty square that fits the edges around it,
// whether or not forced play and the room on the board allow it; that is seen when the move is played. The
// rows are visited from top to bottom, each from left to right, the shapes in the order +, /, \.
//
// Latency:    the first square is read in the cycle of start_i, its first move is there in the next.
// Throughput: a move in each clock cycle; a square without one takes a cycle.
// Handshake:  start_i begins; the core must be idle, with a tile on its board, and stay so until done_o,
//             which is high for one cycle, the last in which busy_o is high.
// Reset:      synchronous; a running generation is dropped.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 5
`default_nettype none

module ll_pseudolegal #(
    parameter int LogSize = 5
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   start_i,
    output logic                   busy_o,
    output logic                   done_o,
    // the box
    input  logic [      LogSize:0] width_i,
    input  logic [      LogSize:0] height_i,
    input  logic [    LogSize-1:0] origin_x_i,
    input  logic [    LogSize-1:0] origin_y_i,
    // the square that is read, and in the next cycle whether it is empty and its edges and colours
    output logic [  2*LogSize-1:0] square_o,
    input  logic                   empty_i,
    input  logic [            3:0] edges_i,
    input  logic [            3:0] colours_i,
    // the move
    output logic                   move_valid_o,
    output logic [  2*LogSize-1:0] move_square_o,
    output logic [            1:0] move_shape_o
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_pseudolegal_LogSize_must_be_3_to_5 u_error ();
  end

  localparam logic [LogSize:0] One = 1;
  localparam logic [LogSize-1:0] OneLine = 1;

  logic busy_q;
  logic [LogSize:0] col_q, row_q;
  logic [LogSize-1:0] x_q, y_q;  // the square of the column and the row
  logic last_col, last_row;
  assign last_col = col_q == width_i + One;
  assign last_row = row_q == height_i + One;

  // The shapes that fit; of these the ones that have not been given yet.
  logic [2:0] fits, left, rest, left_q;
  logic again_q;  // the square is read once more
  for (genvar i = 0; i < 3; i = i + 1) begin : gen_shape
    logic unused_side0_red;
    ll_tile_fit fit (
        .pair_i(i == 0 ? 2'd2 : i == 1 ? 2'd3 : 2'd1),
        .seen_i(edges_i),
        .colour_i(colours_i),
        .fits_o(fits[i]),
        .side0_red_o(unused_side0_red)
    );
  end
  assign left = again_q ? left_q : fits & {3{empty_i && |edges_i}};
  assign rest = left & (left - 3'd1);

  logic leaves;  // the square
  assign leaves = ~|rest;
  assign busy_o = busy_q;
  assign done_o = busy_q && leaves && last_col && last_row;
  assign move_valid_o = busy_q && |left;
  assign move_square_o = {y_q, x_q};
  assign move_shape_o = left[0] ? 2'd0 : left[1] ? 2'd1 : 2'd2;

  logic [LogSize-1:0] next_x, next_y;
  assign next_x = !busy_q || (leaves && last_col) ? origin_x_i : leaves ? x_q + OneLine : x_q;
  assign next_y = !busy_q ? origin_y_i : leaves && last_col ? y_q + OneLine : y_q;
  assign square_o = {next_y, next_x};

  always_ff @(posedge clk_i) begin
    {y_q, x_q} <= square_o;
    left_q <= rest;
    again_q <= busy_q && !leaves;
    if (!busy_q) begin
      busy_q <= start_i;
      col_q <= {(LogSize + 1) {1'b0}};
      row_q <= {(LogSize + 1) {1'b0}};
    end else if (leaves) begin
      if (last_col && last_row) busy_q <= 1'b0;
      col_q <= last_col ? {(LogSize + 1) {1'b0}} : col_q + One;
      if (last_col) row_q <= row_q + One;
    end
    if (rst_i) busy_q <= 1'b0;
  end
endmodule

`default_nettype wire
