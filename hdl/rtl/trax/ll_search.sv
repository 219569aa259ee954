// SPDX-License-Identifier: Apache-2.0
//
// Chooses a move by alpha-beta search with iterative deepening, and plays it. Its stack is in
// block RAM, and it has a core to itself.
//
//                  +-----------+ cmd rsp +---------+
//     run  ------->|           |<------->|         |
//     move <-------| ll_search |   see   | ll_turn |
//                  |           |-------->|         |
//                  +-----+-----+         |         |
//                   TRY  |         look  |         |
//                  +-----+------+<-------|         |
//                  | ll_movegen |        |         |
//                  | ll_rim     |------->|         |
//                  +------------+        +---------+
//
// A node of the search, of the side to move:
//
//   1. Killer probe. The move that last won at this ply, or would have, is tried first.
//   2. Rim. A walk along the rim of the tiles gives the static evaluation, by a table of the tracks
//      that end there, and the candidates: the squares where a turn may complete a track. The tiles
//      that fit there are tried. One that completes the own colour wins: the rest is left out. One
//      that completes only the other colour may be played by the opponent next: the side to move
//      is in check.
//   3. Leaf. Where the depth is used up and there is no check, the static evaluation is the
//      node's value. Reverse futility pruning: so it is with one or two plies left, if it is above
//      beta by 64 for each. Check extension: in check the search goes on, up to the last ply,
//      2^PlyDepth - 1.
//   4. Move generation. The list gets the pseudo-legal moves, all tiles that fit. At the root, where
//      there was no walk, every tile is tried, and the list gets those that neither win nor lose.
//   5. Each move of the list: PLAY, the child node, UNDO. The first eight, at the root all, are those of
//      the highest score then: in check the moves at most a square from the check's come first, else
//      the two killer moves of this ply are preferred; the rest is history, a count for each shape and
//      square (16 apart are one) that rises where a move refutes, and falls where it was tried before
//      such a one. At the root the best move of the last iteration (the principal variation) is first.
//      Late move reduction: without check, the eleventh move and later ones are searched a ply less
//      deep. Principal variation search: later moves have a null window. What then shows more than alpha
//      is searched once more, in full.
//
// A position is lost where every move loses at once or there is none. A search ends with the
// iteration Depth, with one that finds a win or a loss, or with the first node that begins
// BudgetCycles or later. It then plays the best move so far, at least the first one, which
// stays played.
//
// A list, of all plies together, holds 2^ListDepth - 1 moves; further moves aren't searched.
//
// Handshake:  run_i high starts a search; it must stay high until the move has been used.
//             done_o is high at the end, and found_o with it if a move was played:
//             col_o, row_o, shape_o, which hold while run_i is high. When run_i falls the
//             search is aborted after the command in progress and leaves the board as it
//             is: NEW is due. idle_o is high when the core is free again.
// Core:       as master of the command port of ll_turn, with the ports of its look.
//             col_o, row_o and shape_o are the move of a command.
// Latency:    at most BudgetCycles, a TRY, a GEN, an UNDO for each ply and a PLAY.
// Throughput: one move at a time.
// Reset:      synchronous; together with the core's.
//
// Parameters
//   LogSize        binary logarithm of the board's columns and rows, 3 to 5
//   ListDepth      binary logarithm of the size of the list, 5 to 12, and no less than
//                  PlyDepth + 3
//   PlyDepth       binary logarithm of the number of plies, 2 to 4
//   Depth          plies of the last iteration, 1 to 15
//   BudgetCycles   clock cycles after which no further node is begun, 1 to 2^31 - 1
//   Windows        1 to value windows of the rim, too, see ll_rim_windows, once weights_i is high: their
//                  weights, and those of tracks that were learned with them, come by load_i
//   HistoryLog     binary logarithm of the rows, and of the columns, that the history tells apart, 1 to
//                  LogSize
`default_nettype none

module ll_search #(
    parameter int LogSize = 5,
    parameter int ListDepth = 10,
    parameter int PlyDepth = 4,
    parameter int Depth = 15,
    parameter int BudgetCycles = 10_000_000,
    parameter bit Windows = 1'b0,
    parameter int HistoryLog = LogSize < 4 ? LogSize : 4
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    // weights: of a window at address 0 to 65,535, of a track from there on; not while it runs
    input  logic                  weights_i,
    input  logic                  load_i,
    input  logic [          16:0] load_address_i,
    input  logic [          15:0] load_data_i,
    // work
    input  logic                  run_i,
    output logic                  idle_o,
    output logic                  done_o,
    output logic                  found_o,
    // core
    output logic                  cmd_valid_o,
    input  logic                  cmd_ready_i,
    output logic [           1:0] cmd_op_o,
    output logic [     LogSize:0] col_o,
    output logic [     LogSize:0] row_o,
    output logic [           1:0] shape_o,
    input  logic                  rsp_valid_i,
    input  logic [           3:0] rsp_status_i,
    input  logic [           3:0] rsp_completed_i,
    input  logic [     LogSize:0] width_i,
    input  logic [     LogSize:0] height_i,
    input  logic                  red_i,
    input  logic [   LogSize-1:0] origin_x_i,
    input  logic [   LogSize-1:0] origin_y_i,
    output logic                  see_o,
    output logic [ 2*LogSize-1:0] see_square_o,
    input  logic                  look_valid_i,
    input  logic                  look_empty_i,
    input  logic [ 2*LogSize-1:0] look_square_i,
    input  logic [8*LogSize+15:0] look_words_i,
    // how much work it was
    output logic [          23:0] nodes_o
);
  if (LogSize < 3 || LogSize > 5) begin : gen_check_size
    ll_search_LogSize_must_be_3_to_5 u_error ();
  end
  if (ListDepth < 5 || ListDepth > 12 || ListDepth < PlyDepth + 3) begin : gen_check_list
    ll_search_ListDepth_must_be_5_to_12 u_error ();
  end
  if (PlyDepth < 2 || PlyDepth > 4) begin : gen_check_plies
    ll_search_PlyDepth_must_be_2_to_4 u_error ();
  end
  if (Depth < 1 || Depth > 15) begin : gen_check_depth
    ll_search_Depth_must_be_1_to_15 u_error ();
  end
  if (HistoryLog < 1 || HistoryLog > LogSize) begin : gen_check_history
    ll_search_HistoryLog_must_be_1_to_LogSize u_error ();
  end
  if (BudgetCycles < 1) begin : gen_check_budget
    ll_search_BudgetCycles_must_be_1_or_more u_error ();
  end

  localparam int SquareWidth = 2 * LogSize;
  localparam int MoveWidth = SquareWidth + 2;  // shape, square
  localparam int DepthWidth = 4;
  localparam logic [PlyDepth-1:0] LastPly = {PlyDepth{1'b1}};
  localparam logic [PlyDepth-1:0] OnePly = 1;

  // Values of positions, for the side to move. A win is Win less the plies to it.
  localparam int ValueWidth = 12;
  localparam logic signed [ValueWidth-1:0] Win = 12'sd2047;
  localparam logic signed [ValueWidth-1:0] Decided = 12'sd1024;

  typedef enum logic [4:0] {
    StIdle,
    StClear,     // the stack
    StRoot,      // an iteration begins
    StEnter,     // a node
    StProbe,     // TRY of what has won here
    StWalk,      // waits for the core, and starts ll_rim
    StRim,       // its candidates
    StCheck,     // a candidate of the list is read; behind the last: is the node a leaf?
    StTry,       // waits for the core, and starts ll_movegen on the candidate
    StTries,     // its moves
    StGenerate,  // waits for the core, and starts ll_pseudolegal, or at the root ll_movegen
    StList,      // its moves
    StJudge,     // is there one?
    StLoad,      // what the stack has of this ply
    StNext,      // a move of the list is read
    StChoose,    // the one of the highest score behind it is found
    StSwap,      // and takes its place
    StPick,      // it is named
    StPlay,      // PLAY it; the node is saved
    StTakeBack,  // UNDO of a move that has completed a track
    StDescend,   // to the node below
    StLeave,     // the node has its value
    StAgain,     // what the node above has for another search, in full; waits for the core
    StUndo,      // UNDO; the node above is loaded
    StWeigh,     // what does the value mean for it?
    StKiller,    // the move is kept as the first killer
    StHistory,   // it gets a bonus, those before it a malus
    StIterate,   // the root has its value
    StFinish,    // the best is read, when the core is free
    StFinal,     // and played: PLAY
    StDone,
    StStop       // given up: until the core is free
  } state_e;

  logic [4:0] state_q;

  // Fields of a ply on the stack.
  localparam logic [2:0] FieldBeta = 3'd0;
  localparam logic [2:0] FieldNext = 3'd1;
  localparam logic [2:0] FieldBase = 3'd2;
  localparam logic [2:0] FieldFlags = 3'd3;
  localparam logic [2:0] FieldKiller = 3'd4;
  localparam logic [2:0] FieldOther = 3'd5;   // the killer before
  localparam logic [2:0] FieldThreat = 3'd6;  // the square of a check
  localparam logic [2:0] FieldWinner = 3'd7;  // a move that has won at this ply, or would have

  localparam int StackWidth = 12;  // of a value, an index of the list, a move

  // ----------------------------------------------------------------- the node
  logic [PlyDepth-1:0] ply_q;
  logic [DepthWidth-1:0] depth_q;  // of the node; from StJudge on of the one below
  logic [DepthWidth-1:0] iteration_q;
  logic signed [ValueWidth-1:0] alpha_q, beta_q, value_q;
  logic [ListDepth-1:0] base_q, next_q, end_q;  // its moves in the list
  logic check_q;
  logic [3:0] searched_q;  // moves of the list, up to LmrMoves
  logic scout_q;  // the node is searched for less than it may be worth, see 5
  logic won_q;  // the move that is taken back
  logic red_q;  // is to move
  logic abort_q, timeout;
  logic [MoveWidth-1:0] killer_q, other_q;
  logic [SquareWidth-1:0] threat_q;  // where the check's tile would be
  logic [MoveWidth-1:0] best_q;
  logic found_q;
  logic [3:0] count_q;  // of the fields that are loaded or saved, of cycles

  localparam logic [3:0] LmrMoves = 4'd10;  // that late move reduction leaves alone
  localparam int ScoredMoves = 8;  // that are chosen by their score

  logic signed [ValueWidth-1:0] win;  // by the move that is made at this ply
  assign win = Win - {{(ValueWidth - PlyDepth) {1'b0}}, ply_q} - 12'sd1;

  // ----------------------------------------------------------- moves of the core
  logic sent_q, asks;
  logic undone_q;  // UNDO has been answered
  assign asks = state_q == StProbe || state_q == StPlay || state_q == StTakeBack || (state_q == StUndo && !undone_q) ||
                state_q == StFinal;

  logic gen_start, gen_only, gen_busy, gen_done, gen_valid, try_valid, stop;
  logic [LogSize:0] gen_col, gen_row, col_q, row_q, named_col, named_row;
  logic [1:0] gen_shape, shape_q;
  logic [3:0] gen_status, gen_completed;
  logic unused_over;

  ll_movegen #(
      .LogSize(LogSize)
  ) movegen (
      .clk_i,
      .rst_i(rst_i | stop),
      .start_i(gen_start),
      .only_i(gen_only),
      .col_i(named_col),
      .row_i(named_row),
      .busy_o(gen_busy),
      .done_o(gen_done),
      .over_o(unused_over),
      .gen_valid_o(gen_valid),
      .gen_ready_i(1'b1),
      .gen_col_o(gen_col),
      .gen_row_o(gen_row),
      .gen_shape_o(gen_shape),
      .gen_status_o(gen_status),
      .gen_completed_o(gen_completed),
      .try_valid_o(try_valid),
      .try_ready_i(cmd_ready_i),
      .rsp_valid_i,
      .rsp_status_i,
      .rsp_completed_i,
      .width_i,
      .height_i
  );

  assign cmd_valid_o = gen_busy ? try_valid && !stop : asks && !sent_q;
  assign cmd_op_o = gen_busy || state_q == StProbe ? 2'(ll_trax_pkg::OpTry) :
                    state_q == StUndo || state_q == StTakeBack ? 2'(ll_trax_pkg::OpUndo) : 2'(ll_trax_pkg::OpPlay);
  assign col_o = gen_busy ? gen_col : col_q;
  assign row_o = gen_busy ? gen_row : row_q;
  assign shape_o = gen_busy ? gen_shape : shape_q;

  logic answered;  // of an own command
  assign answered = asks && sent_q && rsp_valid_i;
  always_ff @(posedge clk_i) begin
    if (rst_i || rsp_valid_i) sent_q <= 1'b0;
    else if (asks && cmd_ready_i) sent_q <= 1'b1;
    undone_q <= state_q == StUndo && (undone_q || answered);
  end

  // What a streamed move completes; the square of it.
  logic ours, theirs, wins, loses, lists, fit_valid;
  logic [SquareWidth-1:0] square_q;
  logic [MoveWidth-1:0] streamed;
  logic [3:0] completed;
  assign completed = gen_busy ? gen_completed : rsp_completed_i;
  assign ours = red_q ? |completed[3:2] : |completed[1:0];
  assign theirs = red_q ? |completed[1:0] : |completed[3:2];
  assign streamed = {gen_shape, square_q};
  assign wins = gen_valid && gen_status == ll_trax_pkg::Ok && ours;
  assign loses = gen_valid && gen_status == ll_trax_pkg::Ok && !ours && theirs;
  assign lists = state_q == StList && !(&end_q) &&
                 (fit_valid || (gen_valid && gen_status == ll_trax_pkg::Ok && !ours && !theirs));
  assign stop = wins || state_q == StStop;
  assign gen_only = state_q == StTry;
  assign gen_start = ((state_q == StGenerate && ply_q == 0) || gen_only) && cmd_ready_i;
  always_ff @(posedge clk_i) begin
    if (look_valid_i) square_q <= look_square_i;
    if (state_q == StEnter || state_q == StPick) red_q <= red_i;
  end

  // ------------------------------------------------------------------ the rim
  logic rim_busy, rim_done, rim_edge, rim_first, rim_again, rim_red, candidate_valid, notes;
  logic [1:0] rim_side, rim_bend;
  logic [SquareWidth-1:0] walked, rim_square, candidate;
  logic [SquareWidth+1:0] rim_mate;
  ll_rim #(
      .LogSize(LogSize),
      .Beyond(Windows ? 9 : 0)
  ) rim (
      .clk_i,
      .rst_i(rst_i | state_q == StStop),
      .start_i(state_q == StWalk && cmd_ready_i),
      .busy_o(rim_busy),
      .done_o(rim_done),
      .width_i,
      .height_i,
      .origin_x_i,
      .origin_y_i,
      .square_o(walked),
      .words_i(look_words_i),
      .edge_valid_o(rim_edge),
      .edge_first_o(rim_first),
      .edge_again_o(rim_again),
      .edge_bend_o(rim_bend),
      .edge_square_o(rim_square),
      .edge_side_o(rim_side),
      .edge_red_o(rim_red),
      .edge_mate_o(rim_mate),
      .candidate_valid_o(candidate_valid),
      .candidate_o(candidate)
  );
  assign notes = state_q == StRim && candidate_valid && !(&end_q);

  // ------------------------------------------------------- the pseudo-legal moves
  logic fit_start, fit_busy, fit_done;
  logic [1:0] fit_shape;
  logic [SquareWidth-1:0] scanned, fit_square;
  logic [3:0] edges, colours;
  for (genvar i = 0; i < 4; i = i + 1) begin : gen_edges
    localparam int Edge = (i + 1) * (SquareWidth + 4) - 1;
    assign edges[i] = look_words_i[Edge];
    assign colours[i] = look_words_i[Edge-1];
  end
  assign fit_start = state_q == StGenerate && ply_q != 0 && cmd_ready_i;
  ll_pseudolegal #(
      .LogSize(LogSize)
  ) pseudolegal (
      .clk_i,
      .rst_i(rst_i | state_q == StStop),
      .start_i(fit_start),
      .busy_o(fit_busy),
      .done_o(fit_done),
      .width_i,
      .height_i,
      .origin_x_i,
      .origin_y_i,
      .square_o(scanned),
      .empty_i(look_empty_i),
      .edges_i(edges),
      .colours_i(colours),
      .move_valid_o(fit_valid),
      .move_square_o(fit_square),
      .move_shape_o(fit_shape)
  );
  assign see_o = state_q == StWalk || rim_busy || fit_start || fit_busy;
  assign see_square_o = fit_start || fit_busy ? scanned : walked;

  // ------------------------------- the list; of a node without one, its candidates
  logic [MoveWidth-1:0] listed;
  logic [ListDepth-1:0] following, list_raddr, swap_at;
  logic [MoveWidth-1:0] swapped;
  logic swaps;
  assign following = next_q + 1'b1;
  ll_ram #(
      .Width(MoveWidth),
      .Depth(ListDepth)
  ) list (
      .clk_i,
      .write_i(lists | notes | swaps),
      .waddr_i(state_q == StSwap ? swap_at : end_q),
      .wdata_i(state_q == StSwap ? swapped : notes ? {2'd0, candidate} : fit_busy ? {fit_shape, fit_square} : streamed),
      .raddr_i(list_raddr),
      .rdata_o(listed)
  );

  // -------------------------------------------------------------- the history
  localparam int HistoryDepth = 2 + 2 * HistoryLog;
  localparam int ClearDepth = HistoryDepth > PlyDepth + 3 ? HistoryDepth : PlyDepth + 3;
  logic [ClearDepth-1:0] clear_q;  // a word of the history and of the stack
  logic [HistoryDepth-1:0] history_raddr, history_waddr;
  logic signed [7:0] counted, changed, part;
  logic refutes, counts;
  ll_ram #(
      .Width(8),
      .Depth(HistoryDepth)
  ) history (
      .clk_i,
      .write_i(state_q == StClear || counts),
      .waddr_i(history_waddr),
      .wdata_i(state_q == StClear ? 8'd0 : changed),
      .raddr_i(history_raddr),
      .rdata_o(counted)
  );
  assign history_raddr = {listed[MoveWidth-1:SquareWidth], listed[LogSize+:HistoryLog], listed[HistoryLog-1:0]};
  assign history_waddr = state_q == StClear ? clear_q[HistoryDepth-1:0] : history_raddr;
  always_ff @(posedge clk_i) clear_q <= state_q == StClear ? clear_q + 1'b1 : {ClearDepth{1'b0}};

  // A bonus of 1, 4, 8 or 16 by the plies left, less its share of the count in 64ths.
  logic signed [7:0] bonus, malus;
  always_comb begin
    case (depth_q)
      4'd0: {bonus, part} = {8'd1, counted >>> 6};
      4'd1: {bonus, part} = {8'd4, counted >>> 4};
      4'd2: {bonus, part} = {8'd8, counted >>> 3};
      default: {bonus, part} = {8'd16, counted >>> 2};
    endcase
  end
  assign malus = bonus + part + 8'sd3;
  logic [ListDepth-1:0] scan_q;
  assign refutes = scan_q == next_q;
  assign changed = refutes ? counted + bonus - part : counted - (malus >>> 2);
  assign counts = state_q == StHistory && count_q == 4'd2;

  // -------------------------------------------- the best of the moves that are left
  localparam int ScoreWidth = 10;
  logic [ListDepth-1:0] scanned_q, chosen_q;
  logic [MoveWidth-1:0] scanned_move_q, first_q, chosen_move_q;
  logic scanned_valid_q, scanned_kept_q, scanned_other_q, scanned_near_q;
  logic kept, near;  // the move is a killer already, or near the check's
  logic signed [ScoreWidth-1:0] score, most_q;
  assign score = ply_q == 0 && scanned_kept_q ? 10'sd255 : {{(ScoreWidth - 8) {counted[7]}}, counted} +
                 (ply_q == 0 ? 10'sd0 : scanned_near_q ? 10'sd128 : scanned_kept_q || scanned_other_q ? 10'sd16 : 10'sd0);
  always_ff @(posedge clk_i) begin
    scanned_q <= scan_q;
    scanned_move_q <= listed;
    scanned_valid_q <= state_q == StChoose && scan_q != end_q;
    {scanned_kept_q, scanned_other_q, scanned_near_q} <= {kept, listed == other_q, check_q && near};
    if (state_q == StNext) most_q <= -10'sd256;
    if (state_q == StChoose && scan_q == next_q) first_q <= listed;
    if (state_q == StChoose && scanned_valid_q && score > most_q) begin
      most_q <= score;
      chosen_q <= scanned_q;
      chosen_move_q <= scanned_move_q;
    end
  end
  // The chosen move comes to the place of the first, and then this to the other's.
  assign swap_at = count_q[0] ? chosen_q : next_q;
  assign swapped = count_q[0] ? first_q : chosen_move_q;
  assign swaps = state_q == StSwap && (!count_q[0] || chosen_q != next_q);
  always_comb begin
    list_raddr = next_q;
    if (state_q == StChoose) list_raddr = scan_q + 1'b1;
    if (state_q == StHistory) list_raddr = scan_q;
  end

  // ---------------------------------------------------------------- the stack
  logic stack_write;
  logic [PlyDepth+2:0] stack_waddr, stack_raddr;
  logic [StackWidth-1:0] stack_wdata, stacked;
  logic [PlyDepth-1:0] below, above;
  assign below = ply_q + OnePly;
  assign above = ply_q - OnePly;

  logic better, cut;
  assign better = !abort_q && value_q > alpha_q;
  assign cut = value_q >= beta_q;
  assign kept = listed == killer_q;

  logic [2:0] field;
  logic [PlyDepth+2:0] cleared;
  logic saves;
  assign field = count_q[2:0];
  assign saves = !count_q[2];
  assign cleared = clear_q[PlyDepth+2:0];

  always_comb begin
    stack_write = 1'b0;
    stack_waddr = {ply_q, field};
    stack_wdata = {StackWidth{1'b1}};
    case (state_q)
      StClear: begin
        stack_write = 1'b1;
        stack_waddr = cleared;
      end
      StTries, StList: begin
        stack_write = wins || loses;
        stack_waddr = {wins ? ply_q : below, FieldWinner};
        stack_wdata[MoveWidth-1:0] = streamed;
      end
      StJudge: begin
        stack_write = 1'b1;
        stack_waddr = {ply_q, FieldThreat};
        stack_wdata[SquareWidth-1:0] = threat_q;
      end
      StPlay: begin
        stack_write = saves;
        case (field)
          FieldBeta: stack_wdata[ValueWidth-1:0] = beta_q;
          FieldNext: stack_wdata[ListDepth-1:0] = next_q;
          FieldBase: stack_wdata[ListDepth-1:0] = base_q;
          default: stack_wdata[DepthWidth+5:0] = {check_q, scout_q, searched_q, depth_q};
        endcase
      end
      StTakeBack: begin
        stack_write = 1'b1;
        stack_waddr = {won_q ? ply_q : below, FieldWinner};
        stack_wdata[MoveWidth-1:0] = listed;
      end
      StWeigh: begin
        stack_write = better && (cut || ply_q == 0) && !kept;
        stack_waddr = {ply_q, FieldOther};
        stack_wdata[MoveWidth-1:0] = killer_q;
      end
      StKiller: begin
        stack_write = 1'b1;
        stack_waddr = {ply_q, FieldKiller};
        stack_wdata[MoveWidth-1:0] = listed;
      end
      default: ;
    endcase
  end

  assign stack_raddr = state_q == StRoot ? {{PlyDepth{1'b0}}, FieldWinner} :
                       state_q == StDescend ? {below, FieldWinner} :
                       state_q == StAgain && count_q == 4'd0 ? {above, FieldBeta} :
                       state_q == StAgain && count_q == 4'd1 ? {above, FieldFlags} :
                       state_q == StAgain ? {ply_q, FieldWinner} :
                       {ply_q, field};
  ll_ram #(
      .Width(StackWidth),
      .Depth(PlyDepth + 3)
  ) stack (
      .clk_i,
      .write_i(stack_write),
      .waddr_i(stack_waddr),
      .wdata_i(stack_wdata),
      .raddr_i(stack_raddr),
      .rdata_o(stacked)
  );

  // ------------------------------------------------- the square of a move, named
  logic [MoveWidth-1:0] named;
  assign named = state_q == StEnter ? stacked[MoveWidth-1:0] : state_q == StPick || state_q == StTry ? listed : best_q;
  assign named_col = {1'b0, named[LogSize-1:0] - origin_x_i};
  assign named_row = {1'b0, named[SquareWidth-1:LogSize] - origin_y_i};
  always_ff @(posedge clk_i) begin
    if (state_q == StEnter || state_q == StPick || state_q == StFinish) begin
      col_q <= named_col;
      row_q <= named_row;
      shape_q <= named[MoveWidth-1:SquareWidth];
    end
  end

  // -------------------------------------------------- is a move near the check's?
  logic [LogSize-1:0] from_x, from_y;  // the check's square, and one more
  assign from_x = listed[LogSize-1:0] - threat_q[LogSize-1:0] + {{(LogSize - 1) {1'b0}}, 1'b1};
  assign from_y = listed[SquareWidth-1:LogSize] - threat_q[SquareWidth-1:LogSize] + {{(LogSize - 1) {1'b0}}, 1'b1};
  assign near = ~|from_x[LogSize-1:2] && ~&from_x[1:0] && ~|from_y[LogSize-1:2] && ~&from_y[1:0];

  // ------------------------------------------------------------------- static eval
  logic adds;
  logic signed [8:0] windows_sum;
  if (Windows) begin : gen_windows
    ll_rim_windows #(
        .LogSize(LogSize)
    ) windows (
        .clk_i,
        .enable_i(weights_i),
        .valid_i (rim_edge),
        .first_i (rim_first),
        .other_i (rim_red ^ red_q),
        .bend_i  (rim_bend),
        .edge_i  ({rim_side, rim_square}),
        .mate_i  (rim_mate),
        .valid_o (adds),
        .sum_o   (windows_sum),
        .load_i  (load_i && !load_address_i[16]),
        .load_address_i(load_address_i[15:0]),
        .load_data_i
    );
  end else begin : gen_tracks
    logic unused_windows;
    assign unused_windows = ^{weights_i, load_address_i, load_data_i, rim_first, rim_bend};
    assign adds = 1'b0;
    assign windows_sum = 9'sd0;
  end

  logic signed [ValueWidth-1:0] eval;
  ll_eval #(
      .LogSize(LogSize),
      .ValueWidth(ValueWidth)
  ) u_eval (
      .clk_i,
      .clear_i (state_q == StWalk),
      .edge_i  (rim_edge && !rim_again),
      .own_i   (rim_red ~^ red_q),
      .side_i  (rim_side),
      .square_i(rim_square),
      .mate_i  (rim_mate),
      .add_i   (adds),
      .sum_i   (windows_sum),
      .load_i  (load_i && load_address_i[16]),
      .load_index_i(load_address_i[9:0]),
      .load_weight_i(load_data_i[7:0]),
      .value_o (eval)
  );

  // ------------------------------------------------------------------- the time
  localparam int TimeWidth = $clog2(BudgetCycles + 1);
  logic [TimeWidth-1:0] time_q;
  assign timeout = time_q == {TimeWidth{1'b0}};
  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) time_q <= BudgetCycles[TimeWidth-1:0];
    else if (!timeout) time_q <= time_q - 1'b1;
  end

  // ---------------------------------------------------------- the order of events
  logic probes, loaded, empty, leaf, scored, reduces, scouts;
  logic rfp_cutoff;  // reverse futility pruning: the eval beats beta by the margin, so the node ends here
  logic signed [ValueWidth-1:0] rfp_value;  // the eval less the margin, 64 a ply
  assign probes = !(&stacked[MoveWidth-1:SquareWidth]) && ply_q != 0;
  assign loaded = count_q == 4'd8;
  assign empty = end_q == base_q;
  assign rfp_value = eval - {{(ValueWidth - 8) {1'b0}}, depth_q[1:0], 6'd0};
  assign rfp_cutoff = depth_q <= 4'd2 && rfp_value >= beta_q;
  assign scored = ply_q == 0 || next_q - base_q < ScoredMoves[ListDepth-1:0];
  assign reduces = ply_q != 0 && !check_q && depth_q != 0 && searched_q == LmrMoves;
  assign scouts = reduces || (|searched_q && beta_q - alpha_q != 12'sd1);
  assign leaf = (!check_q && (depth_q == 0 || rfp_cutoff)) || ply_q == LastPly;

  always_ff @(posedge clk_i) begin
    // At the root: what wins, or what loses at once where there is nothing else.
    if (ply_q == 0 && (wins || (loses && !found_q))) best_q <= streamed;
    if (ply_q == 0 && wins) found_q <= 1'b1;

    case (state_q)
      StIdle: begin
        iteration_q <= 4'd1;
        abort_q <= 1'b0;
        found_q <= 1'b0;
        nodes_o <= 24'd0;
        if (run_i) state_q <= StClear;
      end

      StClear: begin
        if (&clear_q) state_q <= StRoot;
      end

      StRoot: begin
        ply_q <= {PlyDepth{1'b0}};
        depth_q <= iteration_q;
        scout_q <= 1'b0;
        alpha_q <= -Win;
        beta_q <= Win;
        base_q <= {ListDepth{1'b0}};
        state_q <= StEnter;
      end

      StEnter: begin
        if (timeout && found_q) begin
          abort_q <= 1'b1;
          state_q <= StLeave;
        end else begin
          nodes_o <= nodes_o + 24'd1;
          state_q <= probes ? StProbe : ply_q == 0 ? StGenerate : StWalk;
        end
        end_q <= base_q;
        next_q <= base_q;
        check_q <= 1'b0;
      end

      StProbe: begin
        value_q <= win;
        if (answered) state_q <= rsp_status_i == ll_trax_pkg::Ok && ours ? StLeave : StWalk;
      end

      StWalk: if (cmd_ready_i) state_q <= StRim;

      StRim: begin
        if (notes) end_q <= end_q + 1'b1;
        if (rim_done) state_q <= StCheck;
      end

      StCheck: begin
        value_q <= eval;
        state_q <= next_q != end_q ? StTry : leaf ? StLeave : StGenerate;
      end

      StTry: if (cmd_ready_i) state_q <= StTries;

      StTries: begin
        if (gen_done) begin
          next_q <= following;
          state_q <= StCheck;
        end
      end

      StGenerate: begin
        end_q <= base_q;
        if (cmd_ready_i) state_q <= StList;
      end

      StList: begin
        if (lists) end_q <= end_q + 1'b1;
        if (gen_done || fit_done) state_q <= StJudge;
      end

      StJudge: begin
        value_q <= -win;
        next_q <= base_q;
        searched_q <= 4'd0;
        count_q <= {1'b0, FieldKiller};
        if (ply_q == 0 && empty) found_q <= check_q;
        if (!check_q) depth_q <= depth_q - 4'd1;
        state_q <= empty ? StLeave : StLoad;
      end

      StLoad: if (loaded) state_q <= StNext;

      StNext: begin
        value_q <= |searched_q ? alpha_q : -win;
        scan_q <= next_q;
        count_q <= 4'd0;
        state_q <= next_q == end_q ? StLeave : scored ? StChoose : StPick;
      end

      StChoose: begin
        if (scan_q != end_q) scan_q <= scan_q + 1'b1;
        else state_q <= StSwap;
      end

      StSwap: begin
        count_q <= count_q + 4'd1;
        if (count_q[0]) state_q <= StPick;
      end

      StPick: begin
        count_q <= 4'd0;
        if (ply_q == 0 && !found_q) begin
          best_q <= listed;
          found_q <= 1'b1;
        end
        state_q <= StPlay;
      end

      StPlay: begin
        if (saves) count_q <= count_q + 4'd1;
        won_q <= ours;
        if (answered) begin
          if (rsp_status_i != ll_trax_pkg::Ok) begin
            next_q <= following;
            state_q <= StNext;
          end else begin
            state_q <= ours || theirs ? StTakeBack : StDescend;
          end
        end
      end

      StTakeBack: begin
        value_q <= win;
        if (answered) begin
          next_q <= following;
          state_q <= won_q ? StLeave : StNext;
        end
      end

      StDescend: begin
        ply_q <= below;
        alpha_q <= scouts ? -alpha_q - 12'sd1 : -beta_q;
        beta_q <= -alpha_q;
        scout_q <= scouts;
        if (reduces) depth_q <= depth_q - 4'd1;
        base_q <= end_q;
        state_q <= StEnter;
      end

      StLeave: begin
        count_q <= 4'd0;
        if (ply_q == 0) begin
          state_q <= abort_q ? StFinish : StIterate;
        end else if (!abort_q && scout_q && value_q < beta_q) begin
          state_q <= StAgain;
        end else begin
          ply_q <= above;
          value_q <= -value_q;
          alpha_q <= -beta_q;
          end_q <= base_q;
          state_q <= StUndo;
        end
      end

      StAgain: begin
        if (count_q != 4'd3) count_q <= count_q + 4'd1;
        scout_q <= 1'b0;
        if (count_q == 4'd1) alpha_q <= -stacked[ValueWidth-1:0];
        if (count_q == 4'd2) depth_q <= stacked[DepthWidth-1:0];
        if (count_q[1] && cmd_ready_i) state_q <= StEnter;  // after a TRY side and box are still another's
      end

      StUndo: begin
        if (loaded && undone_q) state_q <= abort_q ? StLeave : StWeigh;
      end

      StWeigh: begin
        next_q <= following;
        state_q <= StNext;
        scan_q <= base_q;
        count_q <= 4'd0;
        if (searched_q != LmrMoves) searched_q <= searched_q + 4'd1;
        if (better) begin
          alpha_q <= value_q;
          if (ply_q == 0) best_q <= listed;
          if (cut || (ply_q == 0 && !kept)) begin
            next_q <= next_q;
            state_q <= kept ? StHistory : StKiller;
          end
        end
      end

      StKiller: begin
        killer_q <= listed;
        if (!cut) next_q <= following;
        state_q <= cut ? StHistory : StNext;
      end

      StHistory: begin
        count_q <= counts ? 4'd0 : count_q + 4'd1;
        if (counts) begin
          scan_q <= scan_q + 1'b1;
          if (refutes) state_q <= StLeave;
        end
      end

      StIterate: begin
        iteration_q <= iteration_q + 4'd1;
        state_q <= iteration_q == Depth[3:0] || value_q >= Decided || value_q <= -Decided ? StFinish : StRoot;
      end

      StFinish: if (cmd_ready_i) state_q <= found_q ? StFinal : StDone;  // and the box is still

      StFinal: if (answered) state_q <= StDone;

      StStop: if (cmd_ready_i) state_q <= StIdle;

      default: ;
    endcase

    // What ll_movegen streams, in StTries and StList.
    if (loses) begin
      check_q <= 1'b1;
      threat_q <= square_q;
    end
    if (wins) begin
      value_q <= win;
      state_q <= StLeave;
    end

    // The fields of the ply, each a cycle after its address; StLoad begins with the killer.
    if (state_q == StLoad || state_q == StUndo) begin
      if (!loaded) count_q <= count_q + 4'd1;
      case (count_q)
        {1'b0, FieldNext}: if (state_q == StUndo) beta_q <= stacked[ValueWidth-1:0];  // always
        {1'b0, FieldBase}: if (state_q == StUndo) next_q <= stacked[ListDepth-1:0];  // always
        {1'b0, FieldFlags}: if (state_q == StUndo) base_q <= stacked[ListDepth-1:0];  // always
        {1'b0, FieldKiller}: if (state_q == StUndo) {check_q, scout_q, searched_q, depth_q} <= stacked[DepthWidth+5:0];
        {1'b0, FieldOther}: killer_q <= stacked[MoveWidth-1:0];
        {1'b0, FieldThreat}: other_q <= stacked[MoveWidth-1:0];
        {1'b0, FieldWinner}: threat_q <= stacked[SquareWidth-1:0];
        default: ;
      endcase
    end

    // Given up.
    if (rst_i) state_q <= StIdle;
    else if (!run_i && state_q != StIdle && state_q != StStop) state_q <= StStop;
  end

  assign idle_o = state_q == StIdle;
  assign done_o = state_q == StDone;
  assign found_o = found_q;
endmodule

`default_nettype wire
