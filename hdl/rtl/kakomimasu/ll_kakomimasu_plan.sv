// SPDX-License-Identifier: Apache-2.0
//
// Chooses the actions of a turn of Kakomimasu, an agent after the other: three steps ahead. Its reference
// model is the package games/kakomimasu/stepmodel.
//
// First each cell is marked on which an agent is, then the one that is worth most to each of the other
// players' agents. An agent off the board takes the cell that gains most; one on it the first step of
// the best of its ways of three steps, whose gains count four, two and one times.
//
// Handshake:  points, tiles and agents are written in each cycle in which their write is high, while
//             busy_o is low. In a cycle in which go_i is high and busy_o low, planning begins; every tile
//             of the field and every agent must have been written since the last. Inputs from quarter_i
//             on hold until the end. An action passes in a cycle in which valid_o and ready_i are high,
//             and holds until then; the last one is the end.
// Latency:    from go_i to the end less than 120,000 clock cycles on any field, if each action is taken
//             at once; 35,000 on one of 24 by 24 cells with 14 agents of two players.
// Throughput: a turn at a time.
// Reset:      synchronous, for one cycle at least; planning is given up. What was written stays.
//
//   write_cell_i    row and column of the point or tile
//   write_point_i   -127 to 127
//   write_tile_i    0 empty, 1 own wall, 2 own territory, 3 another's wall, 4 another's territory
//   write_agent_i   player and agent; write_off_i: off the board, else at write_cell_i
//   quarter_i, width_i, height_i, players_i, agents_i, me_i  see ll_kakomimasu_line
//   kind_o          0 end, 1 PUT, 2 MOVE, 3 REMOVE
//   agent_o, x_o, y_o  who acts, and in which cell
`default_nettype none

module ll_kakomimasu_plan (
    input  logic              clk_i,
    input  logic              rst_i,
    // the question
    input  logic       [11:0] write_cell_i,
    input  logic              write_points_i,
    input  logic signed [7:0] write_point_i,
    input  logic              write_tiles_i,
    input  logic       [ 2:0] write_tile_i,
    input  logic              write_agents_i,
    input  logic       [ 6:0] write_agent_i,
    input  logic              write_off_i,
    input  logic              go_i,
    input  logic              quarter_i,
    input  logic       [ 5:0] width_i,
    input  logic       [ 5:0] height_i,
    input  logic       [ 2:0] players_i,
    input  logic       [ 4:0] agents_i,
    input  logic       [ 1:0] me_i,
    output logic              busy_o,
    // and the actions
    output logic              valid_o,
    input  logic              ready_i,
    output logic       [ 1:0] kind_o,
    output logic       [ 4:0] agent_o,
    output logic       [ 5:0] x_o,
    output logic       [ 5:0] y_o
);
  localparam logic [2:0] Empty = 3'd0;
  localparam logic [2:0] OwnWall = 3'd1;
  localparam logic [2:0] OwnArea = 3'd2;
  localparam logic [2:0] OtherWall = 3'd3;
  localparam logic [2:0] OtherArea = 3'd4;
  localparam logic [1:0] Unmarked = 2'd0;
  localparam logic [1:0] Expected = 2'd1;
  localparam logic [1:0] Taken = 2'd2;
  localparam logic [1:0] End = 2'd0;
  localparam logic [1:0] Put = 2'd1;
  localparam logic [1:0] Move = 2'd2;
  localparam logic [1:0] Remove = 2'd3;
  localparam logic signed [11:0] Least = -12'sd2048;

  typedef enum logic [3:0] {
    StIdle,
    StAgent,   // its cell is read
    StBegin,   // with it
    StStep,    // to a cell beside the agent, or to the next of the field
    StRead,    // its memories
    StTile,
    StNext,    // step
    StApply,   // what was found
    StOffer,   // the action
    StFollow,  // the agent behind
    StEnd
  } state_e;
  logic [3:0] state_q;

  // What is done with each agent.
  typedef enum logic [1:0] {
    PhMark,    // its cell is taken
    PhExpect,  // where would it go?
    PhAct
  } phase_e;
  logic [1:0] phase_q;
  logic putting_q;  // in PhAct: the agent is off the board
  logic searching;
  assign searching = phase_q == PhAct && !putting_q;

  // The agent.
  logic [1:0] player_q;
  logic [4:0] agent_q;
  logic last_agent, last_player;
  assign last_agent = agent_q + 5'd1 == agents_i;
  assign last_player = {1'b0, player_q} + 3'd1 == players_i;

  // The way: steps made, the cell that they lead to, the direction that is tried from there, and what they
  // gain; then the same a step before, and two.
  logic [1:0] level_q;
  logic [11:0] from_q, from1_q, from2_q;  // row and column
  logic [2:0] direction_q, direction1_q, direction2_q;
  logic signed [11:0] sum_q, sum1_q;
  // The last step, and the one before: the cell that it names, which becomes empty, else an own wall, or
  // stays as it is.
  logic [11:0] named1_q, named2_q;
  logic removed1_q, removed2_q, acted1_q, acted2_q;

  // The cell of the step.
  logic [5:0] from_x, from_y, x_q, y_q;
  logic right, left, down, up, off, off_q;
  assign {from_y, from_x} = from_q;
  assign right = direction_q >= 3'd1 && direction_q <= 3'd3;
  assign left = direction_q >= 3'd5;
  assign down = direction_q >= 3'd3 && direction_q <= 3'd5;
  assign up = direction_q == 3'd0 || direction_q == 3'd1 || direction_q == 3'd7;
  assign off = (right && from_x + 6'd1 >= width_i) || (left && from_x == 6'd0) ||
               (down && from_y + 6'd1 >= height_i) || (up && from_y == 6'd0);

  // The memories.
  logic [11:0] cell_;
  logic signed [7:0] point;
  logic [2:0] old_tile, tile;
  logic [1:0] mark;
  logic agent_off;
  logic [11:0] agent_cell;
  logic [1:0] best_kind_q;
  logic [11:0] best_cell_q;
  logic marks, acts;
  assign cell_ = {y_q, x_q};
  assign marks = state_q == StBegin && phase_q == PhMark && !agent_off;
  assign acts = state_q == StApply && phase_q == PhAct;
  ll_ram #(
      .Width(8),
      .Depth(12)
  ) point_ram (
      .clk_i,
      .write_i(write_points_i),
      .waddr_i(write_cell_i),
      .wdata_i(write_point_i),
      .raddr_i(cell_),
      .rdata_o(point)
  );
  ll_ram #(
      .Width(3),
      .Depth(12)
  ) tile_ram (
      .clk_i,
      .write_i(write_tiles_i || acts),
      .waddr_i(acts ? best_cell_q : write_cell_i),
      .wdata_i(!acts ? write_tile_i : best_kind_q == Remove ? Empty : OwnWall),
      .raddr_i(cell_),
      .rdata_o(old_tile)
  );
  ll_ram #(
      .Width(2),
      .Depth(12)
  ) mark_ram (
      .clk_i,
      .write_i(write_tiles_i || marks || state_q == StApply),
      .waddr_i(marks ? agent_cell : state_q == StApply ? best_cell_q : write_cell_i),
      .wdata_i(marks || acts ? Taken : state_q == StApply ? Expected : Unmarked),
      .raddr_i(cell_),
      .rdata_o(mark)
  );
  ll_ram #(
      .Width(13),
      .Depth(7)
  ) agent_ram (
      .clk_i,
      .write_i(write_agents_i),
      .waddr_i(write_agent_i),
      .wdata_i({write_off_i, write_cell_i}),
      .raddr_i({player_q, agent_q}),
      .rdata_o({agent_off, agent_cell})
  );

  // The cell behind the steps.
  logic by_last, by_first;
  assign by_last = searching && level_q != 2'd0 && acted1_q && named1_q == cell_;
  assign by_first = searching && level_q == 2'd2 && acted2_q && named2_q == cell_;
  assign tile = by_last ? (removed1_q ? Empty : OwnWall) : by_first ? (removed2_q ? Empty : OwnWall) : old_tile;

  // What the action gains: the point, twice the point or nothing.
  logic negative, meets, removes, counts, doubles;
  logic signed [11:0] gain, weighted, sum, value, best_q;
  assign negative = point[7];
  assign removes = tile == OtherWall;
  assign meets = searching && level_q == 2'd0 && mark == Expected;  // both stop each other
  always_comb begin
    counts  = 1'b1;
    doubles = 1'b0;
    if (phase_q == PhExpect) begin
      counts = !removes;
    end else if (meets) begin
      counts = !negative;
    end else begin
      case (tile)
        OwnWall: counts = 1'b0;
        OwnArea: {counts, doubles} = {negative, 1'b1};
        OtherArea: {counts, doubles} = {!negative, 1'b1};
        default: ;
      endcase
    end
    gain = !counts ? 12'sd0 : doubles ? {{3{negative}}, point, 1'b0} : {{4{negative}}, point};
    case (level_q)
      2'd0: weighted = gain <<< 2;
      2'd1: weighted = gain <<< 1;
      default: weighted = gain;
    endcase
    sum   = sum_q + weighted;
    value = searching ? sum : gain;
  end

  logic possible, whole, better, is_wall, elsewhere;
  assign is_wall = tile == OwnWall || tile == OtherWall;
  assign elsewhere = quarter_i && {y_q[0], x_q[0]} != me_i;
  assign possible = !off_q && mark != Taken && !(phase_q == PhExpect && mark == Expected) &&
                    !(putting_q && (is_wall || elsewhere));
  assign whole = !searching || level_q == 2'd2;
  assign better = value > best_q;

  logic found_q;
  assign busy_o = state_q != StIdle;
  assign valid_o = state_q == StOffer || state_q == StEnd;
  assign kind_o = state_q == StEnd ? End : best_kind_q;
  assign agent_o = agent_q;
  assign {y_o, x_o} = best_cell_q;

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        phase_q <= PhMark;
        putting_q <= 1'b0;
        player_q <= 2'd0;
        agent_q <= 5'd0;
        if (go_i) state_q <= StAgent;
      end

      StAgent: state_q <= StBegin;

      StBegin: begin
        level_q <= 2'd0;
        from_q <= agent_cell;
        direction_q <= 3'd0;
        sum_q <= 12'sd0;
        found_q <= 1'b0;
        putting_q <= phase_q == PhAct && agent_off;
        best_q <= phase_q == PhExpect ? -12'sd1 : Least;
        {y_q, x_q} <= 12'd0;
        off_q <= 1'b0;
        state_q <= StStep;
        if (phase_q == PhMark || (phase_q == PhExpect && (agent_off || player_q == me_i))) state_q <= StFollow;
      end

      StStep: begin
        state_q <= StRead;
        if (!putting_q) off_q <= off;
        if (!putting_q && !off) begin
          x_q <= from_x + (right ? 6'd1 : left ? 6'd63 : 6'd0);
          y_q <= from_y + (down ? 6'd1 : up ? 6'd63 : 6'd0);
        end
      end

      StRead: state_q <= StTile;

      StTile: begin
        state_q <= StNext;
        if (possible && whole && better) begin
          found_q <= 1'b1;
          best_q  <= value;
          best_cell_q <= searching ? named2_q : cell_;
          best_kind_q <= !searching ? Put : removed2_q ? Remove : Move;
        end
        if (possible && !whole) begin
          state_q <= StStep;
          level_q <= level_q + 2'd1;
          {from2_q, from1_q} <= {from1_q, from_q};
          if (!removes && !meets) from_q <= cell_;
          {direction2_q, direction1_q, direction_q} <= {direction1_q, direction_q, 3'd0};
          {sum1_q, sum_q} <= {sum_q, sum};
          {named2_q, named1_q} <= {named1_q, cell_};
          {removed2_q, removed1_q} <= {removed1_q, removes};
          {acted2_q, acted1_q} <= {acted1_q, !meets};
        end
      end

      StNext: begin
        state_q <= StStep;
        if (putting_q) begin
          if (x_q + 6'd1 != width_i) begin
            x_q <= x_q + 6'd1;
          end else if (y_q + 6'd1 != height_i) begin
            x_q <= 6'd0;
            y_q <= y_q + 6'd1;
          end else begin
            state_q <= found_q ? StApply : StFollow;
          end
        end else begin
          direction_q <= direction_q + 3'd1;
          if (direction_q == 3'd7) begin
            // Back by a step.
            state_q <= StNext;
            level_q <= level_q - 2'd1;
            {from_q, from1_q} <= {from1_q, from2_q};
            {direction_q, direction1_q} <= {direction1_q, direction2_q};
            {sum_q, sum1_q} <= {sum1_q, 12'sd0};
            named1_q <= named2_q;
            removed1_q <= removed2_q;
            acted1_q <= acted2_q;
            if (level_q == 2'd0) state_q <= found_q ? StApply : StFollow;
          end
        end
      end

      StApply: state_q <= phase_q == PhAct ? StOffer : StFollow;

      StOffer: if (ready_i) state_q <= StFollow;

      StFollow: begin
        state_q <= StAgent;
        agent_q <= agent_q + 5'd1;
        if (last_agent) begin
          agent_q  <= 5'd0;
          player_q <= player_q + 2'd1;
          if (phase_q == PhAct) begin
            state_q <= StEnd;
          end else if (last_player) begin
            phase_q  <= phase_q == PhMark ? PhExpect : PhAct;
            player_q <= phase_q == PhMark ? 2'd0 : me_i;
          end
        end
      end

      default: if (ready_i) state_q <= StIdle;
    endcase
    if (rst_i) begin
      state_q <= StIdle;
      // Cells are on the field from the first on.
      {from_q, from1_q, from2_q, named1_q, named2_q, best_cell_q, y_q, x_q} <= '0;
    end
  end
endmodule

`default_nettype wire
