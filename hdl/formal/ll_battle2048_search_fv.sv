// SPDX-License-Identifier: Apache-2.0
//
// ll_battle2048_search, by its ports alone, with unconstrained memories and a slide that answers
// anything: it searches only when it is asked to; a tile that is offered holds; an answer has as many
// tiles as it says, of one slide and one exponent that suit each other, and the last of them, and no
// other, is marked; then the search is at rest.
`default_nettype none

module ll_battle2048_search_fv (
    input logic clk_i,
    input logic rst_i,
    input logic write_i,
    input logic write_other_i,
    input logic [4:0] write_cell_i,
    input logic [4:0] write_tile_i,
    input logic go_i,
    input logic [12:0] ticks_i,
    input logic ready_i
);
  logic busy, valid, last;
  logic [1:0] direction;
  logic [2:0] split, row, column;
  logic [3:0] exponent, depth;
  logic [23:0] nodes;

  ll_battle2048_search #(
      .TickCycles(2)
  ) dut (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .write_i      (write_i),
      .write_other_i(write_other_i),
      .write_cell_i (write_cell_i),
      .write_tile_i (write_tile_i),
      .go_i         (go_i),
      .ticks_i      (ticks_i),
      .busy_o       (busy),
      .tile_valid_o (valid),
      .tile_ready_i (ready_i),
      .last_o       (last),
      .direction_o  (direction),
      .split_o      (split),
      .exponent_o   (exponent),
      .row_o        (row),
      .column_o     (column),
      .depth_o      (depth),
      .nodes_o      (nodes)
  );

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb if (!started) assume (rst_i);

  logic asked_q = 1'b0;
  logic held_q = 1'b0;
  logic [15:0] offered_q;
  logic [4:0] given_q = 5'd0;  // tiles of this answer
  logic [8:0] slide_q;
  logic ended_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (go_i) asked_q <= 1'b1;
    held_q <= valid && !ready_i && !rst_i;
    offered_q <= {last, direction, split, exponent, row, column};
    ended_q <= valid && ready_i && last && !rst_i;
    if (valid && ready_i) begin
      given_q <= last ? 5'd0 : given_q + 5'd1;
      slide_q <= {direction, split, exponent};
    end
    if (rst_i) begin
      given_q <= 5'd0;
      asked_q <= go_i && 1'b0;
    end
  end

  always_comb begin
    if (started && busy) begin a_asked : assert (asked_q); end
    if (started && valid) begin
      a_busy : assert (busy);
      a_count : assert (last == (given_q + 5'd1 == 5'd1 << split));
    end
    if (started && valid && given_q != 0) begin a_one_slide : assert (slide_q == {direction, split, exponent}); end
    if (held_q) begin a_holds : assert (valid && offered_q == {last, direction, split, exponent, row, column}); end
    if (ended_q) begin a_rest : assert (!busy); end
    c_busy : cover (started && busy && !go_i);
  end
endmodule
`default_nettype wire
