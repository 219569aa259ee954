// SPDX-License-Identifier: Apache-2.0
//
// Properties of ll_undo_stack for any entries added, placed, taken back and dropped within its handshake:
// the counts, and one entry, any, followed from the cycle in which it is added.
`default_nettype none

module ll_undo_stack_fv #(
    parameter int Width = 2,
    parameter int Depth = 2
) (
    input logic clk_i,
    input logic rst_i,
    input logic add_i,
    input logic push_i,
    input logic [Width-1:0] entry_i,
    input logic place_i,
    input logic take_back_i,
    input logic forget_i,
    input logic waiting_i
);
  localparam int Most = (1 << Depth) - 1;

  logic [Width-1:0] entry;
  logic [Depth-1:0] placed;
  logic none_placed, none_waits;

  ll_undo_stack #(
      .Width(Width),
      .Depth(Depth)
  ) dut (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .add_i(add_i),
      .push_i(push_i),
      .entry_i(entry_i),
      .place_i(place_i),
      .take_back_i(take_back_i),
      .forget_i(forget_i),
      .waiting_i(waiting_i),
      .entry_o(entry),
      .placed_o(placed),
      .none_placed_o(none_placed),
      .none_waits_o(none_waits)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);
  logic live;
  assign live = started && !rst_i;

  // How many are placed, and how many with those that wait.
  logic [Depth:0] placed_q, all_q;
  always_ff @(posedge clk_i) begin
    placed_q <= placed_q + place_i - take_back_i;
    all_q <= forget_i ? placed_q : all_q + add_i;
    if (rst_i) begin
      placed_q <= 0;
      all_q <= 0;
    end
  end
  always_comb begin
    assume (!push_i || add_i);
    assume (!add_i || all_q < Most);
    // An entry that is placed waits, or is added in this cycle; none is skipped.
    assume (!place_i || placed_q < all_q || add_i);
    assume (!take_back_i || (placed_q != 0 && !place_i));
    assume (!forget_i || (!place_i && !take_back_i));
  end

  // An entry, by its place.
  (* anyconst *) logic [Depth-1:0] at;
  logic known_q = 1'b0;
  logic [Width-1:0] value_q;
  always_ff @(posedge clk_i) begin
    if (live && add_i && all_q == at) begin
      known_q <= 1'b1;
      value_q <= entry_i;
    end
    if (rst_i) known_q <= 1'b0;
  end

  // A cycle ago.
  logic asked_q, pushed_q;
  logic [Width-1:0] was_entry_q;
  logic [Depth-1:0] place;
  assign place = placed_q[Depth-1:0] - !waiting_i - (!waiting_i && take_back_i);
  always_ff @(posedge clk_i) begin
    asked_q <= live && known_q && place == at && !(add_i && all_q == at);
    pushed_q <= live && push_i && placed_q == all_q;
    was_entry_q <= entry_i;
  end

  always_comb begin
    if (live) begin
      a_placed : assert (placed == placed_q[Depth-1:0] && none_placed == (placed_q == 0));
      a_waits : assert (none_waits == (placed_q == all_q));
      // One that is pushed where none waits is there at once, any other that is asked for a cycle later.
      if (pushed_q) begin a_pushed : assert (entry == was_entry_q); end
      if (asked_q && !pushed_q) begin a_entry : assert (entry == value_q); end
    end
    c_waiting : cover (live && asked_q && placed_q + 1 < all_q && at == 1);
    c_taken_back : cover (live && asked_q && placed_q == 0 && known_q && at == 0 && take_back_i == 0 && all_q == 2);
    c_pushed : cover (live && pushed_q && placed_q == 2);
  end
endmodule
`default_nettype wire
