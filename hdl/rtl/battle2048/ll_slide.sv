// SPDX-License-Identifier: Apache-2.0
//
// Slides a board of 2048 versus: 5 by 5 cells, in any of the four directions, a line a cycle.
//
// Handshake:  a board passes in a cycle in which valid_i and ready_o are high, the answer in one in
//             which valid_o and ready_i are. An answer holds until it passes; the next board may
//             pass in the same cycle.
// Latency:    valid_o is high from 5 clock cycles behind the one in which the board passes.
// Throughput: a board in 6 clock cycles.
// Reset:      synchronous, for one cycle at least; a slide in progress is dropped.
//
// Cell 5 * row + column of a board is in bits 5 * cell to 5 * cell + 4: the exponent of its tile, at
// most 30, or 0 if it is empty. Row 0 is the uppermost.
//
//   board_i      the board
//   direction_i  0 up, 1 right, 2 down, 3 left
//   board_o      the board behind the slide
//   moved_o      they differ: the slide is legal
//   merges_o     how many pairs of tiles became one: 0 to 10
//   gain_o       the sum of the tiles that they became: the points of the slide
`default_nettype none

module ll_slide (
    input  logic         clk_i,
    input  logic         rst_i,
    // the board to slide
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [124:0] board_i,
    input  logic [  1:0] direction_i,
    // the result
    output logic         valid_o,
    input  logic         ready_i,
    output logic [124:0] board_o,
    output logic         moved_o,
    output logic [  3:0] merges_o,
    output logic [ 35:0] gain_o
);
  localparam int Cell = 5;
  localparam int Size = 5;
  localparam int Line = Cell * Size;
  localparam logic [2:0] Lines = 3'd5;

  logic busy_q, done_q;
  logic [2:0] left_q;  // lines still to slide
  logic upright_q, backward_q;  // lines are columns; they slide to their last cell
  logic [Size*Line-1:0] lines_q;  // the next line is in the lowest bits
  logic moved_q;
  logic [3:0] merges_q;
  logic [35:0] gain_q;

  // Rows and columns exchanged.
  logic [Size*Line-1:0] turned_in, turned_out;
  genvar row, column;
  for (row = 0; row < Size; row = row + 1) begin : gen_row
    for (column = 0; column < Size; column = column + 1) begin : gen_column
      assign turned_in[Line*column+Cell*row+:Cell] = board_i[Line*row+Cell*column+:Cell];
      assign turned_out[Line*column+Cell*row+:Cell] = lines_q[Line*row+Cell*column+:Cell];
    end
  end

  // A line that slides to its last cell is slid the other way round.
  logic [Line-1:0] towards, slid, line;
  logic moved;
  logic [1:0] merges;
  logic [32:0] gain;
  genvar i;
  for (i = 0; i < Size; i = i + 1) begin : gen_cell
    assign towards[Cell*i+:Cell] = backward_q ? lines_q[Cell*(Size-1-i)+:Cell] : lines_q[Cell*i+:Cell];
    assign line[Cell*i+:Cell] = backward_q ? slid[Cell*(Size-1-i)+:Cell] : slid[Cell*i+:Cell];
  end

  ll_slide_row slide_row (
      .row_i   (towards),
      .row_o   (slid),
      .moved_o (moved),
      .merges_o(merges),
      .gain_o  (gain)
  );

  assign ready_o = !busy_q && (!done_q || ready_i);
  assign valid_o = done_q;
  assign board_o = upright_q ? turned_out : lines_q;
  assign moved_o = moved_q;
  assign merges_o = merges_q;
  assign gain_o = gain_q;

  always_ff @(posedge clk_i) begin
    if (valid_o && ready_i) done_q <= 1'b0;
    if (busy_q) begin
      lines_q <= {line, lines_q[Size*Line-1:Line]};
      moved_q <= moved_q || moved;
      merges_q <= merges_q + {2'd0, merges};
      gain_q <= gain_q + {3'd0, gain};
      left_q <= left_q - 3'd1;
      if (left_q == 3'd1) begin
        busy_q <= 1'b0;
        done_q <= 1'b1;
      end
    end else if (valid_i && ready_o) begin
      busy_q <= 1'b1;
      left_q <= Lines;
      upright_q <= !direction_i[0];
      backward_q <= direction_i[1] ^ direction_i[0];
      lines_q <= direction_i[0] ? board_i : turned_in;
      moved_q <= 1'b0;
      merges_q <= 4'd0;
      gain_q <= 36'd0;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      done_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
