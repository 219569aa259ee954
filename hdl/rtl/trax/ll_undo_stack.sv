// SPDX-License-Identifier: Apache-2.0
//
// The undo stack of a game: an entry for each tile, in the order in which they were placed. After
// them follows the work queue of forced play: the squares that it still has to fill.
//
//     0 ... placed ... head | head ... waiting ... tail
//
// Latency:    entry_o follows an entry that is added, or one that is placed, in the clock
//             cycle after the next: it is read from memory. One that is pushed where none
//             waits is there in the next cycle, and so is the last placed one where one is
//             taken back with waiting_i low.
// Throughput: an entry added and a move of the head in every cycle.
// Handshake:  none. The caller places no more than waits, and takes back no more than is
//             placed; 2^Depth - 1 entries are the most.
// Reset:      synchronous: no entries.
//
// Parameters
//   Width     bits of an entry, 1 or more
//   Depth     binary logarithm of the number of entries, 1 or more
//   PoisonCollision   see ll_ram; 0 for synthesis
`default_nettype none

module ll_undo_stack #(
    parameter int Width   = 16,
    parameter int Depth   = 10,
    parameter int PoisonCollision = 0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    // an entry after the last
    input  logic             add_i,
    input  logic             push_i,        // with add_i: it waits, and may be wanted at once
    input  logic [Width-1:0] entry_i,
    // the head
    input  logic             place_i,       // one that waits is placed now
    input  logic             take_back_i,   // the last one that is placed is taken back
    input  logic             forget_i,      // those that wait are forgotten, and so is what is added now
    // an entry
    input  logic             waiting_i,     // of the next that waits, or else of the last that is placed
    output logic [Width-1:0] entry_o,
    // state
    output logic [Depth-1:0] placed_o,      // how many
    output logic             none_placed_o,
    output logic             none_waits_o
);
  if (Width < 1) begin : gen_check_width
    ll_undo_stack_Width_must_be_1_or_more u_error ();
  end
  if (Depth < 1) begin : gen_check_depth
    ll_undo_stack_Depth_must_be_1_or_more u_error ();
  end

  localparam logic [Depth-1:0] One = 1;

  logic [Depth-1:0] head_q, tail_q;
  logic [Width-1:0] stored, pushed_q;
  logic pushed_next_q;  // what was pushed in the cycle before is next, and cannot be read yet

  assign none_placed_o = head_q == 0;
  assign none_waits_o = head_q == tail_q;
  assign placed_o = head_q;
  assign entry_o = pushed_next_q ? pushed_q : stored;

  ll_ram #(
      .Width(Width),
      .Depth(Depth),
      .PoisonCollision(PoisonCollision)
  ) entries (
      .clk_i,
      .write_i(add_i),
      .waddr_i(tail_q),
      .wdata_i(entry_i),
      .raddr_i(head_q + {{(Depth - 1) {!waiting_i}}, !waiting_i && !take_back_i}),
      .rdata_o(stored)
  );

  always_ff @(posedge clk_i) begin
    pushed_next_q <= push_i & none_waits_o;
    pushed_q <= entry_i;
    if (add_i) tail_q <= tail_q + One;
    if (forget_i) tail_q <= head_q;
    if (place_i) head_q <= head_q + One;
    if (take_back_i) head_q <= head_q - One;
    if (rst_i) begin
      head_q <= 0;
      tail_q <= 0;
    end
  end
endmodule

`default_nettype wire
