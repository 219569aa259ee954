// SPDX-License-Identifier: Apache-2.0
//
// Plays golden vectors on a Trax core and stops at the first answer that differs. It takes any
// module ll_core with the ports of docs/rtl-interface.md, and files of turn and of moves vectors
// as hex (docs/vectors.md). From this folder, with your sources in place of ../rtl/trax:
//
//   $ iverilog -g2012 -Wall -s ll_core_tb -o tb ../../vectors/golden/loopline_vectors.sv \
//     ../rtl/trax/*_pkg.sv ll_core_tb.sv -y ../rtl/trax -Y .sv && ./tb +vectors=../../vectors/golden/turn.hex
//   $ verilator --binary --timing --top-module ll_core_tb -F ../rtl/files.f \
//     ../../vectors/golden/loopline_vectors.sv ll_core_tb.sv && obj_dir/Vll_core_tb +vectors=...
//
// A core that has no UNDO, TRY or GEN yet: -DLL_WITHOUT_UNDO, -DLL_WITHOUT_TRY, -DLL_WITHOUT_GEN. It
// is asked by what it has; without GEN its gen ports need not exist.
//
//   +vectors=FILE   what to play; turn.hex if not given
//   +wave=FILE      a VCD of it all (with Verilator: --trace)
//
// Of a turn vector it asks TRY, then PLAY, then UNDO, and compares status, what was completed,
// the placed tiles as a set, box, tiles, winner and mover; after a refusal, a TRY and an UNDO it
// compares the box, the mover, the end of the game, and the CRC-32 of the board that the trace
// port tells of. Of a moves vector it compares what GEN streams, as a set, and asks TRY about
// each of those moves. Boards are emptied by NEW and by UNDO in turns,
// and at times by a reset in the middle of a command.
//
// The last line begins with PASS, or there is a line that begins with FAIL and $fatal ends the
// simulation: with exit status 1 under Icarus, by an abort under Verilator.
//
// Parameters
//   LogSize   of the core; the file must be made for a board of so many columns and rows
//   Patience  clock cycles that a core may take for anything
`default_nettype none

module ll_core_tb #(
    parameter int LogSize  = 5,
    parameter int Patience = 1000000
);
  localparam int Size = 1 << LogSize;
  localparam int Largest = 2 * Size - 1;  // column or row that a command can name
  localparam int MaxPlies = 4096;

  localparam logic [2:0] OpNew = 3'd0;
  localparam logic [2:0] OpPlay = 3'd1;
  localparam logic [2:0] OpUndo = 3'd2;
  localparam logic [2:0] OpTry = 3'd3;
  localparam logic [2:0] OpGen = 3'd4;
  localparam logic [2:0] OpNone = 3'd6;
  localparam logic [2:0] OpFile = 3'd7;  // the file is at fault, not the core
  localparam logic [3:0] Ok = 4'd0;
  localparam logic [3:0] NothingToUndo = 4'd10;
  localparam int KindTurn = 1;
  localparam int KindMoves = 2;

  // ---------------------------------------------------------------- the core
  logic clk, rst;
  logic cmd_valid, cmd_ready;
  logic [2:0] cmd_op;
  logic [LogSize:0] cmd_col, cmd_row;
  logic [1:0] cmd_shape;
  logic rsp_valid;
  logic [3:0] rsp_status, rsp_completed;
  logic gen_valid, gen_ready;
  logic [LogSize:0] gen_col, gen_row;
  logic [1:0] gen_shape;
  logic [3:0] gen_status, gen_completed;
  logic [LogSize:0] width, height;
  logic [2*LogSize:0] tiles;
  logic red, over, winner;
  logic trace_valid, trace_undo, trace_forced;
  logic [LogSize-1:0] trace_x, trace_y, origin_x, origin_y;
  logic [3:0] trace_tile;

  ll_core #(
      .LogSize(LogSize)
  ) core (
      .clk_i          (clk),
      .rst_i          (rst),
      .cmd_valid_i    (cmd_valid),
      .cmd_ready_o    (cmd_ready),
      .cmd_op_i       (cmd_op),
      .cmd_col_i      (cmd_col),
      .cmd_row_i      (cmd_row),
      .cmd_shape_i    (cmd_shape),
      .rsp_valid_o    (rsp_valid),
      .rsp_status_o   (rsp_status),
      .rsp_completed_o(rsp_completed),
`ifndef LL_WITHOUT_GEN
      .gen_valid_o    (gen_valid),
      .gen_ready_i    (gen_ready),
      .gen_col_o      (gen_col),
      .gen_row_o      (gen_row),
      .gen_shape_o    (gen_shape),
      .gen_status_o   (gen_status),
      .gen_completed_o(gen_completed),
