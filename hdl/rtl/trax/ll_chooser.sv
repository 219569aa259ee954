// SPDX-License-Identifier: Apache-2.0
//
// Chooses a move by asking a core, and plays it there.
//
//   1. GEN lists the legal moves. One that completes the own colour wins at once and is
//      played. One that completes the other colour only loses at once and is played
//      if there is no other.
//   2. Each other move is tried: PLAY, GEN for the replies, UNDO. The better move
//        - leaves the opponent no reply that wins at once (the move is safe),
//        - makes more threats: replies that would complete the own colour (counted to 7),
//        - forces more tiles,
//        - draws more LFSR noise: four bits of a register that shifts while the chooser works.
//   3. A safe move with a threat is searched deeper: PLAY, GEN, UNDO for each reply, until
//      one is found that leaves no move that wins at once. If there is none the move
//      wins, and is played.
//   4. PLAY plays the best. It stays played.
//
// After BudgetCycles the best of the moves tried so far is played; before any has been
// tried, that is the first one that does not lose at once. Only moves that the core
// called ok are played.
//
// A list holds 2^ListDepth - 1 moves. Of own moves beyond, only one that wins at once is
// seen; where there are replies beyond, or some that the board has no room for, a
// move is not taken to win. Boards of 30 by 30 seldom have more than 300 moves.
//
// Handshake:  run_i high starts a choice; it must stay high until the move has been used.
//             done_o is high at the end, and found_o with it if a move was played:
//             col_o, row_o, shape_o, which hold while run_i is high. When run_i falls the
//             choice is aborted after the command in progress and leaves the board as it
//             is: NEW is due. idle_o is high when the core is free again.
// Core:       as master of the command port of docs/rtl-interface.md; moves are taken in
//             every cycle.
// Latency:    at most BudgetCycles and the time of PLAY, GEN, UNDO, UNDO and PLAY; longer only
//             if BudgetCycles is less than the first GEN takes, which always ends.
// Throughput: one move at a time.
// Reset:      synchronous; together with the core's.
//
// Parameters
//   LogSize        binary logarithm of the board's columns and rows, 3 to 8
//   ListDepth      binary logarithm of the size of a list, 4 to 12
//   BudgetCycles   clock cycles after which no further move is tried, 1 to 2^31 - 1
//   Seed           of the LFSR noise, 0 to 65,535; 0 counts as 1
`default_nettype none

module ll_chooser #(
    parameter int LogSize = 5,
    parameter int ListDepth = 9,
    parameter int BudgetCycles = 6_000_000,
    parameter logic [15:0] Seed = 16'd1
) (
    input  logic               clk_i,
    input  logic               rst_i,
    // work
    input  logic               run_i,
    output logic               idle_o,
    output logic               done_o,
    output logic               found_o,
    output logic [  LogSize:0] col_o,
    output logic [  LogSize:0] row_o,
    output logic [        1:0] shape_o,
    // core
    output logic               cmd_valid_o,
    input  logic               cmd_ready_i,
    output logic [        2:0] cmd_op_o,         // PLAY is of col_o, row_o, shape_o
    input  logic               rsp_valid_i,
    input  logic               gen_valid_i,
    input  logic [  LogSize:0] gen_col_i,
    input  logic [  LogSize:0] gen_row_i,
    input  logic [        1:0] gen_shape_i,
    input  logic [        3:0] gen_status_i,
    input  logic [        3:0] gen_completed_i,
    input  logic [2*LogSize:0] tiles_i,
    input  logic               red_i
);
  if (LogSize < 3 || LogSize > 8) begin : gen_check_size
    ll_chooser_LogSize_must_be_3_to_8 u_error ();
  end
  if (ListDepth < 4 || ListDepth > 12) begin : gen_check_list
    ll_chooser_ListDepth_must_be_4_to_12 u_error ();
  end
  if (BudgetCycles < 1) begin : gen_check_budget
    ll_chooser_BudgetCycles_must_be_1_or_more u_error ();
  end

  typedef enum logic [3:0] {
    StIdle,
    StList,   // GEN: the own moves
    StPick,   // the next of a list, or the best of all
    StRead,   // the list is read
    StTry,    // PLAY it
    StReply,  // GEN: what can be played then?
    StBack,   // UNDO it
    StFetch,  // the best is read
    StPlay,   // PLAY it
    StDone
  } state_e;

  logic [3:0] state_q;
  logic deep_q;  // StPick to StBack are about a reply, not about an own move

  // Commands to the core: each is offered until it has passed, and answered once.
  logic asks, sent_q, passes;
  logic loses;  // the own move read from the list loses at once: it is not tried

  assign asks = state_q == StList || (state_q == StTry && !loses) || state_q == StReply ||
                state_q == StBack || state_q == StPlay;
  assign cmd_valid_o = asks && !sent_q;
  assign cmd_op_o = (state_q == StTry || state_q == StPlay) ? ll_trax_pkg::OpPlay :
                    state_q == StBack ? ll_trax_pkg::OpUndo : ll_trax_pkg::OpGen;
  assign passes = cmd_valid_o && cmd_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i || rsp_valid_i) sent_q <= 1'b0;
    else if (passes) sent_q <= 1'b1;
  end

  // What a streamed move completes, from the view of the side that chooses.
  logic red_q, legal, ours, theirs;

  assign legal = gen_valid_i && gen_status_i == ll_trax_pkg::Ok;
  assign ours = red_q ? |gen_completed_i[3:2] : |gen_completed_i[1:0];
  assign theirs = red_q ? |gen_completed_i[1:0] : |gen_completed_i[3:2];

  always_ff @(posedge clk_i) begin
    if (state_q == StList && passes) red_q <= red_i;
  end

  // Two lists, of own moves and of replies to one of them. An index counts up while its
  // list is filled, and down while it is gone through.
  logic [ListDepth-1:0] own_q, reply_q, best_q;
  logic full, store_own, store_reply;
  logic won_q;  // the best wins, at once or by force: no further search
  logic timeout, last;

  assign last = won_q || timeout || own_q == {ListDepth{1'b0}};

  assign full = state_q == StList ? &own_q : &reply_q;
  assign store_own = state_q == StList && legal && !won_q && (ours || !full);
  assign store_reply = state_q == StReply && !deep_q && legal && !ours && !full;

  ll_ram #(
      .Width(2 * LogSize + 5),
      .Depth(ListDepth + 1)
  ) list (
      .clk_i,
      .write_i(store_own || store_reply),
      .waddr_i({state_q == StReply, state_q == StReply ? reply_q : own_q}),
      .wdata_i({theirs, gen_shape_i, gen_row_i, gen_col_i}),
      .raddr_i({deep_q, deep_q ? reply_q : own_q}),
      .rdata_o({loses, shape_o, row_o, col_o})
  );

  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: own_q <= {ListDepth{1'b0}};
      StList: if (store_own && !full) own_q <= own_q + 1'b1;
      StPick: begin
        if (deep_q) reply_q <= reply_q - 1'b1;
        else own_q <= last ? best_q : own_q - 1'b1;
      end
      StTry: if (!deep_q) reply_q <= {ListDepth{1'b0}};
      StReply: if (store_reply) reply_q <= reply_q + 1'b1;
      default: ;
    endcase
  end

  // The replies to an own move, and the moves after one of them.
  logic beaten_q;    // a reply wins at once
  logic unsure_q;    // the list has not all replies
  logic answered_q;  // a move after the reply wins at once
  logic [2:0] threats_q;
  logic deepen;

  assign deepen = !beaten_q && !unsure_q && threats_q != 3'd0 && !timeout;

  always_ff @(posedge clk_i) begin
    if (state_q == StTry) begin
      answered_q <= 1'b0;
      if (!deep_q) begin
        beaten_q  <= 1'b0;
        unsure_q  <= 1'b0;
        threats_q <= 3'd0;
      end
    end else if (state_q == StReply && deep_q) begin
      if (legal && ours) answered_q <= 1'b1;
    end else if (state_q == StReply && gen_valid_i) begin
      if (legal && theirs) beaten_q <= 1'b1;
      if (legal && ours && threats_q != 3'd7) threats_q <= threats_q + 3'd1;
      if (legal ? full : gen_status_i == ll_trax_pkg::BoardFull) unsure_q <= 1'b1;
    end
  end

  // The worth of an own move, and the best.
  localparam logic [1:0] None = 2'd0;
  localparam logic [1:0] Lost = 2'd1;  // loses at once
  localparam logic [1:0] Open = 2'd2;  // not tried, or a reply wins
  localparam logic [1:0] Safe = 2'd3;
  localparam int Fine = 3 + 2 * LogSize + 1 + 4;

  logic [1:0] class_now, class_q;
  logic [Fine-1:0] fine_now, fine_q;
  logic [3:0] noise;
  logic listing, judge, wins, forced_q;

  ll_lfsr #(
      .Seed (Seed),
      .Width(4)
  ) lfsr (
      .clk_i,
      .rst_i,
      .step_i (!idle_o && !done_o),
      .value_o(noise)
  );

  assign listing = state_q == StList;
  assign class_now = listing ? (theirs ? Lost : Open) : (beaten_q ? Open : Safe);
  assign fine_now = listing ? {Fine{1'b0}} : {threats_q, tiles_i, noise};
  assign judge = store_own || (state_q == StBack && !deep_q && passes);
  assign wins = listing ? ours : forced_q;

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) begin
      class_q <= None;
      fine_q <= {Fine{1'b0}};
      won_q <= 1'b0;
    end else if (judge) begin
      won_q <= wins;
      if (wins || {class_now, fine_now} > {class_q, fine_q}) begin
        class_q <= class_now;
        fine_q <= fine_now;
        best_q <= own_q;
      end
    end
  end

  // The time.
  localparam int TimeWidth = $clog2(BudgetCycles + 1);
  logic [TimeWidth-1:0] time_q;

  assign timeout = time_q == {TimeWidth{1'b0}};

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) time_q <= BudgetCycles[TimeWidth-1:0];
    else if (!timeout) time_q <= time_q - 1'b1;
  end

  // The order of events.
  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        deep_q <= 1'b0;
        if (run_i) state_q <= StList;
      end
      StList: if (rsp_valid_i) state_q <= StPick;
      StPick: begin
        if (deep_q) begin
          forced_q <= reply_q == {ListDepth{1'b0}} && !timeout;
          if (reply_q == {ListDepth{1'b0}} || timeout) begin
            deep_q  <= 1'b0;
            state_q <= StBack;
          end else begin
            state_q <= StRead;
          end
        end else begin
          forced_q <= 1'b0;
          state_q <= class_q == None ? StDone : last ? StFetch : StRead;
        end
      end
      StRead: state_q <= StTry;
      StTry: begin
        if (loses) state_q <= StPick;
        else if (rsp_valid_i) state_q <= StReply;
      end
      StReply:
      if (rsp_valid_i) begin
        if (!deep_q && deepen) begin
          deep_q  <= 1'b1;
          state_q <= StPick;
        end else begin
          state_q <= StBack;
        end
      end
      StBack:
      if (rsp_valid_i) begin
        if (!deep_q || answered_q) state_q <= StPick;
        else deep_q <= 1'b0;  // and UNDO the own move
      end
      StFetch: state_q <= StPlay;
      StPlay: if (rsp_valid_i) state_q <= StDone;
      default: ;
    endcase
    // Given up, but never between a command and its answer.
    if (rst_i || (!run_i && (!asks || rsp_valid_i))) state_q <= StIdle;
  end

  assign idle_o = state_q == StIdle;
  assign done_o = state_q == StDone;
  assign found_o = class_q != None;
endmodule

`default_nettype wire
