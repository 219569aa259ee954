// SPDX-License-Identifier: Apache-2.0
//
// ll_view, by its ports alone: any map, written in any order, and any question, whenever it is
// given and taken, with resets at any time. One cell of the map is watched, and one place of the
// window; they may be any, so what holds for them holds for all. The place is defined by the
// rule: rows of three around a centre, or straight ahead.
`default_nettype none

module ll_view_fv #(
    parameter int Width = 3,
    parameter int Height = 4,
    localparam int XBits = $clog2(Width + 1) + 1,
    localparam int YBits = $clog2(Height + 1) + 1
) (
    input logic clk_i,
    input logic rst_i,
    input logic write_i,
    input logic [XBits-2:0] write_x_i,
    input logic [YBits-2:0] write_y_i,
    input logic [1:0] write_cell_i,
    input logic valid_i,
    input logic [1:0] action_i,
    input logic [1:0] direction_i,
    input logic [XBits-1:0] x_i,
    input logic [YBits-1:0] y_i,
    input logic [XBits-1:0] other_x_i,
    input logic [YBits-1:0] other_y_i,
    input logic ready_i,
    // what is watched: as they are in the first cycle
    input logic [XBits-2:0] watch_x_i,
    input logic [YBits-2:0] watch_y_i,
    input logic [3:0] place_i
);
  logic ready, valid;
  logic [17:0] window;

  ll_view #(
      .Width (Width),
      .Height(Height)
  ) dut (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .write_i     (write_i),
      .write_x_i   (write_x_i),
      .write_y_i   (write_y_i),
      .write_cell_i(write_cell_i),
      .valid_i     (valid_i),
      .ready_o     (ready),
      .action_i    (action_i),
      .direction_i (direction_i),
      .x_i         (x_i),
      .y_i         (y_i),
      .other_x_i   (other_x_i),
      .other_y_i   (other_y_i),
      .valid_o     (valid),
      .ready_i     (ready_i),
      .window_o    (window)
  );

  logic started = 1'b0;
  logic [XBits-2:0] watch_x_q;
  logic [YBits-2:0] watch_y_q;
  logic [3:0] place_q;
  always_ff @(posedge clk_i) begin
    started <= 1'b1;
    if (!started) begin
      watch_x_q <= watch_x_i;
      watch_y_q <= watch_y_i;
      place_q   <= place_i;
    end
  end
  always_comb begin
    assume (place_i < 9);
    if (!started) assume (rst_i);
    // Nothing is written between a question and its answer.
    if (started && !ready) assume (!write_i);
    if (!started) assume (!write_i);
  end

  // The cell that is watched, once it was written.
  logic known_q = 1'b0;
  logic [1:0] cell_q;
  always_ff @(posedge clk_i) begin
    if (started && write_i && write_x_i == watch_x_q && write_y_i == watch_y_q) begin
      known_q <= 1'b1;
      cell_q  <= write_cell_i;
    end
  end

  // The question, and what was known of the cell then.
  logic pending_q = 1'b0;
  logic [3:0] since_q;
  logic [1:0] action_q, direction_q;
  logic [XBits-1:0] x_q, other_x_q;
  logic [YBits-1:0] y_q, other_y_q;
  logic held_q = 1'b0;
  logic [17:0] window_q;
  always_ff @(posedge clk_i) begin
    if (valid && ready_i) pending_q <= 1'b0;
    if (since_q != 15) since_q <= since_q + 1;
    if (valid_i && ready) begin
      pending_q   <= 1'b1;
      since_q     <= 1;
      action_q    <= action_i;
      direction_q <= direction_i;
      x_q         <= x_i;
      y_q         <= y_i;
      other_x_q   <= other_x_i;
      other_y_q   <= other_y_i;
    end
    if (rst_i) pending_q <= 1'b0;
    held_q   <= valid && !ready_i && !rst_i;
    window_q <= window;
  end

  // Where the place lies, in columns and rows from the player.
  logic signed [7:0] ahead, dx, dy, at_x, at_y, to_x, to_y;
  always_comb begin
    ahead = action_q == 2 ? {4'd0, place_q} + 8'sd1 : action_q == 1 ? 8'sd2 : 8'sd0;
    dx = direction_q == 1 ? ahead : direction_q == 2 ? -ahead : 8'sd0;
    dy = direction_q == 3 ? ahead : direction_q == 0 ? -ahead : 8'sd0;
    if (action_q != 2) begin
      dx = dx + (place_q == 0 || place_q == 3 || place_q == 6 ? -8'sd1 : place_q == 2 || place_q == 5 || place_q == 8 ? 8'sd1 : 8'sd0);
      dy = dy + (place_q < 3 ? -8'sd1 : place_q > 5 ? 8'sd1 : 8'sd0);
    end
    at_x = {{(8 - XBits) {x_q[XBits-1]}}, x_q} + dx;
    at_y = {{(8 - YBits) {y_q[YBits-1]}}, y_q} + dy;
    to_x = {{(8 - XBits) {other_x_q[XBits-1]}}, other_x_q};
    to_y = {{(8 - YBits) {other_y_q[YBits-1]}}, other_y_q};
  end

  logic [1:0] got;
  logic other, off, watched;
  assign got = window[2*place_q+:2];
  assign other = at_x == to_x && at_y == to_y;
  assign off = at_x < 0 || at_y < 0 || at_x >= Width || at_y >= Height;
  assign watched = at_x == {1'b0, watch_x_q} && at_y == {1'b0, watch_y_q};

  always_comb begin
    if (started && valid) begin
      a_asked : assert (pending_q);
      if (other) begin a_other : assert (got == 1); end
      if (!other && off) begin a_off : assert (got == 2); end
      if (!other && !off && watched && known_q) begin a_cell : assert (got == cell_q); end
    end
    if (started && pending_q && since_q > 10) begin a_in_time : assert (valid); end
    if (started && !pending_q) begin a_ready : assert (ready); end
    if (started && pending_q && !(valid && ready_i)) begin a_busy : assert (!ready); end
    if (held_q) begin a_holds : assert (valid && window == window_q); end
    c_cell : cover (valid && started && !other && !off && watched && known_q && cell_q == 3 && place_q == 5 && action_q == 1);
    c_line : cover (valid && started && off && action_q == 2 && place_q == 8);
    c_other : cover (valid && started && other && place_q == 0);
  end
endmodule
`default_nettype wire
