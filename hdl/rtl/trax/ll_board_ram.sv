// SPDX-License-Identifier: Apache-2.0
//
// The memory of a board: for each square a word for each of its four sides, and a bit that tells
// whether it holds a tile. Each side has a memory bank of its own, so that all words of a square
// are read at once, and two words of different sides are written at once.
//
// Latency:    a read takes one clock cycle: words_o and occupied_o belong to the square_i
//             of the cycle before.
// Throughput: one read and two writes in every cycle.
// Handshake:  none. The two written words must be of different sides. A read of a word that is
//             written in the same cycle is undefined.
// Reset:      none; the contents are undefined until they are written.
//
// Parameters
//   Width     bits of a word, 1 or more
//   Depth     binary logarithm of the number of squares, 1 or more
//   PoisonCollision   see ll_ram; 0 for synthesis
`default_nettype none

module ll_board_ram #(
    parameter int Width   = 16,
    parameter int Depth   = 10,
    parameter int PoisonCollision = 0
) (
    input  logic               clk_i,
    // a word, and whether there is a tile at tile_square_i
    input  logic               write_i,
    input  logic [        1:0] word_side_i,
    input  logic [  Depth-1:0] word_square_i,
    input  logic [  Width-1:0] word_i,
    // a second word, with the first
    input  logic               second_i,
    input  logic [        1:0] second_side_i,
    input  logic [  Depth-1:0] second_square_i,
    input  logic [  Width-1:0] second_word_i,
    input  logic [  Depth-1:0] tile_square_i,
    input  logic               tile_i,
    // what a square sees
    input  logic [  Depth-1:0] square_i,
    output logic [4*Width-1:0] words_o,        // side 0 lowest
    output logic               occupied_o
);
  if (Width < 1) begin : gen_check_width
    ll_board_ram_Width_must_be_1_or_more u_error ();
  end
  if (Depth < 1) begin : gen_check_depth
    ll_board_ram_Depth_must_be_1_or_more u_error ();
  end

  for (genvar i = 0; i < 4; i = i + 1) begin : gen_bank
    logic first;
    assign first = word_side_i == i;
    ll_ram #(
        .Width(Width),
        .Depth(Depth),
        .PoisonCollision(PoisonCollision)
    ) bank (
        .clk_i,
        .write_i(write_i && (first || (second_i && second_side_i == i))),
        .waddr_i(first ? word_square_i : second_square_i),
        .wdata_i(first ? word_i : second_word_i),
        .raddr_i(square_i),
        .rdata_o(words_o[i*Width+:Width])
    );
  end

  ll_ram #(
      .Width(1),
      .Depth(Depth),
      .PoisonCollision(PoisonCollision)
  ) occupancy (
      .clk_i,
      .write_i(write_i),
      .waddr_i(tile_square_i),
      .wdata_i(tile_i),
      .raddr_i(square_i),
      .rdata_o(occupied_o)
  );
endmodule

`default_nettype wire
