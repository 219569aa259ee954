// SPDX-License-Identifier: Apache-2.0
//
// Plays turns of Trax: the written tile, all of forced play, loops and lines,
// and the way back. See docs/rtl-interface.md for the command and trace ports.
//
// How it works. The board is a torus of squares. It does not store tiles; it
// stores, for each square and each of its four sides, what the square sees
// there: whether an edge enters, its colour, and its mate: the square and side
// at which the track behind that edge enters another empty square. Where there is
// no tile yet the mate of a square's side is the facing side of the neighbour, as if
// the border between two empty squares were a track without length.
//
//        +-------+-------+          before a tile is placed on c, its four sides
//        |       | mate  |          have mates a, b, d, e. A tile that joins its
//        |   c   > ----- < far      sides s and t makes mate[s] and mate[t] each
//        |       |       |          other's mate: two writes, whatever the track's
//        +-------+-------+          length. All four of a tile: four writes.
//
// - A loop closes when the mate of a side is the side that it is joined to.
// - A line is complete when two mates lie outside opposite sides of the box.
// - Words of an occupied square are never changed. So to take a tile back, its
//   four words are read again and each mate gets its old mate, this square: two in a
//   cycle, those of opposite sides, unless both lie in one bank of memory.
//
// ll_undo_stack holds the squares of all tiles, in the order in which they were placed,
// and after them those that forced play still has to fill. ll_board_ram holds what
// squares see, ll_bbox the box.
//
// Handshake:  a command passes in a cycle in which cmd_valid_i and cmd_ready_o are high;
//             rsp_valid_o is high for one cycle, once for each command.
// Latency, in clock cycles from the command to its answer:
//   PLAY, TRY   refused without placing a tile: 2; else 6 for the written tile,
//               and 5 for each forced tile and 1 more where the next one was not known in time.
//   UNDO, NEW   1, and 2 to 4 a tile; a refused forced play adds 2 to 4 a tile likewise
//   after TRY   2 to 4 a tile until the next command
// Throughput: one command at a time.
// Reset:      synchronous; the board is then cleared for 4 * 4^LogSize cycles.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
//   PoisonCollision   see ll_ram; 0 for synthesis
`default_nettype none

module ll_turn #(
    parameter int LogSize = 5,
    parameter int PoisonCollision = 0
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    // command
    input  logic                 cmd_valid_i,
    output logic                 cmd_ready_o,
    input  logic [          1:0] cmd_op_i,
    input  logic [    LogSize:0] cmd_col_i,
    input  logic [    LogSize:0] cmd_row_i,
    input  logic [          1:0] cmd_shape_i,
    // answer
    output logic                 rsp_valid_o,
    output logic [          3:0] rsp_status_o,
    output logic [          3:0] rsp_completed_o,
    // state
    output logic [    LogSize:0] width_o,
    output logic [    LogSize:0] height_o,
    output logic [  2*LogSize:0] tiles_o,
    output logic                 red_o,
    output logic                 over_o,
    output logic                 winner_o,
    // trace
    output logic                 trace_valid_o,
    output logic                 trace_undo_o,
    output logic                 trace_forced_o,
    output logic [  LogSize-1:0] trace_x_o,
    output logic [  LogSize-1:0] trace_y_o,
    output logic [          3:0] trace_tile_o,
    output logic [  LogSize-1:0] origin_x_o,
    output logic [  LogSize-1:0] origin_y_o,
    // a look: what the square of a PLAY or TRY sees; the words are undefined if off the board.
    // In a cycle behind one with see_i and cmd_ready_o and without a command they are those of
    // see_square_i
    input  logic                 see_i,
    input  logic [2*LogSize-1:0] see_square_i,
    output logic                 look_valid_o,
    output logic                 look_empty_o,
    output logic [2*LogSize-1:0] look_square_o,
    output logic [8*LogSize+15:0] look_words_o    // of four sides: edge, colour, mate
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_turn_LogSize_must_be_3_to_8 u_error ();
  end

  localparam int SquareWidth = 2 * LogSize;    // row, column
  localparam int MateWidth = SquareWidth + 2;  // side, square
  localparam int WordWidth = MateWidth + 2;    // edge, colour, mate
  localparam int EntryWidth = SquareWidth + 6;  // of the undo stack: growth, tile, square

  typedef enum logic [2:0] {
    StInit,   // clears the board
    StIdle,   // waits for a command
    StLook,   // judges the written tile; its first mate is written
    StPlace,  // writes mates
    StFetch,  // takes the next square that is to be filled
    StUndo    // writes mates back
  } state_e;

  // ll_bbox gives the growth by a turn's first tile; other tiles have this.
  localparam logic [2:0] GrowForced = 3'd0;

  logic [2:0] state_q;
  logic [1:0] op_q;

  // ------------------------------------------------------------------ the box
  logic [SquareWidth-1:0] cmd_square;
  logic cmd_origin, off, full;
  logic [2:0] growth;
  logic empty;
  logic grown, shrunk;  // by the turn's first tile, and when that is taken back
  logic line;

  // --------------------------------------------------------- the current tile
  logic [SquareWidth-1:0] square_q;
  logic [2:0] growth_q;
  logic [1:0] pair_q;  // the side joined to side 0
  logic side0_red_q;
  logic [1:0] side_q;  // whose mate is written in this cycle

  // Its four words, rotated so that word 0 is that of side_q. In the first cycle
  // they come from memory, later from the registers.
  logic fresh_q;
  logic [4*WordWidth-1:0] seen, held_q, word;
  logic [3:0] seen_edge, seen_red;
  assign word = fresh_q ? seen : held_q;
  always_ff @(posedge clk_i) begin
    if (state_q != StFetch) held_q <= {word[WordWidth-1:0], word[4*WordWidth-1:WordWidth]};
  end

  logic edge_here, edge_red;
  logic [MateWidth-1:0] mate;
  assign {edge_here, edge_red, mate} = word[WordWidth-1:0];

  logic fits, fit_side0_red, side0_red;
  ll_tile_fit tile_fit (
      .pair_i(pair_q),
      .seen_i(seen_edge),
      .colour_i(seen_red),
      .fits_o(fits),
      .side0_red_o(fit_side0_red)
  );
  assign side0_red = state_q == StLook ? fit_side0_red : side0_red_q;

  // The side's colour and the mate of the side it is joined to.
  logic red;
  logic [MateWidth-1:0] joined;
  assign red = side0_red ~^ (side_q == 2'd0 || side_q == pair_q);
  assign joined = pair_q == 2'd2 ? word[2*WordWidth+:MateWidth] :
                  pair_q[1] ^ side_q[0] ? word[3*WordWidth+:MateWidth] : word[WordWidth+:MateWidth];

  // On the way back the mate of the opposite side is written beside that of side_q, but where
  // both lie in one bank. The latter is then left for later: cycles are those of sides 0
  // and 1, then of side 2 if its mate was left, or of 2 and 3 if that of 3 was.
  logic opposite_edge, opposite_red;
  logic [MateWidth-1:0] opposite_mate;
  logic undoing, both, left_q, undone;
  assign {opposite_edge, opposite_red, opposite_mate} = word[2*WordWidth+:WordWidth];
  assign both = undoing && mate[MateWidth-1:SquareWidth] != opposite_mate[MateWidth-1:SquareWidth];
  assign undone = undoing && (side_q[1] ? side_q[0] | ~left_q : side_q[0] & both & ~left_q);
  always_ff @(posedge clk_i) left_q <= ~both;  // in the cycle before

  // ------------------------------------------------------------------ verdict
  logic nothing_seen, occupied;
  logic [3:0] look_status;
  logic off_q, full_q, first_ok_q, no_shape_q;
  logic [3:0] completed_q;
  assign nothing_seen = ~|seen_edge;
  always_comb begin
    if (no_shape_q) look_status = ll_trax_pkg::Syntax;
    else if (over_o) look_status = ll_trax_pkg::GameOver;
    else if (empty) look_status = first_ok_q ? ll_trax_pkg::Ok : ll_trax_pkg::FirstMove;
    else if (off_q) look_status = ll_trax_pkg::OffBoard;
    else if (occupied) look_status = ll_trax_pkg::Occupied;
    else if (nothing_seen) look_status = ll_trax_pkg::Isolated;
    else if (!fits) look_status = ll_trax_pkg::Colour;
    else if (full_q) look_status = ll_trax_pkg::BoardFull;
    else look_status = ll_trax_pkg::Ok;
  end
  logic accept;
  assign accept = look_status == ll_trax_pkg::Ok;

  // ------------------------------------------------------------- forced play
  // One cycle behind the write: the neighbour's words are there.
  logic written_q;            // a mate was written
  logic entered_q;            // an edge has entered the neighbour, which is empty
  logic looped_q;             // a loop has closed
  logic written_red_q;        // its colour
  logic [MateWidth-1:0] written_mate_q;
  logic [SquareWidth-1:0] written_joined_q;
  logic push, contradiction, push_rule, contradiction_rule, push_side0_red;
  logic [1:0] push_pair;
  ll_forced forced (
      .enter_i(4'd1 << written_mate_q[MateWidth-1:SquareWidth]),
      .red_i(written_red_q),
      .seen_i(seen_edge),
      .colour_i(seen_red),
      .push_o(push_rule),
      .contradiction_o(contradiction_rule),
      .pair_o(push_pair),
      .side0_red_o(push_side0_red)
  );
  assign push = entered_q & push_rule;
  assign contradiction = entered_q & contradiction_rule;

  ll_bbox #(
      .LogSize(LogSize)
  ) bbox (
      .clk_i,
      .rst_i,
      .col_i(cmd_col_i),
      .row_i(cmd_row_i),
      .empty_i(empty),
      .square_o(cmd_square),
      .origin_o(cmd_origin),
      .off_o(off),
      .full_o(full),
      .growth_o(growth),
      .grow_i(grown),
      .shrink_i(shrunk),
      .growth_i(growth_q),
      .end_i(written_mate_q[SquareWidth-1:0]),
      .other_end_i(written_joined_q),
      .line_o(line),
      .width_o,
      .height_o,
      .origin_x_o,
      .origin_y_o
  );

  // -------------------------------------------------------------- undo stack
  logic contradiction_q;
  logic none_waits, places, steps_back;
  logic [SquareWidth-1:0] placed;
  logic [EntryWidth-1:0] entry;

  // The next square that is to be filled is placed, the last one that was is taken back.
  assign places = grown || (state_q == StFetch && !(contradiction | contradiction_q) && !none_waits);
  assign steps_back = state_q == StUndo && side_q == 2'd0;

  ll_undo_stack #(
      .Width(EntryWidth),
      .Depth(SquareWidth),
      .PoisonCollision(PoisonCollision)
  ) undo_stack (
      .clk_i,
      .rst_i,
      .add_i(state_q == StLook | push),
      .push_i(push),
      .entry_i({state_q == StLook ? {growth_q, push_pair, push_side0_red, square_q} :
                {GrowForced, push_pair, push_side0_red, written_mate_q[SquareWidth-1:0]}}),
      .place_i(places),
      .take_back_i(steps_back),
      .forget_i(state_q == StIdle),
      .waiting_i(state_q == StPlace),
      .entry_o(entry),
      .placed_o(placed),
      .none_placed_o(empty),
      .none_waits_o(none_waits)
  );

  // ------------------------------------------------------------------- board
  logic [SquareWidth-1:0] raddr;
  logic init, placing;
  assign init = state_q == StInit;
  assign placing = (state_q == StLook && accept) || state_q == StPlace;
  assign undoing = state_q == StUndo;

  logic fetching;
  assign fetching = state_q == StFetch || undoing ||
                    (state_q == StIdle && !see_i && !cmd_op_i[0]);
  assign raddr = init ? square_q + {{(SquareWidth - 1) {1'b0}}, 1'b1} :
                 fetching ? entry[SquareWidth-1:0] :
                 state_q == StIdle ? (see_i ? see_square_i : cmd_square) : mate[SquareWidth-1:0];

  logic [LogSize-1:0] init_x, init_y;  // the neighbour of square_q at side_q
  logic [MateWidth-1:0] waddr;
  assign init_x = square_q[LogSize-1:0] + {{(LogSize - 1) {~side_q[0] & side_q[1]}}, ~side_q[0]};
  assign init_y = square_q[SquareWidth-1:LogSize] + {{(LogSize - 1) {side_q[0] & ~side_q[1]}}, side_q[0]};
  assign waddr = init ? {~side_q[1], side_q[0], init_y, init_x} : mate;

  logic [WordWidth-1:0] written;
  assign written = placing ? {1'b1, red, joined} : {~init & edge_here, edge_red, side_q, square_q};

  for (genvar i = 0; i < 4; i = i + 1) begin : gen_seen
    assign seen_edge[i] = seen[i*WordWidth+WordWidth-1];
    assign seen_red[i] = seen[i*WordWidth+WordWidth-2];
  end
  ll_board_ram #(
      .Width(WordWidth),
      .Depth(SquareWidth),
      .PoisonCollision(PoisonCollision)
  ) board_ram (
      .clk_i,
      .write_i(init | placing | undoing),
      .word_side_i(waddr[MateWidth-1:SquareWidth]),
      .word_square_i(waddr[SquareWidth-1:0]),
      .word_i(written),
      .second_i(both),
      .second_side_i(opposite_mate[MateWidth-1:SquareWidth]),
      .second_square_i(opposite_mate[SquareWidth-1:0]),
      .second_word_i({opposite_edge, opposite_red, ~side_q[1], side_q[0], written[SquareWidth-1:0]}),
      .tile_square_i(square_q),
      .tile_i(placing),
      .square_i(raddr),
      .words_o(seen),
      .occupied_o(occupied)
  );

  // ---------------------------------------------------------------- sequence
  logic last_undo;
  assign last_undo = undone && growth_q != GrowForced;
  assign grown = state_q == StLook && accept;
  assign shrunk = last_undo;

  always_ff @(posedge clk_i) begin
    rsp_valid_o <= 1'b0;
    written_mate_q <= mate;
    written_joined_q <= joined[SquareWidth-1:0];
    written_red_q <= red;
    written_q <= placing;
    entered_q <= placing & ~edge_here;
    looped_q <= placing && mate == {side_q ^ pair_q, square_q};
    fresh_q <= 1'b0;
    if (written_q) begin
      completed_q <= completed_q | ({2'b00, line, looped_q} << {written_red_q, 1'b0});
    end
    if (contradiction) contradiction_q <= 1'b1;

    case (state_q)
      StInit: begin
        side_q <= side_q + 2'd1;
        if (side_q == 2'd3) begin
          square_q <= raddr;
          if (&square_q) state_q <= StIdle;
        end
      end

      StIdle: begin
        side_q <= 2'd0;
        contradiction_q <= 1'b0;
        op_q <= cmd_op_i;
        square_q <= raddr;
        pair_q <= {~cmd_shape_i[1], |cmd_shape_i};
        off_q <= off;
        full_q <= full;
        first_ok_q <= cmd_origin & ~cmd_shape_i[1];
        no_shape_q <= &cmd_shape_i;
        if (cmd_valid_i) begin
          fresh_q <= 1'b1;
          if (cmd_op_i[0]) begin
            growth_q <= growth;
            state_q <= StLook;
          end else begin
            growth_q <= entry[EntryWidth-1:SquareWidth+3];
            state_q <= StUndo;
            if (empty) begin
              state_q <= StIdle;
              rsp_valid_o <= 1'b1;
              rsp_status_o <= cmd_op_i == 2'(ll_trax_pkg::OpUndo) ? ll_trax_pkg::NothingToUndo : ll_trax_pkg::Ok;
            end
          end
        end
      end

      StLook: begin
        rsp_status_o <= look_status;
        side0_red_q <= fit_side0_red;
        if (accept) begin
          side_q <= 2'd1;
          state_q <= StPlace;
        end else begin
          rsp_valid_o <= 1'b1;
          state_q <= StIdle;
        end
      end

      StPlace: begin
        side_q <= side_q + 2'd1;
        if (side_q == 2'd3) state_q <= StFetch;
      end

      StFetch: begin
        if (contradiction | contradiction_q) begin
          rsp_status_o <= ll_trax_pkg::ForcedPlay;
          state_q <= StUndo;
        end else if (!none_waits) begin
          square_q <= raddr;
          growth_q <= GrowForced;
          pair_q <= entry[SquareWidth+2:SquareWidth+1];
          side0_red_q <= entry[SquareWidth];
          fresh_q <= 1'b1;
          state_q <= StPlace;
        end else if (!push) begin
          red_o <= ~red_o;
          rsp_valid_o <= 1'b1;
          state_q <= op_q == 2'(ll_trax_pkg::OpTry) ? StUndo : StIdle;
        end
      end

      StUndo: begin
        side_q <= side_q + 2'd1;
        if (undone) begin
          side_q <= 2'd0;
          square_q <= raddr;
          growth_q <= entry[EntryWidth-1:SquareWidth+3];
          fresh_q <= 1'b1;
          if (last_undo) begin
            red_o <= red_o ^ ~contradiction_q;
            completed_q <= 4'd0;
            if (op_q != 2'(ll_trax_pkg::OpNew) || empty) begin
              state_q <= StIdle;
              rsp_valid_o <= op_q != 2'(ll_trax_pkg::OpTry) | contradiction_q;
              if (!contradiction_q) rsp_status_o <= ll_trax_pkg::Ok;
            end
          end
        end
      end

      default: state_q <= StInit;
    endcase

    if (rst_i) begin
      state_q <= StInit;
      square_q <= 0;
      side_q <= 2'd0;
      red_o <= 1'b0;
      completed_q <= 4'd0;
      written_q <= 1'b0;
      entered_q <= 1'b0;
      contradiction_q <= 1'b0;
      rsp_valid_o <= 1'b0;
    end
  end

  // ------------------------------------------------------------------ outputs
  logic white_done, red_done;
  assign white_done = |completed_q[1:0];
  assign red_done = |completed_q[3:2];
  assign cmd_ready_o = state_q == StIdle;
  assign rsp_completed_o = rsp_status_o == ll_trax_pkg::Ok ? completed_q : 4'd0;
  assign over_o = white_done | red_done;
  // Both complete: the player who moved wins, who is not the one to move now.
  assign winner_o = white_done ? red_done & ~red_o : red_done;
  assign tiles_o = {1'b0, placed};

  assign look_valid_o = state_q == StLook;
  assign look_empty_o = ~occupied;
  assign look_square_o = square_q;
  assign look_words_o = seen;

  assign trace_valid_o = (state_q == StPlace | undoing) && side_q == 2'd1;
  assign trace_undo_o = undoing;
  assign trace_forced_o = growth_q == GrowForced;
  assign trace_x_o = square_q[LogSize-1:0];
  assign trace_y_o = square_q[SquareWidth-1:LogSize];
  assign trace_tile_o = {4{~side0_red_q}} ^ {pair_q == 2'd3, pair_q == 2'd2, pair_q == 2'd1, 1'b1};
endmodule

`default_nettype wire
