// SPDX-License-Identifier: Apache-2.0
//
// Chooses a move by asking a core, and plays it there.
//
//   1. GEN lists the legal moves. One that completes the own colour wins at once and
//      is taken. One that completes the other colour only loses at once and is taken
//      if there is no other.
//   2. Each other move is tried: PLAY, GEN, UNDO. The better one
//        - leaves the opponent no move that wins at once,
//        - leaves more moves that would complete the own colour (threats, 7 at most),
//        - leaves more tiles on the board, which is to say that it forces more,
//        - has more luck: four bits that run with the clock while the chooser works.
//   3. PLAY plays the best. It stays played.
//
// After BudgetCycles the best of the moves tried so far is played. Before any has been
// tried that is the first legal one that does not lose at once. Only moves that the
// core called ok are ever played.
//
// The list holds 2^ListDepth - 1 moves; of those beyond only one that wins is seen. A
// board of 30 by 30 rarely has more than 300.
//
// Handshake:  run_i high starts; it must stay high until the move has been used. done_o
//             says that the work is over, found_o with it that a move was played:
//             col_o, row_o, shape_o, which hold while run_i is high. When run_i falls
//             the work is given up after the command in progress, with the board as it
//             then is: NEW is due. idle_o is high when the core is free again.
// Core:       as master of the command port of docs/rtl-interface.md.
// Latency:    at most BudgetCycles, and the time of one PLAY, GEN, UNDO, PLAY. It must
//             be long enough for the first GEN: there is no move before it has ended.
// Reset:      synchronous; together with the core's.
//
// Parameters
//   LogSize        binary logarithm of the board's columns and rows, 3 to 8
//   ListDepth      binary logarithm of the size of the list, 4 to 12
//   BudgetCycles   clock cycles after which no further move is tried, 1 to 2^31 - 1
//   Seed           of the luck, 1 to 65,535
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
    output logic [        2:0] cmd_op_o,         // of col_o, row_o, shape_o
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
    ll_chooser_BudgetCycles_must_be_positive u_error ();
  end

  localparam logic [2:0] OpPlay = 3'd1;
  localparam logic [2:0] OpUndo = 3'd2;
  localparam logic [2:0] OpGen = 3'd4;

  typedef enum logic [3:0] {
    StIdle,
    StList,   // GEN: fill the list
    StPick,   // the next move of the list, or the best
    StRead,   // the list is read
    StTry,    // PLAY it
    StReply,  // GEN: what can the opponent do?
    StBack,   // UNDO it
    StFetch,  // the list is read
    StPlay,   // PLAY the best
    StDone
  } state_e;

  state_e state_q;

  // Commands to the core: each is offered until it has passed, and answered once.
  logic asks, sent_q, passes;
  logic loses;  // the move read from the list loses at once: it is not tried

  assign asks = state_q == StList || (state_q == StTry && !loses) || state_q == StReply ||
                state_q == StBack || state_q == StPlay;
  assign cmd_valid_o = asks && !sent_q;
  assign cmd_op_o = (state_q == StTry || state_q == StPlay) ? OpPlay :
                    state_q == StBack ? OpUndo : OpGen;
  assign passes = cmd_valid_o && cmd_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i || rsp_valid_i) sent_q <= 1'b0;
    else if (passes) sent_q <= 1'b1;
  end

  // What a streamed move completes, from the view of the side that chooses.
  logic red_q, legal, ours, theirs;

  assign legal = gen_valid_i && gen_status_i == 4'd0;
  assign ours = red_q ? |gen_completed_i[3:2] : |gen_completed_i[1:0];
  assign theirs = red_q ? |gen_completed_i[1:0] : |gen_completed_i[3:2];

  always_ff @(posedge clk_i) begin
    if (state_q == StList && passes) red_q <= red_i;
  end

  // The list. The index counts up while it is filled and down while it is tried.
  logic [ListDepth-1:0] index_q, best_index_q;
  logic full, won_q, store;

  assign full = &index_q;
  assign store = state_q == StList && legal && !won_q && (ours || !full);

  ll_ram #(
      .Width(2 * LogSize + 5),
      .Depth(ListDepth)
  ) list (
      .clk_i,
      .write_i(store),
      .waddr_i(index_q),
      .wdata_i({theirs, gen_shape_i, gen_row_i, gen_col_i}),
      .raddr_i(index_q),
      .rdata_o({loses, shape_o, row_o, col_o})
  );

  // The reply.
  logic beaten_q;  // a reply wins at once
  logic [2:0] threats_q;

  always_ff @(posedge clk_i) begin
    if (state_q == StTry) begin
      beaten_q  <= 1'b0;
      threats_q <= 3'd0;
    end else if (state_q == StReply && legal) begin
      if (theirs) beaten_q <= 1'b1;
      else if (ours && threats_q != 3'd7) threats_q <= threats_q + 3'd1;
    end
  end

  // The worth of a move, and the best.
  localparam logic [1:0] None = 2'd0;
  localparam logic [1:0] Lost = 2'd1;    // loses at once
  localparam logic [1:0] Open = 2'd2;    // not tried, or a reply wins
  localparam logic [1:0] Safe = 2'd3;
  localparam int Fine = 3 + 2 * LogSize + 1 + 4;

  logic [1:0] class_now, best_class_q;
  logic [Fine-1:0] fine_now, best_fine_q;
  logic [3:0] luck;
  logic judge;

  ll_lfsr #(
      .Seed(Seed),
      .Width(4)
  ) lfsr (
      .clk_i,
      .rst_i,
      .step_i (!idle_o && !done_o),
      .value_o(luck)
  );

  assign class_now = state_q == StList ? (theirs ? Lost : Open) : (beaten_q ? Open : Safe);
  assign fine_now = state_q == StList ? {Fine{1'b0}} : {threats_q, tiles_i, luck};
  assign judge = store || (state_q == StBack && passes);

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) begin
      best_class_q <= None;
      best_fine_q <= {Fine{1'b0}};
      won_q <= 1'b0;
    end else if (judge) begin
      if ((store && ours) || {class_now, fine_now} > {best_class_q, best_fine_q}) begin
        best_class_q <= class_now;
        best_fine_q <= fine_now;
        best_index_q <= index_q;
      end
      won_q <= store && ours;
    end
  end

  // The time.
  localparam int TimeWidth = $clog2(BudgetCycles + 1);
  logic [TimeWidth-1:0] time_q;
  logic late;

  assign late = time_q == {TimeWidth{1'b0}};

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) time_q <= BudgetCycles[TimeWidth-1:0];
    else if (!late) time_q <= time_q - 1'b1;
  end

  // The order of events.
  always_ff @(posedge clk_i) begin
    case (state_q)
      StIdle: begin
        index_q <= {ListDepth{1'b0}};
        if (run_i) state_q <= StList;
      end
      StList: begin
        if (store && !full) index_q <= index_q + 1'b1;
        if (rsp_valid_i) state_q <= StPick;
      end
      StPick: begin
        if (best_class_q == None) state_q <= StDone;
        else if (won_q || late || index_q == {ListDepth{1'b0}}) begin
          index_q <= best_index_q;
          state_q <= StFetch;
        end else begin
          index_q <= index_q - 1'b1;
          state_q <= StRead;
        end
      end
      StRead: state_q <= StTry;
      StTry: begin
        if (loses) state_q <= StPick;
        else if (rsp_valid_i) state_q <= StReply;
      end
      StReply: if (rsp_valid_i) state_q <= StBack;
      StBack: if (rsp_valid_i) state_q <= StPick;
      StFetch: state_q <= StPlay;
      StPlay: if (rsp_valid_i) state_q <= StDone;
      default: if (!run_i) state_q <= StIdle;
    endcase
    // Given up, but never between a command and its answer.
    if (!run_i && (!asks || rsp_valid_i)) state_q <= StIdle;
    if (rst_i) state_q <= StIdle;
  end

  assign idle_o = state_q == StIdle;
  assign done_o = state_q == StDone;
  assign found_o = best_class_q != None;
endmodule

`default_nettype wire
