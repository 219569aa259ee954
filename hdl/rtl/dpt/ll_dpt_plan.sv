// SPDX-License-Identifier: Apache-2.0
//
// Chooses an action in DPT: the next cell of the ring whose closing, or breaking, is worth most. Its
// reference model is the package games/dpt/ringmodel.
//
// A ring is a rectangle with its corners cut off. Each ring of the field is scanned, the cells of its
// rectangle one by one: the first time to mark what the player's complete rings cover, the second to
// value the others. Then the eight steps are tried for the one that is nearest to the target.
//
// Handshake:  tiles are written in each cycle in which write_i is high, while busy_o is low. In a cycle
//             in which go_i is high and busy_o low, planning begins; every tile of the field must have
//             been written since the last. Inputs from left_i on hold until the action passes, in a
//             cycle in which valid_o and ready_i are high; it holds until then.
// Latency:    from go_i to valid_o less than 700,000 clock cycles on a field of 12 by 12 cells,
//             5,000,000 on one of 16 by 16.
// Throughput: an action at a time.
// Reset:      synchronous, for one cycle at least; planning is given up. The tiles stay.
//
//   write_cell_i   row and column; write_tile_i  0 none, 1 own, 2 the other's
//   rotation_i, left_i, width_i, height_i, own_*_i, other_*_i  see ll_dpt_line
//   kind_o  0 stay, 1 move, 2 remove
//   dx_o, dy_o  the step, -1, 0 or 1
`default_nettype none

module ll_dpt_plan (
    input  logic              clk_i,
    input  logic              rst_i,
    // the question
    input  logic              write_i,
    input  logic        [7:0] write_cell_i,
    input  logic        [1:0] write_tile_i,
    input  logic              go_i,
    input  logic        [9:0] left_i,
    input  logic        [2:0] rotation_i,
    input  logic        [4:0] width_i,
    input  logic        [4:0] height_i,
    input  logic        [3:0] own_x_i,
    input  logic        [3:0] own_y_i,
    input  logic              other_i,
    input  logic        [3:0] other_x_i,
    input  logic        [3:0] other_y_i,
    output logic              busy_o,
    // and the action
    output logic              valid_o,
    input  logic              ready_i,
    output logic        [1:0] kind_o,
    output logic signed [1:0] dx_o,
    output logic signed [1:0] dy_o
);
  localparam logic [1:0] Own = 2'd1;
  localparam logic [1:0] Other = 2'd2;
  localparam logic [1:0] Stay = 2'd0;
  localparam logic [1:0] Move = 2'd1;
  localparam logic [1:0] Remove = 2'd2;
  localparam logic [4:0] NoSteps = 5'd31;

  typedef enum logic [3:0] {
    StIdle,
    StScan,    // the cells of a ring's rectangle
    StLast,    // of them
    StMark,    // what a complete ring covers
    StBreak,   // the value of breaking the ring
    StClose,   // and of closing it
    StNext,    // ring
    StAim,     // is the target beside the agent?
    StStep,    // to a cell beside the agent
    StRead,    // its tile
    StTile,
    StAction
  } state_e;
  logic [3:0] state_q;
  logic second_q;  // the scan that values

  // The ring.
  logic [3:0] x0_q, x1_q, y0_q, y1_q, cut_q;
  logic [3:0] columns, rows, shorter;
  assign columns = x1_q - x0_q;
  assign rows = y1_q - y0_q;
  assign shorter = columns < rows ? columns : rows;

  // The cell, and its place in the rectangle.
  logic [3:0] x_q, y_q;
  logic [3:0] from_left, from_right, from_top, from_bottom, i, j;
  logic [4:0] diagonal;
  logic outside, on_ring, interior, row_ends, ends;
  assign from_left = x_q - x0_q;
  assign from_right = x1_q - x_q;
  assign from_top = y_q - y0_q;
  assign from_bottom = y1_q - y_q;
  assign i = from_left < from_right ? from_left : from_right;
  assign j = from_top < from_bottom ? from_top : from_bottom;
  assign diagonal = {1'b0, i} + {1'b0, j};
  assign outside = diagonal < {1'b0, cut_q};
  assign on_ring = !outside && (diagonal == {1'b0, cut_q} || i == 4'd0 || j == 4'd0);
  assign interior = !outside && !on_ring;
  assign row_ends = x_q == x1_q;
  assign ends = row_ends && y_q == y1_q;

  // Steps between the cell and the agent, or behind the scans the target.
  logic [3:0] to_x_q, to_y_q;
  logic planned;
  logic [3:0] mark_x, mark_y, away_x, away_y, steps;
  assign planned = state_q == StAim || state_q == StTile;
  assign mark_x = planned ? to_x_q : own_x_i;
  assign mark_y = planned ? to_y_q : own_y_i;
  assign away_x = x_q < mark_x ? mark_x - x_q : x_q - mark_x;
  assign away_y = y_q < mark_y ? mark_y - y_q : y_q - mark_y;
  assign steps = away_x < away_y ? away_y : away_x;

  // The memories.
  logic [1:0] tile;
  logic covered;
  ll_ram #(
      .Width(2),
      .Depth(8)
  ) tile_ram (
      .clk_i,
      .write_i,
      .waddr_i(write_cell_i),
      .wdata_i(write_tile_i),
      .raddr_i({y_q, x_q}),
      .rdata_o(tile)
  );
  logic marks;
  assign marks = state_q == StMark && interior;
  ll_ram #(
      .Width(1),
      .Depth(8)
  ) cover_ram (
      .clk_i,
      .write_i(write_i || marks),
      .waddr_i(marks ? {y_q, x_q} : write_cell_i),
      .wdata_i(marks),
      .raddr_i({y_q, x_q}),
      .rdata_o(covered)
  );

  // The cell whose tile the memory gives.
  logic scanned_q, on_ring_q, interior_q, at_other_q;
  logic [3:0] steps_q, at_x_q, at_y_q;

  // What was found in the ring.
  logic complete_q, broken_q;
  logic [7:0] cost_q, inside_q, worth_q;
  logic [4:0] near_q, near_other_q;
  logic [3:0] near_x_q, near_y_q, near_other_x_q, near_other_y_q;
  logic missing, others;
  assign missing = scanned_q && on_ring_q && tile != Own;
  assign others = scanned_q && on_ring_q && tile == Other;

  // The value of the ring, against the best so far.
  logic breaks, possible, better;
  logic [7:0] price, cells;
  logic signed [11:0] value, best_q;
  logic [12:0] eightfold, threefold;
  assign breaks = state_q == StBreak;
  assign price = breaks ? {3'd0, near_other_q} : near_q == 5'd0 ? cost_q : cost_q + {3'd0, near_q} - 8'd1;
  assign cells = breaks ? inside_q : worth_q;
  assign value = $signed({1'b0, cells, 3'd0}) - $signed({4'd0, price});
  assign eightfold = {2'd0, price, 3'd0};
  assign threefold = {3'd0, left_i} + {2'd0, left_i, 1'b0};
  assign possible = breaks ? !broken_q && {2'd0, price} <= left_i :
                    !complete_q && (price == 8'd1 || eightfold <= threefold);
  assign better = possible && value > best_q;

  // The steps.
  logic none_q, remove_q;
  logic [2:0] step_q, direction;
  logic right, left, up, down, off, off_q;
  logic [5:0] turns, least_q;
  logic [1:0] kind_q;
  logic signed [1:0] dx_q, dy_q;
  assign direction = step_q + rotation_i;
  assign right = direction >= 3'd1 && direction <= 3'd3;
  assign left = direction >= 3'd5;
  assign down = direction >= 3'd3 && direction <= 3'd5;
  assign up = direction == 3'd0 || direction == 3'd1 || direction == 3'd7;
  assign off = (right && {1'b0, own_x_i} + 5'd1 >= width_i) || (left && own_x_i == 4'd0) ||
               (down && {1'b0, own_y_i} + 5'd1 >= height_i) || (up && own_y_i == 4'd0);
  assign turns = {1'b0, steps, 1'b0} + (tile == Other ? 6'd2 : tile == Own && none_q ? 6'd3 : 6'd0);
  logic on_other, last_step;
  assign on_other = other_i && x_q == other_x_i && y_q == other_y_i;
  assign last_step = step_q == 3'd7;

  assign busy_o = state_q != StIdle;
  assign valid_o = state_q == StAction;
  assign kind_o = kind_q;
  assign dx_o = dx_q;
  assign dy_o = dy_q;

  always_ff @(posedge clk_i) begin
    // A cycle behind the scan.
    scanned_q <= state_q == StScan;
    on_ring_q <= on_ring;
    interior_q <= interior;
    at_other_q <= on_other;
    steps_q <= steps;
    at_x_q <= x_q;
    at_y_q <= y_q;
    if (scanned_q && interior_q) begin
      inside_q <= inside_q + 8'd1;
      if (tile != Own && !covered) worth_q <= worth_q + 8'd1;
    end
    if (missing) begin
      complete_q <= 1'b0;
      cost_q <= cost_q + (others ? 8'd2 : 8'd1);
      if ({1'b0, steps_q} < near_q) {near_q, near_x_q, near_y_q} <= {1'b0, steps_q, at_x_q, at_y_q};
    end
    if (scanned_q && on_ring_q && !others) broken_q <= 1'b1;
    if (others && !at_other_q && {1'b0, steps_q} < near_other_q) begin
      {near_other_q, near_other_x_q, near_other_y_q} <= {1'b0, steps_q, at_x_q, at_y_q};
    end

    case (state_q)
      StIdle: begin
        second_q <= 1'b0;
        {x0_q, x1_q, y0_q, y1_q, cut_q} <= {4'd0, 4'd2, 4'd0, 4'd2, 4'd1};
        x_q <= 4'd0;
        y_q <= 4'd0;
        best_q <= 12'sd0;
        none_q <= 1'b1;
        remove_q <= 1'b0;
        to_x_q <= width_i[4:1];
        to_y_q <= height_i[4:1];
        if (go_i) state_q <= StScan;
        if (go_i && (width_i < 5'd3 || height_i < 5'd3)) begin
          state_q <= StAim;
          x_q <= own_x_i;
          y_q <= own_y_i;
        end
      end

      StScan, StMark: begin
        x_q <= row_ends ? x0_q : x_q + 4'd1;
        if (row_ends) y_q <= ends ? y0_q : y_q + 4'd1;
        if (ends) state_q <= state_q == StMark ? StNext : StLast;
      end

      StLast: state_q <= second_q ? StBreak : missing || !complete_q ? StNext : StMark;

      StBreak, StClose: begin
        state_q <= breaks ? StClose : StNext;
        if (better) begin
          best_q <= value;
          none_q <= 1'b0;
          remove_q <= breaks;
          to_x_q <= breaks ? near_other_x_q : near_x_q;
          to_y_q <= breaks ? near_other_y_q : near_y_q;
        end
      end

      StNext: begin
        state_q <= StScan;
        if ({cut_q + 4'd1, 1'b0} <= {1'b0, shorter}) begin
          cut_q <= cut_q + 4'd1;
          x_q   <= x0_q;
          y_q   <= y0_q;
        end else begin
          cut_q <= 4'd1;
          x_q   <= x0_q;
          y_q   <= y0_q;
          if ({1'b0, y1_q} + 5'd1 < height_i) begin
            y1_q <= y1_q + 4'd1;
          end else if ({1'b0, y0_q} + 5'd3 < height_i) begin
            y0_q <= y0_q + 4'd1;
            y1_q <= y0_q + 4'd3;
            y_q  <= y0_q + 4'd1;
          end else begin
            y0_q <= 4'd0;
            y1_q <= 4'd2;
            y_q  <= 4'd0;
            if ({1'b0, x1_q} + 5'd1 < width_i) begin
              x1_q <= x1_q + 4'd1;
            end else if ({1'b0, x0_q} + 5'd3 < width_i) begin
              x0_q <= x0_q + 4'd1;
              x1_q <= x0_q + 4'd3;
              x_q  <= x0_q + 4'd1;
            end else begin
              x0_q <= 4'd0;
              x1_q <= 4'd2;
              x_q <= 4'd0;
              second_q <= 1'b1;
              if (second_q) begin
                state_q <= StAim;
                x_q <= own_x_i;
                y_q <= own_y_i;
              end
            end
          end
        end
      end

      StAim: begin
        step_q  <= 3'd0;
        least_q <= 6'd63;
        kind_q  <= Stay;
        {dx_q, dy_q} <= 4'd0;
        state_q <= StStep;
        if (remove_q && steps == 4'd1) begin
          state_q <= StAction;
          kind_q  <= Remove;
          {dx_q, dy_q} <= {to_x_q[1:0] - own_x_i[1:0], to_y_q[1:0] - own_y_i[1:0]};
        end
      end

      StStep: begin
        state_q <= StRead;
        off_q <= off;
        x_q <= own_x_i + (right ? 4'd1 : left ? 4'd15 : 4'd0);
        y_q <= own_y_i + (down ? 4'd1 : up ? 4'd15 : 4'd0);
      end

      StRead: state_q <= StTile;

      StTile: begin
        state_q <= last_step ? StAction : StStep;
        step_q  <= step_q + 3'd1;
        if (!off_q && !on_other && turns < least_q) begin
          least_q <= turns;
          kind_q  <= tile == Other ? Remove : Move;
          {dx_q, dy_q} <= {x_q[1:0] - own_x_i[1:0], y_q[1:0] - own_y_i[1:0]};
        end
      end

      default: if (ready_i) state_q <= StIdle;
    endcase

    if (state_q == StIdle || state_q == StNext) begin
      complete_q <= 1'b1;
      broken_q <= 1'b0;
      cost_q <= 8'd0;
      inside_q <= 8'd0;
      worth_q <= 8'd0;
      near_q <= NoSteps;
      near_other_q <= NoSteps;
    end
    if (rst_i) begin
      state_q   <= StIdle;
      scanned_q <= 1'b0;
    end
  end
endmodule

`default_nettype wire
