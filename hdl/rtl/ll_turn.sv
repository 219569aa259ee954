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
//   four words are read again and each mate gets its old mate, this square.
//
// The squares of all tiles, in the order in which they were placed, are the
// journal; behind them wait those that forced play still has to fill.
//
// Latency, in clock cycles from the command to its answer:
//   PLAY, TRY   refused without placing a tile: 2; else 6 for the written tile,
//               and 5 for each forced tile and 1 more where the next one was not known in time.
//   UNDO, NEW   2 + 4 a tile; a refused forced play adds 4 a tile likewise
//   after TRY   4 a tile until the next command
// Throughput: one command at a time.
// Reset: synchronous; the board is then cleared for 4 * 4^LogSize cycles.
//
// Parameters
//   LogSize   binary logarithm of the board's columns and rows, 3 to 8
//   Collide   see ll_ram; 0 for synthesis
`default_nettype none

module ll_turn #(
    parameter int LogSize = 5,
    parameter int Collide = 0
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
    output logic [  LogSize-1:0] origin_y_o
);
  localparam int L = LogSize;
  localparam int S = 2 * L;  // a square: row, column
  localparam int M = S + 2;  // a mate: side, square
  localparam int W = M + 2;  // a word: edge, colour, mate
  localparam int J = S + 6;  // an entry of the journal: growth, tile, square
  localparam logic [L+3:0] ShortLine = 8;
  localparam logic [L-1:0] One = 1;
  localparam logic [L-1:0] Room = {L{1'b1}};

  if (LogSize < 3 || LogSize > 8) begin : gen_check
    ll_turn_LogSize_must_be_3_to_8 error ();
  end

  typedef enum logic [2:0] {
    StInit,   // clears the board
    StIdle,   // waits for a command
    StLook,   // judges the written tile; its first mate is written
    StPlace,  // writes mates
    StFetch,  // takes the next square that is to be filled
    StUndo    // writes mates back
  } state_e;

  localparam logic [1:0] OpNew = 2'd0;
  localparam logic [1:0] OpUndo = 2'd2;
  localparam logic [1:0] OpTry = 2'd3;

  // How a turn's first tile has grown the box; of other tiles it is GrowForced.
  localparam logic [2:0] GrowForced = 3'd0;
  localparam logic [2:0] GrowNone = 3'd1;
  localparam logic [2:0] GrowLeft = 3'd2;
  localparam logic [2:0] GrowRight = 3'd3;
  localparam logic [2:0] GrowTop = 3'd4;
  localparam logic [2:0] GrowBottom = 3'd5;
  localparam logic [2:0] GrowFirst = 3'd6;  // left and top

  state_e state_q;
  logic [1:0] op_q;

  // The box: the row above and the column left of it, those below and right.
  logic [L-1:0] left_q, right_q, top_q, bottom_q;
  logic [L-1:0] span_x, span_y;
  assign span_x = right_q - left_q;
  assign span_y = bottom_q - top_q;

  // ------------------------------------------------------------- the command
  logic [S-1:0] cmd_square;
  logic at_left, at_right, at_top, at_bottom, off, full;
  logic first_ok, no_shape;
  logic [2:0] grow;
  logic empty;

  assign cmd_square = {top_q + cmd_row_i[L-1:0], left_q + cmd_col_i[L-1:0]};
  assign at_left = cmd_col_i == 0;
  assign at_top = cmd_row_i == 0;
  assign at_right = cmd_col_i == {1'b0, span_x};
  assign at_bottom = cmd_row_i == {1'b0, span_y};
  assign off = cmd_col_i > {1'b0, span_x} || cmd_row_i > {1'b0, span_y};
  assign full = ((at_left | at_right) & (span_x == Room)) | ((at_top | at_bottom) & (span_y == Room));
  assign no_shape = &cmd_shape_i;
  assign first_ok = at_left & at_top & ~cmd_shape_i[1];
  always_comb begin
    if (empty) grow = GrowFirst;
    else if (at_left) grow = GrowLeft;
    else if (at_right) grow = GrowRight;
    else if (at_top) grow = GrowTop;
    else if (at_bottom) grow = GrowBottom;
    else grow = GrowNone;
  end

  // --------------------------------------------------------- the current tile
  logic [S-1:0] square_q;
  logic [2:0] grow_q;
  logic [1:0] pair_q;  // the side joined to side 0
  logic right_q1;      // side 0 is red
  logic [1:0] side_q;  // whose mate is written in this cycle

  // Its four words, rotated so that word 0 is that of side_q. In the first cycle
  // they come from memory, later from the registers.
  logic fresh_q;
  logic [4*W-1:0] seen, held_q, word;
  logic [3:0] seen_edge, seen_red;
  assign word = fresh_q ? seen : held_q;
  always_ff @(posedge clk_i) if (state_q != StFetch) held_q <= {word[W-1:0], word[4*W-1:W]};

  logic edge_here, edge_red;
  logic [M-1:0] mate;
  assign {edge_here, edge_red, mate} = word[W-1:0];

  logic fits, fit_right, right;
  ll_fit fit (
      .pair_i(pair_q),
      .seen_i(seen_edge),
      .colour_i(seen_red),
      .fits_o(fits),
      .right_o(fit_right)
  );
  assign right = state_q == StLook ? fit_right : right_q1;

  // The side's colour and the mate of the side it is joined to.
  logic red;
  logic [M-1:0] joined;
  assign red = right ~^ (side_q == 2'd0 || side_q == pair_q);
  assign joined = pair_q == 2'd2 ? word[2*W+:M] : pair_q[1] ^ side_q[0] ? word[3*W+:M] : word[W+:M];

  // ------------------------------------------------------------------ verdict
  logic nothing_seen, occupied;
  logic [3:0] look_status;
  logic off_q, full_q, first_ok_q, no_shape_q;
  logic [3:0] completed_q;
  assign nothing_seen = ~|seen_edge;
  always_comb begin
    if (no_shape_q) look_status = 4'd1;
    else if (over_o) look_status = 4'd2;
    else if (empty) look_status = first_ok_q ? 4'd0 : 4'd3;
    else if (off_q) look_status = 4'd4;
    else if (occupied) look_status = 4'd5;
    else if (nothing_seen) look_status = 4'd6;
    else if (!fits) look_status = 4'd7;
    else if (full_q) look_status = 4'd9;
    else look_status = 4'd0;
  end
  logic accept;
  assign accept = look_status == 4'd0;

  // ------------------------------------------------------------- forced play
  // One cycle behind the write: the neighbour's words are there.
  logic entered_q, linked_q, looped_q, red_q1;
  logic [M-1:0] mate_q;
  logic [S-1:0] joined_q;
  logic push, clash, push_rule, clash_rule, push_right;
  logic [1:0] push_pair;
  ll_forced forced (
      .enter_i(4'd1 << mate_q[M-1:S]),
      .red_i(red_q1),
      .seen_i(seen_edge),
      .colour_i(seen_red),
      .push_o(push_rule),
      .clash_o(clash_rule),
      .pair_o(push_pair),
      .right_o(push_right)
  );
  assign push = entered_q & push_rule;
  assign clash = entered_q & clash_rule;

  logic line;
  assign line = (mate_q[L-1:0] == left_q && joined_q[L-1:0] == right_q && {4'd0, span_x} > ShortLine) ||
                (mate_q[S-1:L] == top_q && joined_q[S-1:L] == bottom_q && {4'd0, span_y} > ShortLine);

  // ----------------------------------------------------------------- journal
  logic [S-1:0] head_q, tail_q;  // tiles placed, and with those that wait
  logic log_write;
  logic [J-1:0] log_entry, log_in, next, pushed_q;
  logic none_waits, pushed_last_q;
  assign empty = head_q == 0;
  assign none_waits = head_q == tail_q;
  assign log_write = state_q == StLook | push;
  assign log_in = state_q == StLook ? {grow_q, push_pair, push_right, square_q} :
                  {GrowForced, push_pair, push_right, mate_q[S-1:0]};
  ll_ram #(
      .Width(J),
      .Depth(S),
      .Collide(Collide)
  ) journal (
      .clk_i,
      .write_i(log_write),
      .waddr_i(tail_q),
      .wdata_i(log_in),
      .raddr_i(head_q - {{(S - 1) {1'b0}}, state_q != StPlace}),
      .rdata_o(log_entry)
  );
  // What was pushed in the cycle before cannot be read yet.
  assign next = pushed_last_q ? pushed_q : log_entry;

  // ------------------------------------------------------------------- board
  logic [S-1:0] raddr;
  logic init, placing, undoing, write;
  logic [M-1:0] waddr;
  logic [W-1:0] wdata;
  assign init = state_q == StInit;
  assign placing = (state_q == StLook && accept) || state_q == StPlace;
  assign undoing = state_q == StUndo;
  assign write = init | placing | undoing;

  logic fetching;
  assign fetching = state_q == StFetch || (undoing && side_q == 2'd3) ||
                    (state_q == StIdle && !cmd_op_i[0]);
  assign raddr = init ? square_q + {{(S - 1) {1'b0}}, 1'b1} :
                 fetching ? next[S-1:0] :
                 state_q == StIdle ? cmd_square : mate[S-1:0];

  logic [L-1:0] init_x, init_y;  // the neighbour of square_q at side_q
  assign init_x = square_q[L-1:0] + {{(L - 1) {~side_q[0] & side_q[1]}}, ~side_q[0]};
  assign init_y = square_q[S-1:L] + {{(L - 1) {side_q[0] & ~side_q[1]}}, side_q[0]};
  assign waddr = init ? {~side_q[1], side_q[0], init_y, init_x} : mate;
  assign wdata = placing ? {1'b1, red, joined} : {~init & edge_here, edge_red, side_q, square_q};
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_bank
    assign seen_edge[i] = seen[i*W+W-1];
    assign seen_red[i] = seen[i*W+W-2];
    ll_ram #(
        .Width(W),
        .Depth(S),
        .Collide(Collide)
    ) bank (
        .clk_i,
        .write_i(write && waddr[M-1:S] == i),
        .waddr_i(waddr[S-1:0]),
        .wdata_i(wdata),
        .raddr_i(raddr),
        .rdata_o(seen[i*W+:W])
    );
  end
  ll_ram #(
      .Width(1),
      .Depth(S),
      .Collide(Collide)
  ) occupancy (
      .clk_i,
      .write_i(write),
      .waddr_i(square_q),
      .wdata_i(placing),
      .raddr_i(raddr),
      .rdata_o(occupied)
  );

  // ---------------------------------------------------------------- sequence
  logic clash_q, last_undo;
  assign last_undo = undoing && side_q == 2'd3 && grow_q != GrowForced;

  always_ff @(posedge clk_i) begin
    rsp_valid_o <= 1'b0;
    mate_q <= mate;
    joined_q <= joined[S-1:0];
    red_q1 <= red;
    linked_q <= placing;
    entered_q <= placing & ~edge_here;
    looped_q <= placing && mate == {side_q ^ pair_q, square_q};
    pushed_last_q <= push & none_waits;
    pushed_q <= log_in;
    fresh_q <= 1'b0;
    if (linked_q) begin
      completed_q <= completed_q | ({2'b00, line, looped_q} << {red_q1, 1'b0});
    end
    if (clash) clash_q <= 1'b1;
    if (log_write) tail_q <= tail_q + {{(S - 1) {1'b0}}, 1'b1};

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
        tail_q <= head_q;
        clash_q <= 1'b0;
        op_q <= cmd_op_i;
        square_q <= raddr;
        pair_q <= {~cmd_shape_i[1], |cmd_shape_i};
        off_q <= off;
        full_q <= full;
        first_ok_q <= first_ok;
        no_shape_q <= no_shape;
        if (cmd_valid_i) begin
          fresh_q <= 1'b1;
          if (cmd_op_i[0]) begin
            grow_q <= grow;
            state_q <= StLook;
          end else begin
            grow_q <= next[J-1:S+3];
            state_q <= StUndo;
            if (empty) begin
              state_q <= StIdle;
              rsp_valid_o <= 1'b1;
              rsp_status_o <= cmd_op_i == OpUndo ? 4'd10 : 4'd0;
            end
          end
        end
      end

      StLook: begin
        rsp_status_o <= look_status;
        right_q1 <= fit_right;
        if (accept) begin
          side_q <= 2'd1;
          head_q <= head_q + {{(S - 1) {1'b0}}, 1'b1};
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
        if (clash | clash_q) begin
          rsp_status_o <= 4'd8;
          state_q <= StUndo;
        end else if (!none_waits) begin
          square_q <= raddr;
          grow_q <= GrowForced;
          pair_q <= next[S+2:S+1];
          right_q1 <= next[S];
          head_q <= head_q + {{(S - 1) {1'b0}}, 1'b1};
          fresh_q <= 1'b1;
          state_q <= StPlace;
        end else if (!push) begin
          red_o <= ~red_o;
          rsp_valid_o <= 1'b1;
          state_q <= op_q == OpTry ? StUndo : StIdle;
        end
      end

      StUndo: begin
        side_q <= side_q + 2'd1;
        if (side_q == 2'd0) head_q <= head_q - {{(S - 1) {1'b0}}, 1'b1};
        if (side_q == 2'd3) begin
          square_q <= raddr;
          grow_q <= next[J-1:S+3];
          fresh_q <= 1'b1;
          if (last_undo) begin
            red_o <= red_o ^ ~clash_q;
            completed_q <= 4'd0;
            if (op_q != OpNew || empty) begin
              state_q <= StIdle;
              rsp_valid_o <= op_q != OpTry | clash_q;
              if (!clash_q) rsp_status_o <= 4'd0;
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
      head_q <= 0;
      tail_q <= 0;
      red_o <= 1'b0;
      completed_q <= 4'd0;
      linked_q <= 1'b0;
      entered_q <= 1'b0;
      clash_q <= 1'b0;
      rsp_valid_o <= 1'b0;
    end
  end

  // The box grows with the turn's first tile and shrinks when that is taken back.
  logic grown, shrunk;
  assign grown = state_q == StLook && accept;
  assign shrunk = last_undo;
  always_ff @(posedge clk_i) begin
    if (grown | shrunk) begin
      if (grow_q == GrowLeft || grow_q == GrowFirst) left_q <= shrunk ? left_q + One : left_q - One;
      if (grow_q == GrowTop || grow_q == GrowFirst) top_q <= shrunk ? top_q + One : top_q - One;
      if (grow_q == GrowRight) right_q <= shrunk ? right_q - One : right_q + One;
      if (grow_q == GrowBottom) bottom_q <= shrunk ? bottom_q - One : bottom_q + One;
    end
    if (rst_i) begin
      left_q <= 0;
      top_q <= 0;
      right_q <= One;
      bottom_q <= One;
    end
  end

  // ------------------------------------------------------------------ outputs
  logic white_done, red_done;
  assign white_done = |completed_q[1:0];
  assign red_done = |completed_q[3:2];
  assign cmd_ready_o = state_q == StIdle;
  assign rsp_completed_o = rsp_status_o == 4'd0 ? completed_q : 4'd0;
  assign over_o = white_done | red_done;
  // Both complete: the player who moved wins, who is not the one to move now.
  assign winner_o = white_done ? red_done & ~red_o : red_done;
  assign width_o = {1'b0, span_x - One};
  assign height_o = {1'b0, span_y - One};
  assign tiles_o = {1'b0, head_q};

  assign trace_valid_o = (state_q == StPlace | undoing) && side_q == 2'd1;
  assign trace_undo_o = undoing;
  assign trace_forced_o = grow_q == GrowForced;
  assign trace_x_o = square_q[L-1:0];
  assign trace_y_o = square_q[S-1:L];
  assign trace_tile_o = {4{~right_q1}} ^ {pair_q == 2'd3, pair_q == 2'd2, pair_q == 2'd1, 1'b1};
  assign origin_x_o = left_q;
  assign origin_y_o = top_q;
endmodule

`default_nettype wire
