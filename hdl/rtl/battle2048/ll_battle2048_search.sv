// SPDX-License-Identifier: Apache-2.0
//
// Chooses an answer in 2048 versus: alpha-beta search over slides and attacks, with iterative
// deepening. Its reference model is the package games/battle2048/searchmodel.
//
// A node is a player's board and the other's. A try loads both from the memory of its level, slides
// the first, and puts tiles onto the other, each onto the empty cell where its neighbours value it
// least. In the last level the boards are valued, else they are stored, exchanged, for the next
// level. Both boards pass by cell by cell, so that each needs the logic of one cell only.
//
// Handshake:  tiles of a question are written in each cycle in which write_i is high, while busy_o is
//             low. In a cycle in which go_i is high and busy_o low a search begins. The tiles of its
//             answer pass in a cycle in which tile_valid_o and tile_ready_i are high, and hold until
//             they do. busy_o falls behind the last, or without a tile if there is no answer: no
//             slide changes the player's own board, or the other is full.
// Latency:    from go_i to the first tile ticks_i * TickCycles clock cycles, a try and 62 cycles at
//             most, or as long as the first iteration takes: below 16,000. A try takes 960 at most.
// Throughput: an answer at a time; a tile of it in 51 cycles.
// Reset:      synchronous, for one cycle at least; a search is given up. The tiles stay.
//
//   write_other_i  the tile is of the other's board, not of the player's own
//   write_tile_i   its exponent, 0 to 30; 0 is no tile
//   ticks_i        no further node is begun after so many ticks
//   last_o         the tile is the last
//   direction_o, split_o, exponent_o, row_o, column_o  see ll_battle2048_answer
//   depth_o, nodes_o  iterations that were completed, and attacks that were tried, with a tile
//
// Parameters
//   TickCycles   clock cycles in a tick, 1 to 65,535
`default_nettype none

module ll_battle2048_search #(
    parameter int TickCycles = 93
) (
    input  logic        clk_i,
    input  logic        rst_i,
    // the question
    input  logic        write_i,
    input  logic        write_other_i,
    input  logic [ 4:0] write_cell_i,
    input  logic [ 4:0] write_tile_i,
    input  logic        go_i,
    input  logic [12:0] ticks_i,
    output logic        busy_o,
    // and the answer
    output logic        tile_valid_o,
    input  logic        tile_ready_i,
    output logic        last_o,
    output logic [ 1:0] direction_o,
    output logic [ 2:0] split_o,
    output logic [ 3:0] exponent_o,
    output logic [ 2:0] row_o,
    output logic [ 2:0] column_o,
    output logic [ 3:0] depth_o,
    output logic [23:0] nodes_o
);
  if (TickCycles < 1 || TickCycles > 65535) begin : gen_check_tick
    ll_battle2048_search_TickCycles_must_be_1_to_65535 u_error ();
  end

  localparam int Cell = 5;
  localparam int Board = 25 * Cell;
  localparam logic [4:0] LastCell = 5'd24;
  localparam logic [4:0] Cells = 5'd25;
  localparam logic [2:0] LastLine = 3'd4;
  localparam logic [1:0] LastDirection = 2'd3;
  localparam logic [15:0] LastTickCycle = TickCycles[15:0] - 16'd1;

  // Values of positions, for the player to move.
  localparam int Value = 12;
  localparam logic signed [Value-1:0] Lowest = -12'sd2047;
  localparam logic signed [Value-1:0] Won = 12'sd2000;
  localparam logic signed [Value-1:0] Decided = 12'sd1992;
  localparam logic signed [6:0] Empty = 7'sd8;
  localparam logic signed [5:0] Pair = 6'sd5;

  typedef enum logic [3:0] {
    StIdle,
    StNext,    // a try begins, if there is time
    StLoad,    // both boards
    StSlide,   // the player's
    StSlid,
    StCheck,   // may so many tiles attack?
    StFind,    // a cell for a tile
    StGive,    // it is part of the answer
    StPut,
    StValue,   // both boards
    StStore,   // for the next level
    StResult,  // of a try
    StEnd,     // of a node
    StAnswer   // the best try is made again
  } state_e;
  logic [3:0] state_q;

  // Where the search is: the node, and those that lead to it, the nearest in the lowest bits.
  localparam int Entry = 5 + Value;
  logic [3:0] level_q, depth_q;
  logic [1:0] direction_q;
  logic [2:0] split_q;
  logic found_q;  // a try of the node was possible
  logic signed [Value-1:0] alpha_q, parent_alpha;
  logic [7*Entry-1:0] stack_q;
  logic [4:0] chosen_q, best_q;  // direction and split: of this iteration, and of the one before
  logic answering_q;
  logic [23:0] nodes_q;
  assign parent_alpha = stack_q[Value-1:0];

  // Time.
  logic [12:0] ticks_q;
  logic [15:0] tick_q;
  logic late;
  assign late = ticks_q == 13'd0 && depth_q != 4'd1;

  // Both boards, with a cell that passes by in the lowest bits.
  logic [Board-1:0] own_q, other_q;
  logic [4:0] count_q;
  logic [2:0] row_q, column_q;
  logic pass, last_cell;
  assign pass = state_q == StFind || state_q == StPut || state_q == StValue || state_q == StStore;
  assign last_cell = count_q == LastCell;

  // The memories: 32 words for each level.
  logic write_own, write_other;
  logic [7:0] write_address;
  logic [Cell-1:0] own_read, other_read;
  logic storing;
  logic [2:0] next_level;
  assign storing = state_q == StStore;
  assign next_level = level_q[2:0] + 3'd1;
  assign write_own = storing || (write_i && !write_other_i);
  assign write_other = storing || (write_i && write_other_i);
  assign write_address = storing ? {next_level, count_q} : {3'd0, write_cell_i};

  ll_ram #(
      .Width(Cell),
      .Depth(8)
  ) own_ram (
      .clk_i,
      .write_i(write_own),
      .waddr_i(write_address),
      .wdata_i(storing ? other_q[Cell-1:0] : write_tile_i),
      .raddr_i({level_q[2:0], count_q}),
      .rdata_o(own_read)
  );
  ll_ram #(
      .Width(Cell),
      .Depth(8)
  ) other_ram (
      .clk_i,
      .write_i(write_other),
      .waddr_i(write_address),
      .wdata_i(storing ? own_q[Cell-1:0] : write_tile_i),
      .raddr_i({level_q[2:0], count_q}),
      .rdata_o(other_read)
  );

  logic slide_ready, slide_valid, moved;
  logic [Board-1:0] slid;
  logic [3:0] merges;
  logic [35:0] gain;
  logic unused;
  assign unused = ^{slide_ready, gain};
  ll_slide slide (
      .clk_i,
      .rst_i,
      .valid_i    (state_q == StSlide),
      .ready_o    (slide_ready),
      .board_i    (own_q),
      .direction_i(direction_q),
      .valid_o    (slide_valid),
      .ready_i    (state_q == StSlid),
      .board_o    (slid),
      .moved_o    (moved),
      .merges_o   (merges),
      .gain_o     (gain)
  );

  // May so many tiles attack?
  logic moved_q;
  logic [3:0] merges_q;
  logic [4:0] empty_q;  // cells of the other's board
  logic [5:0] tiles;
  logic possible;
  assign tiles = 6'd1 << split_q;
  assign possible = moved_q && {1'b0, split_q} <= merges_q && tiles <= {1'b0, empty_q};

  // Two tiles beside each other: a pair that can merge, or what lies between them.
  function automatic logic signed [5:0] beside(input logic [4:0] tile, input logic [4:0] neighbour);
    logic signed [5:0] difference;
    difference = $signed({1'b0, tile}) - $signed({1'b0, neighbour});
    beside = neighbour == 5'd0 ? 6'sd0 : difference == 6'sd0 ? Pair : difference[5] ? difference : -difference;
  endfunction

  // The neighbours of the cell that passes by, 0 off the board.
  logic [Cell-1:0] own_right, own_down, right, down, left, up;
  logic to_right, to_down, to_left, to_up;
  assign to_right = column_q != LastLine;
  assign to_down = row_q != LastLine;
  assign to_left = column_q != 3'd0;
  assign to_up = row_q != 3'd0;
  assign own_right = own_q[5+:5] & {5{to_right}};
  assign own_down = own_q[25+:5] & {5{to_down}};
  assign right = other_q[5+:5] & {5{to_right}};
  assign down = other_q[25+:5] & {5{to_down}};
  assign left = other_q[120+:5] & {5{to_left}};
  assign up = other_q[100+:5] & {5{to_up}};

  // The cell for a tile of the attack.
  logic [4:0] left_q;  // tiles to put
  logic [3:0] exponent_q;
  logic signed [7:0] here, least_q;
  logic [2:0] at_row_q, at_column_q;
  logic free, hit;
  assign here = 8'(beside({1'b0, exponent_q}, right)) + 8'(beside({1'b0, exponent_q}, down)) +
                8'(beside({1'b0, exponent_q}, left)) + 8'(beside({1'b0, exponent_q}, up));
  assign free = other_q[4:0] == 5'd0;
  assign hit = state_q == StPut && row_q == at_row_q && column_q == at_column_q;

  // The value of both boards.
  logic signed [6:0] own_value, other_value;
  logic signed [Value-1:0] value_q;
  logic stuck_q;  // the other cannot slide
  assign own_value = own_q[4:0] == 5'd0 ? Empty :
                     7'(beside(own_q[4:0], own_right)) + 7'(beside(own_q[4:0], own_down));
  assign other_value = free ? Empty : 7'(beside(other_q[4:0], right)) + 7'(beside(other_q[4:0], down));

  // The value of a try, and of a node.
  logic signed [Value-1:0] level_value, result, node_value;
  logic better, cut;
  assign level_value = $signed({8'd0, level_q});
  assign result = stuck_q ? Won - level_value - 12'sd1 : value_q;
  assign better = result > alpha_q;
  assign cut = level_q != 4'd0 && 13'(result) + 13'(parent_alpha) >= 13'sd0;
  assign node_value = found_q ? alpha_q : level_value - Won;

  assign busy_o = state_q != StIdle;
  assign tile_valid_o = state_q == StGive;
  assign last_o = left_q == 5'd1;
  assign direction_o = direction_q;
  assign split_o = split_q;
  assign exponent_o = exponent_q;
  assign row_o = at_row_q;
  assign column_o = at_column_q;
  assign nodes_o = nodes_q;

  // Iterations that are complete.
  logic [3:0] complete_q;
  assign depth_o = complete_q;

  always_ff @(posedge clk_i) begin
    if (tick_q == LastTickCycle) begin
      tick_q <= 16'd0;
      if (ticks_q != 13'd0) ticks_q <= ticks_q - 13'd1;
    end else begin
      tick_q <= tick_q + 16'd1;
    end

    // Cells pass by.
    if (pass) begin
      count_q <= last_cell ? 5'd0 : count_q + 5'd1;
      column_q <= column_q == LastLine ? 3'd0 : column_q + 3'd1;
      if (column_q == LastLine) row_q <= row_q == LastLine ? 3'd0 : row_q + 3'd1;
      other_q <= {hit ? {1'b0, exponent_q} : other_q[4:0], other_q[Board-1:5]};
      if (state_q == StValue || state_q == StStore) own_q <= {own_q[4:0], own_q[Board-1:5]};
    end

    case (state_q)
      StIdle:
      if (go_i) begin
        state_q <= StNext;
        level_q <= 4'd0;
        depth_q <= 4'd1;
        complete_q <= 4'd0;
        direction_q <= 2'd0;
        split_q <= 3'd0;
        found_q <= 1'b0;
        alpha_q <= Lowest;
        answering_q <= 1'b0;
        nodes_q <= 24'd0;
        ticks_q <= ticks_i;
        tick_q <= 16'd0;
      end

      StNext: begin
        state_q <= late ? StAnswer : StLoad;
        count_q <= 5'd0;
      end

      StLoad: begin
        if (count_q == 5'd0) begin
          empty_q <= 5'd0;
        end else begin
          own_q   <= {own_read, own_q[Board-1:5]};
          other_q <= {other_read, other_q[Board-1:5]};
          if (other_read == 5'd0) empty_q <= empty_q + 5'd1;
        end
        count_q <= count_q + 5'd1;
        if (count_q == Cells) state_q <= StSlide;
      end

      StSlide: state_q <= StSlid;

      StSlid:
      if (slide_valid) begin
        state_q <= StCheck;
        own_q <= slid;
        moved_q <= moved;
        merges_q <= merges;
      end

      StCheck: begin
        count_q <= 5'd0;
        row_q <= 3'd0;
        column_q <= 3'd0;
        left_q <= tiles[4:0];
        exponent_q <= merges_q + 4'd1 - {1'b0, split_q};
        least_q <= 8'sd127;
        if (possible) begin
          state_q <= StFind;
          found_q <= 1'b1;
          if (!answering_q) nodes_q <= nodes_q + 24'd1;
        end else if (direction_q == LastDirection) begin
          state_q <= StEnd;
        end else begin
          state_q <= StNext;
          direction_q <= direction_q + 2'd1;
          split_q <= 3'd0;
        end
      end

      StFind: begin
        if (free && here < least_q) begin
          least_q <= here;
          at_row_q <= row_q;
          at_column_q <= column_q;
        end
        if (last_cell) state_q <= answering_q ? StGive : StPut;
      end

      StGive: if (tile_ready_i) state_q <= last_o ? StIdle : StPut;

      StPut: begin
        least_q <= 8'sd127;
        value_q <= 12'sd0;
        stuck_q <= 1'b1;
        if (last_cell) begin
          left_q  <= left_q - 5'd1;
          state_q <= left_q != 5'd1 ? StFind : level_q + 4'd1 == depth_q ? StValue : StStore;
        end
      end

      StValue: begin
        value_q <= value_q + 12'(own_value) - 12'(other_value);
        if (free || other_q[4:0] == right || other_q[4:0] == down) stuck_q <= 1'b0;
        if (last_cell) state_q <= StResult;
      end

      StStore:
      if (last_cell) begin
        state_q <= StNext;
        level_q <= level_q + 4'd1;
        stack_q <= {stack_q[6*Entry-1:0], direction_q, split_q, alpha_q};
        direction_q <= 2'd0;
        split_q <= 3'd0;
        found_q <= 1'b0;
        alpha_q <= level_q == 4'd0 ? Lowest : parent_alpha;
      end

      StResult: begin
        state_q <= better && cut ? StEnd : StNext;
        split_q <= split_q + 3'd1;
        if (better) begin
          alpha_q <= result;
          if (level_q == 4'd0) chosen_q <= {direction_q, split_q};
        end
      end

      StEnd: begin
        stuck_q <= 1'b0;
        value_q <= -node_value;
        if (level_q != 4'd0) begin
          state_q <= StResult;
          level_q <= level_q - 4'd1;
          {direction_q, split_q, alpha_q} <= stack_q[Entry-1:0];
          stack_q <= stack_q >> Entry;
          found_q <= 1'b1;
        end else begin
          direction_q <= 2'd0;
          split_q <= 3'd0;
          found_q <= 1'b0;
          alpha_q <= Lowest;
          best_q <= chosen_q;
          if (found_q) complete_q <= depth_q;
          depth_q <= depth_q + 4'd1;
          state_q <= !found_q ? StIdle : depth_q[3] || alpha_q >= Decided || alpha_q <= -Decided ? StAnswer : StNext;
        end
      end

      default: begin  // StAnswer
        state_q <= StLoad;
        answering_q <= 1'b1;
        level_q <= 4'd0;
        {direction_q, split_q} <= best_q;
        count_q <= 5'd0;
      end
    endcase
    if (rst_i) state_q <= StIdle;
  end
endmodule

`default_nettype wire
