// SPDX-License-Identifier: Apache-2.0
//
// What ll_pseudolegal gives of any box of up to Most columns and rows and the ring around it, whatever lies
// there: a shape on a square, chosen before, once if it fits there, else never; nothing out of the box and its ring.
`default_nettype none

module ll_pseudolegal_fv #(
    parameter int Most = 1  // columns, and rows
) (
    input logic clk_i,
    input logic rst_i
);
  localparam int LogSize = 3;
  localparam int Cycles = 3 * (Most + 2) * (Most + 2);

  logic [2:0] origin_x, origin_y;
  assign origin_x = 3'd7;  // so that the box lies across the ends of rows and columns
  assign origin_y = 3'd6;
  (* anyconst *) logic [3:0] width;
  (* anyconst *) logic [3:0] height;
  always_comb assume (width != 0 && height != 0 && width <= Most && height <= Most);

  // ---- the move that is watched, and what its square sees
  (* anyconst *) logic [5:0] at;
  (* anyconst *) logic [1:0] shape;
  (* anyconst *) logic empty;
  (* anyconst *) logic [3:0] edges;
  (* anyconst *) logic [3:0] colours;
  logic [2:0] col, row;
  assign col = at[2:0] - origin_x;
  assign row = at[5:3] - origin_y;
  always_comb assume (shape != 3 && col <= width + 1 && row <= height + 1);

  // Two sides joined by the shape have one colour, two that are not have two.
  logic fits;
  logic [3:0] joined;  // the side that a side is joined to, two bits each are too many: side 0's
  assign joined = shape == 0 ? 4'b0101 : shape == 1 ? 4'b1001 : 4'b0011;
  logic [15:0] clash;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_side
    for (genvar k = 0; k < 4; k = k + 1) begin : gen_other
      assign clash[4*i+k] = edges[i] && edges[k] && ((joined[i] == joined[k]) != (colours[i] == colours[k]));
    end
  end
  assign fits = empty && edges != 0 && clash == 0;

  // ---- any other square is anything
  (* anyseq *) logic any_empty;
  (* anyseq *) logic [3:0] any_edges;
  (* anyseq *) logic [3:0] any_colours;
  logic [5:0] square, seen_q, move_square;
  always_ff @(posedge clk_i) seen_q <= square;

  logic [6:0] age_q = 0;
  always_ff @(posedge clk_i) if (age_q != 127) age_q <= age_q + 1;
  always_comb assume (rst_i == (age_q == 0));

  logic busy, done, valid;
  logic [1:0] move_shape;
  ll_pseudolegal #(
      .LogSize(LogSize)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .start_i(age_q == 1),
      .busy_o(busy),
      .done_o(done),
      .width_i(width),
      .height_i(height),
      .origin_x_i(origin_x),
      .origin_y_i(origin_y),
      .square_o(square),
      .empty_i(seen_q == at ? empty : any_empty),
      .edges_i(seen_q == at ? edges : any_edges),
      .colours_i(seen_q == at ? colours : any_colours),
      .move_valid_o(valid),
      .move_square_o(move_square),
      .move_shape_o(move_shape)
  );

  logic given, given_q, ended_q;
  logic [2:0] move_col, move_row;
  assign move_col = move_square[2:0] - origin_x;
  assign move_row = move_square[5:3] - origin_y;
  assign given = valid && move_square == at && move_shape == shape;
  always_ff @(posedge clk_i) begin
    given_q <= !rst_i && (given_q || given);
    ended_q <= !rst_i && (ended_q || done);
  end

  always_comb begin
    if (!rst_i && age_q != 0) begin
      if (valid) begin
        a_inside : assert (busy && move_col <= width + 1 && move_row <= height + 1);
        a_shape : assert (move_shape != 3);
      end
      if (given) begin a_once : assert (fits && !given_q); end
      if (done) begin
        a_all : assert (!fits || given || given_q);
        a_busy : assert (busy && !ended_q);
      end
      if (age_q == Cycles + 3) begin a_ends : assert (ended_q && !busy); end
    end
    c_two : cover (done && given_q && edges == 4'b0110 && width == Most && height == Most);
    c_last : cover (done && given);
  end
endmodule
`default_nettype wire