`endif
      .width_o        (width),
      .height_o       (height),
      .tiles_o        (tiles),
      .red_o          (red),
      .over_o         (over),
      .winner_o       (winner),
      .trace_valid_o  (trace_valid),
      .trace_undo_o   (trace_undo),
      .trace_forced_o (trace_forced),
      .trace_x_o      (trace_x),
      .trace_y_o      (trace_y),
      .trace_tile_o   (trace_tile),
      .origin_x_o     (origin_x),
      .origin_y_o     (origin_y)
  );

  // What the core has, by the macros.
`ifdef LL_WITHOUT_UNDO
  localparam logic HasUndo = 1'b0;
`else
  localparam logic HasUndo = 1'b1;
`endif
`ifdef LL_WITHOUT_TRY
  localparam logic [2:0] OpAsk = OpPlay;  // what asks about a turn
`else
  localparam logic [2:0] OpAsk = OpTry;
`endif
`ifdef LL_WITHOUT_GEN
  localparam logic HasGen = 1'b0;
  assign gen_valid = 1'b0;
  assign {gen_col, gen_row, gen_shape, gen_status, gen_completed} = 0;
`else
  localparam logic HasGen = 1'b1;
`endif

  // ----------------------------------------------------------------- failing
  integer id;  // of the vector in hand
  integer words;  // read so far, the one in hand included
  integer plies;
  logic [33:0] played[0:MaxPlies-1];  // shape, row, column of each ply
  logic [33:0] asked;  // the move of the command in hand
  logic [2:0] op;  // of the command in hand

  // Prints a move in notation.
  task show(input logic [33:0] move);
    integer n, c, letters, shift;
    begin
      n = {16'd0, move[15:0]};
      letters = n == 0 ? 64 : 0;  // @
      for (shift = 0; n > 0; shift = shift + 8) begin
        c = 65 + (n - 1) % 26;
        letters = letters | (c << shift);
        n = (n - 1) / 26;
      end
      $write("%0s%0d", letters, move[31:16]);
      case (move[33:32])
        2'd0: $write("+");
        2'd1: $write("/");
        2'd2: $write("%c", 8'd92);  // a backslash
        default: $write("?");
      endcase
    end
  endtask

  string name;  // of the file of vectors
  integer cycles;
  integer deadline, started;  // of the command in hand, in clock cycles

  // What differed first, and where the testbench was then.
  logic failed;
  string fail_what;
  logic [31:0] fail_got, fail_want;
  integer fail_id, fail_words, fail_plies;
  logic [2:0] fail_op;
  logic [33:0] fail_asked;

  // Notes the first difference. The simulation ends when the time moves on.
  task fail(input string what, input logic [31:0] got, input logic [31:0] want);
    if (!failed) begin
      failed = 1'b1;
      fail_what = what;
      fail_got = got;
      fail_want = want;
      fail_id = id;
      fail_words = words;
      fail_plies = plies;
      fail_op = op;
      fail_asked = asked;
    end
  endtask

  // Notes that the file is of no use.
  task refuse(input string why);
    if (!failed) begin
      failed = 1'b1;
      fail_what = why;
      fail_op = OpFile;
      fail_words = words;
    end
  endtask

  // Ends the simulation.
  always @(posedge failed) begin
    if (fail_op == OpFile) begin
      $display("FAIL %0s: word %0d of the file: %0s", name, fail_words, fail_what);
      $fatal(1, "the file is of no use");
    end else begin
      $display("FAIL vector %0d, up to word %0d of %0s: %0s is %0d, it should be %0d", fail_id,
          fail_words, name,
               fail_what, fail_got, fail_want);
      $write("  after:");
      for (fail_id = 0; fail_id < fail_plies; fail_id = fail_id + 1) begin
        $write(" ");
        show(played[fail_id]);
      end
      $write("\n  asked: ");
      case (fail_op)
        OpNew: $write("NEW");
        OpPlay: $write("PLAY ");
        OpUndo: $write("UNDO");
        OpTry: $write("TRY ");
        OpGen: $write("GEN");
        default: $write("nothing");
      endcase
      if (fail_op == OpPlay || fail_op == OpTry) show(fail_asked);
      $display(", in clock cycle %0d", cycles);
      $fatal(1, "the core differs");
    end
  end

  task compare(input string what, input logic [31:0] got, input logic [31:0] want);
    if (got !== want) fail(what, got, want);
  endtask

  // --------------------------------------------------------------- one cycle
  // What the core said in the cycle that has just passed.
  logic was_ready;
  logic interrupting;  // what the core says does not count, it will be reset
  logic [15:0] noise;  // for gen_ready
  logic stall;  // gen_ready comes and goes

  // The answer to the command in hand, and the state with it.
  integer answers;
  logic [31:0] ans_status, ans_completed, ans_width, ans_height, ans_tiles, ans_red, ans_over;
  logic [31:0] ans_winner;
  logic [LogSize-1:0] ans_x, ans_y;

  // The board as the trace port tells it, 0 for no tile, and the squares of the tiles that the
  // command in hand has placed.
  logic [3:0] board[0:Size*Size-1];
  logic [2*LogSize-1:0] placed[0:Size*Size-1];
  logic placed_forced[0:Size*Size-1];
  integer placed_n;

  // The moves that GEN has streamed: completed, status, shape, row, column.
  logic [41:0] moves[0:4*Size*Size-1];
  integer moves_n;
  logic [41:0] offer, held;
  logic holding;  // a move was offered and not taken
  assign offer = {gen_completed, gen_status, gen_shape, {(15 - LogSize) {1'b0}}, gen_row,
                  {(15 - LogSize) {1'b0}}, gen_col};

  function known(input logic [3:0] bits);
    known = (^bits) !== 1'bx;
  endfunction

  // Adds or removes the tile of the trace port. That NEW takes tiles away need not be traced.
  task trace;
    logic [2*LogSize-1:0] at;
    integer i, n;
    begin
      at = {trace_y, trace_x};
      if ((^{trace_undo, at}) === 1'bx) fail("a signal of the trace port, unknown (x): its square",
          {{(32 - 2 * LogSize) {1'b0}}, at}, 0);
      if (op == OpNew) begin
      end else if (trace_undo) begin
        if (board[at] == 4'd0) fail("the number of tiles on a square that one is taken from", 0, 1);
        board[at] = 4'd0;
        n = placed_n;
        placed_n = 0;
        for (i = 0; i < n; i = i + 1) begin
          if (placed[i] != at) begin
            placed[placed_n] = placed[i];
            placed_forced[placed_n] = placed_forced[i];
            placed_n = placed_n + 1;
          end
        end
      end else begin
        if (board[at] != 4'd0) fail("the number of tiles on a square that one is placed on", 1, 0);
        if (!known(trace_tile) || letter(trace_tile) == "?") fail("the set of red sides of a tile",
            {28'd0, trace_tile}, 3);
        board[at] = trace_tile;
        placed[placed_n] = at;
        placed_forced[placed_n] = trace_forced;
        placed_n = placed_n + 1;
      end
    end
  endtask

  // Takes the move that GEN offers, and holds GEN to it until it is taken.
  task stream;
    begin
      if (holding && !gen_valid) fail("gen_valid of a move not yet taken", 0, 1);
      if (holding && offer !== held) fail("a move offered by GEN, which changed: its column",
          {16'd0, offer[15:0]}, {16'd0, held[15:0]});
      if (gen_valid && (op != OpGen || answers != 0)) fail("gen_valid outside of GEN", 1, 0);
      if (gen_valid && gen_ready) begin
        if (moves_n == 4 * Size * Size) fail("the number of moves that GEN streams", moves_n, 0);
        moves[moves_n] = offer;
        moves_n = moves_n + 1;
      end
      holding = gen_valid & ~gen_ready;
      held = offer;
    end
  endtask

  // Notes the answer.
  task note;
    begin
      answers = answers + 1;
      if (answers > 1) fail("the number of answers", answers, 1);
      ans_status = {28'd0, rsp_status};
      ans_completed = {28'd0, rsp_completed};
      ans_x = origin_x;
      ans_y = origin_y;
    end
  endtask

  // Notes the state, which is valid with an answer and while a command could pass.
  task note_state;
    begin
      ans_width = {{(31 - LogSize) {1'b0}}, width};
      ans_height = {{(31 - LogSize) {1'b0}}, height};
      ans_tiles = {{(31 - 2 * LogSize) {1'b0}}, tiles};
      ans_red = {31'd0, red};
      ans_over = {31'd0, over};
      ans_winner = {31'd0, winner};
    end
  endtask

  // The clock. A command is driven at the beginning of a cycle, what the core says is looked at
  // in its middle, before the rising edge. So nothing depends on the order of events.
  initial begin
    clk = 1'b0;
    cycles = 0;
    forever begin
      #1;
      noise = {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
      gen_ready = !stall || noise[0];
      #4;
      if (!rst && !interrupting) begin
        if (!known({cmd_ready, rsp_valid, gen_valid, trace_valid})) begin
          fail("cmd_ready, rsp_valid, gen_valid or trace_valid", 32'bx, 0);
        end
        if (trace_valid) trace;
        if (rsp_valid) note;
        if (rsp_valid || cmd_ready) note_state;
        stream;
      end
      was_ready = cmd_ready;
      cycles = cycles + 1;
      if (cycles > deadline) fail("the time of a command, in clock cycles,", Patience + 1,
          Patience);
      clk = 1'b1;
      #5;
      clk = 1'b0;
    end
  end

  // A clock cycle.
  task tick;
    #10;
  endtask

  // ---------------------------------------------------------------- commands
  // Clock cycles from the command to its answer, and to the first in which the next can pass.
  integer count[0:4];
  integer most[0:4];
  integer most_next[0:4];
  logic [63:0] sum[0:4];
  logic [63:0] sum_next[0:4];

  // Gives a command and waits for its answer. What comes with it is in ans_...
  task ask(input logic [2:0] what, input logic [33:0] move);
    integer k;
    begin
      op = what;
      asked = move;
      placed_n = 0;
      moves_n = 0;
      stall = id[0];
      deadline = cycles + Patience;
      cmd_valid = 1'b1;
      cmd_op = what;
      cmd_col = {16'd0, move[15:0]} > Largest ? {(LogSize + 1) {1'b1}} : move[LogSize:0];
      cmd_row = {16'd0, move[31:16]} > Largest ? {(LogSize + 1) {1'b1}} : move[16+LogSize:16];
      cmd_shape = move[33:32];
      was_ready = 1'b0;
      while (!was_ready) begin
        answers = 0;
        tick;
        if (!was_ready && answers != 0) fail("the number of answers before the command has passed",
            answers, 0);
      end
      started = cycles;
      cmd_valid = 1'b0;  // and what is not valid is noise
      cmd_op = ~what;
      cmd_col = ~cmd_col;
      cmd_row = ~cmd_row;
      cmd_shape = ~cmd_shape;
      while (answers == 0) tick;
      count[what] = count[what] + 1;
      sum[what] = sum[what] + {32'd0, cycles - started};
      if (cycles - started > most[what]) most[what] = cycles - started;
      if (what == OpNew) begin
        for (k = 0; k < Size * Size; k = k + 1) board[k] = 4'd0;
        plies = 0;
      end
    end
  endtask

  // Waits until the next command could pass.
  task settle;
    begin
      while (!was_ready) tick;
      sum_next[op] = sum_next[op] + {32'd0, cycles - started};
      if (cycles - started > most_next[op]) most_next[op] = cycles - started;
    end
  endtask

  // Gives a command that cannot be refused.
  task must(input logic [2:0] what);
    begin
      ask(what, 34'd0);
      compare("the status", ans_status, 0);
      compare("completed", ans_completed, 0);
      settle;
    end
  endtask

  // ------------------------------------------------------------------- board
  function [7:0] letter(input logic [3:0] tile);
    case (tile)
      4'd0: letter = ".";
      4'd5: letter = "P";
      4'd10: letter = "p";
      4'd9: letter = "S";
      4'd6: letter = "s";
      4'd3: letter = "B";
      4'd12: letter = "b";
      default: letter = "?";
    endcase
  endfunction

  // CRC-32 of the box, as SUM words have it.
  function [31:0] crc(input integer columns, input integer rows);
    integer col, row;
    logic [LogSize-1:0] x, y;
    begin
      crc = 32'hffffffff;
      y = origin_y;
      for (row = 0; row < rows; row = row + 1) begin
        y = y + 1'b1;
        x = origin_x;
        for (col = 0; col < columns; col = col + 1) begin
          x = x + 1'b1;
          crc = crc_byte(crc, letter(board[{y, x}]));
        end
        crc = crc_byte(crc, 8'd10);
      end
      crc = ~crc;
    end
  endfunction

  function [31:0] crc_byte(input logic [31:0] sum_before, input logic [7:0] data);
    integer i;
    begin
      crc_byte = sum_before ^ {24'd0, data};
      for (i = 0; i < 8; i = i + 1) begin
        crc_byte = {1'b0, crc_byte[31:1]} ^ (crc_byte[0] ? 32'hedb88320 : 32'd0);
      end
    end
  endfunction

  // -------------------------------------------------------------------- file
  integer file;
  logic [63:0] word;

  // Reads the next word.
  task next_word;
    begin
      if ($fscanf(file, "%h",
          word) != 1) refuse("it ends here without an END word: it has been cut");
      words = words + 1;
    end
  endtask

  task expect_word(input logic [4:0] kind);
    begin
      next_word;
      if (word[loopline_vectors::TYPE_OFFSET+:loopline_vectors::TYPE_WIDTH] != kind) begin
        refuse("another type of word should stand here");
      end
    end
  endtask

  function [4:0] word_type(input logic [63:0] w);
    word_type = w[loopline_vectors::TYPE_OFFSET+:loopline_vectors::TYPE_WIDTH];
  endfunction

  // The move in a SETUP, TURN or MOVE word.
  function [33:0] move_of(input logic [63:0] w);
    move_of = {
      w[loopline_vectors::TURN_SHAPE_OFFSET+:loopline_vectors::TURN_SHAPE_WIDTH],
      w[loopline_vectors::TURN_ROW_OFFSET+:loopline_vectors::TURN_ROW_WIDTH],
      w[loopline_vectors::TURN_COL_OFFSET+:loopline_vectors::TURN_COL_WIDTH]
    };
  endfunction

  // ----------------------------------------------------------------- vectors
  integer vectors, kind, i;
  logic pos_over, pos_winner;  // of the position
  logic [63:0] turn, after, back, check;
  logic [63:0] want_tiles[0:Size*Size-1];
  logic [4:0] want_moves[0:(1<<(2*LogSize+4))-1];  // by move: 1 and its status; 0 if not wanted

  // Resets the core for one cycle while it works on a command.
  task interrupt;
    integer n;
    begin
      op = id[4] && HasGen ? OpGen : id[5] && HasUndo ? OpUndo : OpPlay;
      asked = 34'd0;
      interrupting = 1'b1;
      cmd_valid = 1'b1;
      cmd_op = op;
      cmd_col = 0;
      cmd_row = 0;
      cmd_shape = 2'd0;
      for (n = 0; n <= id / 16 % 64; n = n + 1) tick;
      cmd_valid = 1'b0;
      rst = 1'b1;
      tick;
      rst = 1'b0;
      op = OpNew;
      interrupting = 1'b0;
      answers = 1;  // another is one too many
      holding = 1'b0;
      deadline = cycles + Patience;
      for (n = 0; n < Size * Size; n = n + 1) board[n] = 4'd0;
      plies = 0;
      was_ready = 1'b0;
      while (!was_ready) tick;
    end
  endtask

  // Empties the board by NEW, by taking everything back, or at times by a reset.
  task empty_board;
    begin
      if (id % 16 == 5) begin
        interrupt;
      end else if (vectors == 0 || id[0] || !HasUndo) begin
        must(OpNew);
      end else begin
        while (plies > 0) begin
          plies = plies - 1;
          must(OpUndo);
        end
      end
      for (i = 0; i < Size * Size; i = i + 1) begin
        if (board[i] != 4'd0) fail("the number of tiles left on the empty board", 1, 0);
      end
      pos_over = 1'b0;
      pos_winner = 1'b0;
      compare("width of the empty board", ans_width, 0);
      compare("height of the empty board", ans_height, 0);
      compare("tiles on the empty board", ans_tiles, 0);
      compare("red on the empty board", ans_red, 0);
      compare("over on the empty board", ans_over, 0);
      if (HasUndo) begin
        ask(OpUndo, 34'd0);
        compare("the status of UNDO on the empty board", ans_status, {28'd0, NothingToUndo});
        settle;
      end
    end
  endtask

  // Takes the last turn back: by UNDO, or by all moves before it on an empty board.
  task take_back;
    integer n, k;
    begin
      n = plies;
      must(HasUndo ? OpUndo : OpNew);
      for (k = 0; k < n && !HasUndo; k = k + 1) begin
        ask(OpPlay, played[k]);
        compare("the status of a move that leads to the position", ans_status, 0);
        settle;
        plies = k + 1;
      end
    end
  endtask

  // Leads to the position of the vector in hand.
  task set_up;
    integer setups;
    begin
      setups =
          {16'd0, word[loopline_vectors::VECTOR_SETUP_OFFSET+:loopline_vectors::VECTOR_SETUP_WIDTH]};
      if (setups > MaxPlies) refuse("more SETUP words follow than MaxPlies of this testbench");
      if (word[loopline_vectors::VECTOR_SAME_OFFSET]) begin
        if (vectors == 0 || setups != 0) refuse("there is no position before, or one is set up");
      end else begin
        empty_board;
        while (setups > 0) begin
          expect_word(loopline_vectors::TYPE_SETUP);
          ask(OpPlay, move_of(word));
          compare("the status of a move that leads to the position", ans_status, 0);
          settle;
          played[plies] = asked;
          plies = plies + 1;
          setups = setups - 1;
        end
        pos_over = ans_over[0];
        pos_winner = ans_winner[0];
      end
    end
  endtask

  // Reads the words of a turn vector.
  task read_turn;
    integer tiles_n;
    begin
      expect_word(loopline_vectors::TYPE_TURN);
      turn = word;
      tiles_n =
          {16'd0, turn[loopline_vectors::TURN_TILES_OFFSET+:loopline_vectors::TURN_TILES_WIDTH]};
      if (turn[loopline_vectors::TURN_STATUS_OFFSET+:loopline_vectors::TURN_STATUS_WIDTH] ==
          loopline_vectors::STATUS_OK) begin
        if (tiles_n > Size * Size) refuse("more TILE words follow than the board has squares");
        expect_word(loopline_vectors::TYPE_AFTER);
        after = word;
        for (i = 0; i < tiles_n; i = i + 1) begin
          expect_word(loopline_vectors::TYPE_TILE);
          want_tiles[i] = word;
        end
      end
      expect_word(loopline_vectors::TYPE_BACK);
      back = word;
      expect_word(loopline_vectors::TYPE_SUM);
      check = word;
    end
  endtask

  // Asks TRY or PLAY about the turn, and compares its answer.
  task judge(input logic [2:0] what);
    begin
      ask(what, move_of(turn));
      if (turn[loopline_vectors::TURN_FULL_OFFSET]) begin
        compare("the status", ans_status, {28'd0, loopline_vectors::STATUS_BOARD_FULL});
      end else begin
        compare("the status", ans_status, {28'd0,
            turn[loopline_vectors::TURN_STATUS_OFFSET+:loopline_vectors::TURN_STATUS_WIDTH]});
      end
      if (ans_status[3:0] == Ok) judge_after;
      else compare("completed of a refused turn", ans_completed, 0);
      settle;
    end
  endtask

  task judge_after;
    integer tiles_n;
    begin
      compare("completed", ans_completed, {28'd0,
          after[loopline_vectors::AFTER_COMPLETED_OFFSET+:loopline_vectors::AFTER_COMPLETED_WIDTH]});
      compare("width", ans_width, {20'd0,
          after[loopline_vectors::AFTER_WIDTH_OFFSET+:loopline_vectors::AFTER_WIDTH_WIDTH]});
      compare("height", ans_height, {20'd0,
          after[loopline_vectors::AFTER_HEIGHT_OFFSET+:loopline_vectors::AFTER_HEIGHT_WIDTH]});
      compare("tiles", ans_tiles, {12'd0,
          after[loopline_vectors::AFTER_TILES_OFFSET+:loopline_vectors::AFTER_TILES_WIDTH]});
      compare("red", ans_red, {31'd0, ~plies[0]});
      compare("over", ans_over, {31'd0, after[loopline_vectors::AFTER_OVER_OFFSET]});
      if (ans_over != 0) compare("winner", ans_winner, {31'd0,
          after[loopline_vectors::AFTER_WINNER_OFFSET]});
      tiles_n =
          {16'd0, turn[loopline_vectors::TURN_TILES_OFFSET+:loopline_vectors::TURN_TILES_WIDTH]};
      compare("the number of placed tiles", placed_n, tiles_n);
      for (i = 0; i < tiles_n; i = i + 1) judge_tile(want_tiles[i]);
    end
  endtask

  // Finds a wanted tile among the placed ones. Their cells differ, or the trace would have
  // been refused; so as many that are all found are the same set.
  task judge_tile(input logic [63:0] w);
    logic [LogSize-1:0] x, y;
    integer n;
    logic found;
    begin
      x = ans_x + w[loopline_vectors::TILE_COL_OFFSET+:LogSize];
      y = ans_y + w[loopline_vectors::TILE_ROW_OFFSET+:LogSize];
      found = 1'b0;
      for (n = 0; n < placed_n; n = n + 1) begin
        if (placed[n] == {y, x}) begin
          found = 1'b1;
          compare("forced of a placed tile", {31'd0, placed_forced[n]}, {31'd0,
              w[loopline_vectors::TILE_FORCED_OFFSET]});
          compare("the set of red sides of a placed tile", {28'd0, board[{y, x}]}, {28'd0,
              w[loopline_vectors::TILE_TILE_OFFSET+:loopline_vectors::TILE_TILE_WIDTH]});
        end
      end
      if (!found) begin
        fail("the row of a missing tile, in the box after the turn,", 0,
             {16'd0, w[loopline_vectors::TILE_ROW_OFFSET+:loopline_vectors::TILE_ROW_WIDTH]});
      end
    end
  endtask

  // The board must be that before the turn.
  task judge_back;
    begin
      compare("width before the turn", ans_width, {20'd0,
          back[loopline_vectors::BACK_WIDTH_OFFSET+:loopline_vectors::BACK_WIDTH_WIDTH]});
      compare("height before the turn", ans_height, {20'd0,
          back[loopline_vectors::BACK_HEIGHT_OFFSET+:loopline_vectors::BACK_HEIGHT_WIDTH]});
      compare("tiles before the turn", ans_tiles, {12'd0,
          back[loopline_vectors::BACK_TILES_OFFSET+:loopline_vectors::BACK_TILES_WIDTH]});
      compare("red before the turn", ans_red, {31'd0, plies[0]});
      compare("over before the turn", ans_over, {31'd0, pos_over});
      if (pos_over) compare("winner before the turn", ans_winner, {31'd0, pos_winner});
      compare("the CRC-32 of the board before the turn", crc(ans_width, ans_height),
              check[loopline_vectors::SUM_CRC_OFFSET+:loopline_vectors::SUM_CRC_WIDTH]);
    end
  endtask

  task turn_vector;
    begin
      read_turn;
      if (OpAsk == OpTry) begin
        judge(OpTry);
        judge_back;
      end
      judge(OpPlay);
      if (ans_status[3:0] == Ok) take_back;
      judge_back;
    end
  endtask

  // The place of a move in want_moves.
  function [2*LogSize+3:0] place(input logic [33:0] move);
    place = {move[33:32], move[16+:LogSize+1], move[0+:LogSize+1]};
  endfunction

  // Has the board no room for a tile at the move's cell?
  function full(input logic [33:0] move);
    full = (({16'd0, move[15:0]} == 0 || {16'd0, move[15:0]} > ans_width) && ans_width ==
        Size - 2) ||
           (({16'd0, move[31:16]} == 0 || {16'd0, move[31:16]} > ans_height) && ans_height ==
               Size - 2);
  endfunction

  // Reads the words of a moves vector, up to the first that is not of it.
  task read_moves;
    logic [33:0] move;
    begin
      for (i = 0; i < (1 << (2 * LogSize + 4)); i = i + 1) want_moves[i] = 5'd0;
      next_word;
      while (word_type(word) == loopline_vectors::TYPE_MOVE) begin
        move = move_of(word);
        if (full(move)) want_moves[place(move)] = {1'b1, loopline_vectors::STATUS_BOARD_FULL};
        else if (word[loopline_vectors::MOVE_LEGAL_OFFSET]) want_moves[place(move)] = {1'b1,
            loopline_vectors::STATUS_OK};
        else want_moves[place(move)] = {1'b1, loopline_vectors::STATUS_FORCED_PLAY};
        if (word[loopline_vectors::MOVE_FULL_OFFSET] && !full(move))
            refuse("the board of the file has more room");
        next_word;
      end
    end
  endtask

  // Holds a streamed move to the wanted ones, and takes it from them.
  task judge_move(input logic [41:0] move);
    begin
      if (want_moves[place(move[33:0])][4] != 1'b1) begin
        blame(move[33:0]);
        fail("the number of times that it is streamed, now or again,", 1, 0);
      end
      if (move[37:34] !== want_moves[place(move[33:0])][3:0]) blame(move[33:0]);
      compare("its status", {28'd0, move[37:34]}, {28'd0, want_moves[place(move[33:0])][3:0]});
      want_moves[place(move[33:0])] = 5'd0;
    end
  endtask

  // Says which of GEN's moves the failure is about that comes next, if it is the first.
  task blame(input logic [33:0] move);
    if (!failed) begin
      $write("  the move ");
      show(move);
      $display(" of GEN:");
    end
  endtask

  // Asks about a tile, for a core without GEN.
  task judge_one(input logic [33:0] move);
    begin
      ask(OpAsk, move);
      if (want_moves[place(move)][4]) begin
        compare("the status", ans_status, {28'd0, want_moves[place(move)][3:0]});
      end else if (ans_status[3:0] == Ok || ans_status[3:0] == loopline_vectors::STATUS_FORCED_PLAY ||
                   ans_status[3:0] == loopline_vectors::STATUS_BOARD_FULL) begin
        fail("the status of a tile that does not fit", ans_status,
             {28'd0, pos_over ? loopline_vectors::STATUS_GAME_OVER : loopline_vectors::STATUS_COLOUR});
      end
      settle;
      if (OpAsk == OpPlay && ans_status[3:0] == Ok) take_back;
    end
  endtask

  // Legal turns that can neither be tried nor taken back cost a game each: one of 16 is asked about.
  function skipped(input logic [33:0] move, input integer n);
    skipped = OpAsk == OpPlay && !HasUndo && want_moves[place(move)] ==
        {1'b1, loopline_vectors::STATUS_OK} && ((n ^ id) & 15) != 0;
  endfunction

  // Asks about each tile in and around the box, for a core without GEN.
  task judge_each;
    integer col, row, shape, width, height;
    logic [33:0] move;
    begin
      width = ans_width;
      height = ans_height;
      for (row = 0; row <= height + 1; row = row + 1) begin
        for (col = 0; col <= width + 1; col = col + 1) begin
          for (shape = 0; shape < 3; shape = shape + 1) begin
            move = {shape[1:0], row[15:0], col[15:0]};
            if (!skipped(move, row + col)) judge_one(move);
          end
        end
      end
    end
  endtask

  task moves_vector;
    begin
      read_moves;
      if (HasGen) judge_stream;
      else judge_each;
    end
  endtask

  // Compares what GEN streams, and asks about each of those moves.
  task judge_stream;
    integer n, k;
    logic [2*LogSize+3:0] at;
    begin
      ask(OpGen, 34'd0);
      compare("the status of GEN", ans_status, pos_over ? {28'd0,
          loopline_vectors::STATUS_GAME_OVER} : 0);
      compare("completed of GEN", ans_completed, 0);
      settle;
      n = moves_n;
      for (k = 0; k < n; k = k + 1) judge_move(moves[k]);
      for (k = 0; k < (1 << (2 * LogSize + 4)); k = k + 1) begin
        if (want_moves[k] != 5'd0) begin
          at = k[2*LogSize+3:0];
          blame({at[2*LogSize+2+:2], {(15 - LogSize) {1'b0}}, at[LogSize+1+:LogSize+1],
                 {(15 - LogSize) {1'b0}}, at[0+:LogSize+1]});
          fail("the number of times that it is streamed", 0, 1);
        end
      end
      for (k = 0; k < n; k = k + 1) begin
        ask(OpAsk, moves[k][33:0]);
        compare("the status of a move of GEN", {28'd0, moves[k][37:34]}, ans_status);
        if (ans_status[3:0] == Ok) compare("completed of a move of GEN", {28'd0, moves[k][41:38]},
            ans_completed);
        settle;
        if (OpAsk == OpPlay && ans_status[3:0] == Ok) take_back;
      end
    end
  endtask

  // Opens the file and reads up to its first vector.
  task open_file;
    logic [8*600-1:0] header;
    begin
      if (!$value$plusargs("vectors=%s", name)) name = "turn.hex";
      file = $fopen(name, "r");
      if (file == 0) begin
        refuse("there is no such file; give one with +vectors=FILE");
        #10;
      end
      if ($fgets(header, file) == 0) refuse("it is empty");
      expect_word(loopline_vectors::TYPE_HEAD);
      if ({24'd0, word[loopline_vectors::HEAD_VERSION_OFFSET+:loopline_vectors::HEAD_VERSION_WIDTH]} !=
          loopline_vectors::VERSION) begin
        refuse("it has another version of the format: take the testbench that came with it");
      end
      kind = {24'd0, word[loopline_vectors::HEAD_KIND_OFFSET+:loopline_vectors::HEAD_KIND_WIDTH]};
      if (kind != KindTurn && kind != KindMoves) refuse("it holds neither turn nor moves vectors");
      if ({16'd0, word[loopline_vectors::HEAD_COLUMNS_OFFSET+:loopline_vectors::HEAD_COLUMNS_WIDTH]} != Size ||
          {16'd0, word[loopline_vectors::HEAD_ROWS_OFFSET+:loopline_vectors::HEAD_ROWS_WIDTH]} != Size) begin
        refuse("it is made for a board of another size than the core's");
      end
      next_word;
    end
  endtask

  // Plays the vectors up to the END word.
  task play_file;
    begin
      while (word_type(word) == loopline_vectors::TYPE_VECTOR) begin
        id = word[loopline_vectors::VECTOR_ID_OFFSET+:loopline_vectors::VECTOR_ID_WIDTH];
        if (id != vectors) refuse("a vector is missing before it");
        set_up;
        if (kind == KindTurn) begin
          turn_vector;
          next_word;
        end else begin
          moves_vector;
        end
        vectors = vectors + 1;
      end
      if (word_type(word) != loopline_vectors::TYPE_END)
          refuse("another type of word should stand here");
      if (word[loopline_vectors::END_COUNT_OFFSET+:loopline_vectors::END_COUNT_WIDTH] != vectors ||
          {5'd0, word[loopline_vectors::END_WORDS_OFFSET+:loopline_vectors::END_WORDS_WIDTH]} != words) begin
        refuse("END counts other vectors or words than there are");
      end
      if (vectors == 0) refuse("it holds no vector");
    end
  endtask

  task report(input logic [2:0] what, input string label);
    if (count[what] != 0) begin
      $display("%s %0d, cycles to the answer: average %0.2f, most %0d; to the next: %0.2f, %0d",
               label, count[what], $itor(sum[what]) / count[what], most[what],
               $itor(sum_next[what]) / count[what], most_next[what]);
    end
  endtask

  initial begin
    failed = 1'b0;
    rst = 1'b1;
    cmd_valid = 1'b0;
    cmd_op = OpNew;
    cmd_col = 0;
    cmd_row = 0;
    cmd_shape = 2'd0;
    stall = 1'b0;
    noise = 16'd1;
    {id, words, plies, vectors, answers, placed_n, moves_n} = 0;
    holding = 1'b0;
    interrupting = 1'b0;
    op = OpNone;
    deadline = Patience;
    for (i = 0; i < 5; i = i + 1) {count[i], most[i], most_next[i], sum[i], sum_next[i]} = 0;
    for (i = 0; i < Size * Size; i = i + 1) board[i] = 4'd0;
    if ($value$plusargs("wave=%s", name)) begin
      $dumpfile(name);
      $dumpvars(0, ll_core_tb);
    end
    #1;  // what waits for a failure waits by now
    open_file;
    #9;
    tick;
    tick;
    rst = 1'b0;
    play_file;
    #1;  // a failure ends it here
    report(OpPlay, "PLAY");
    report(OpTry, "TRY ");
    report(OpUndo, "UNDO");
    report(OpGen, "GEN ");
    $display("PASS %0d vectors in %0d clock cycles", vectors, cycles);
    $finish;
  end
endmodule

`default_nettype wire
