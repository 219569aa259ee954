// SPDX-License-Identifier: Apache-2.0
//
// Plays golden vectors on a Trax core, as ll_core_tb.sv does, but at the speed of a compiled
// model, and with resets in the middle of commands. It takes any module ll_core with the ports of
// docs/rtl-interface.md, and files of turn and of moves vectors as hex (docs/vectors.md). From
// this folder, with your folder for ../rtl/trax:
//
//   verilator --cc --exe --build -O3 --x-initial unique --x-assign unique -F ../rtl/files.f
//     --top-module ll_core ll_core_tb.cpp   (one line)
//   obj_dir/Vll_core ../../vectors/golden/turn.hex ../../vectors/golden/moves.hex
//
// A core that has no UNDO, TRY or GEN yet: -CFLAGS -DLL_WITHOUT_UNDO, and so on. It is asked by
// what it has; without GEN its gen ports need not exist.
//
// For another board: -GLogSize=6 -CFLAGS -DLOG_SIZE=6, and vectors made with --board 64x64.
//
//   --seed N        of the state that the core wakes up in, 1 if not given
//   --patience N    clock cycles that the core may take for anything, 1000000 if not given
//   --coverage FILE writes Verilator's coverage (build with --coverage)
//
// The last line begins with PASS and the exit status is 0; or a line begins with FAIL and the
// exit status is 1 if the core differs, 2 if a file or the command line is of no use.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "Vll_core.h"
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#ifndef LOG_SIZE
#define LOG_SIZE 5
#endif

namespace {

constexpr unsigned kSize = 1u << LOG_SIZE;
constexpr unsigned kMask = kSize - 1;
constexpr unsigned kLargest = 2 * kSize - 1;  // column or row that a command can name

enum Op : unsigned { kNew, kPlay, kUndo, kTry, kGen, kOps };
const char* const kOpNames[] = {"NEW", "PLAY", "UNDO", "TRY", "GEN"};

// Tells whether the core has an operation.
constexpr bool has(Op op) {
#ifdef LL_WITHOUT_UNDO
  if (op == kUndo) return false;
#endif
#ifdef LL_WITHOUT_TRY
  if (op == kTry) return false;
#endif
#ifdef LL_WITHOUT_GEN
  if (op == kGen) return false;
#endif
  return op < kOps;
}

enum Status : unsigned {
  kOk, kGameOver = 2, kColour = 7, kForcedPlay = 8, kBoardFull = 9, kNothingToUndo = 10
};

// The words of the format; docs/vectors.md has the table.
enum Word : unsigned {
  kHead = 1, kVector, kSetup, kTurn, kAfter, kTile, kBack, kSum, kMove, kEnd = 17,
};
enum Kind : unsigned { kTurns = 1, kMoves = 2 };
constexpr unsigned kVersion = 1;

// The field of a word.
unsigned field(uint64_t w, unsigned offset, unsigned width) {
  return static_cast<unsigned>(w >> offset & ((uint64_t{1} << width) - 1));
}
unsigned type(uint64_t w) { return field(w, 59, 5); }

struct Move {
  unsigned col = 0, row = 0, shape = 0;
  bool operator==(const Move& m) const { return col == m.col && row == m.row && shape == m.shape; }
};

// The move in a SETUP, TURN or MOVE word.
Move move_of(uint64_t w) { return {field(w, 0, 16), field(w, 16, 16), field(w, 32, 2)}; }

// A move in notation.
std::string text(const Move& m) {
  std::string s;
  for (unsigned n = m.col; n > 0; n = (n - 1) / 26) s.insert(s.begin(),
      static_cast<char>('A' + (n - 1) % 26));
  return (s.empty() ? "@" : s) + std::to_string(m.row) + "+/\\?"[m.shape];
}

// A file of vectors that is read a word at a time.
class File {
 public:
  explicit File(const char* name) : name_(name), in_(name) {
    std::string header;
    if (!in_) refuse("there is no such file");
    if (!std::getline(in_, header) || header.compare(0, 3, "// ") != 0) {
      refuse("it does not begin with the header of a hex file of vectors");
    }
  }

  uint64_t next() {
    std::string line;
    if (!std::getline(in_, line)) refuse("it ends here without an END word: it has been cut");
    char* end = nullptr;
    uint64_t w = std::strtoull(line.c_str(), &end, 16);
    words_++;
    if (line.size() != 16 ||
        *end != 0) refuse("want a word of 16 digits: the file was cut or changed");
    return w;
  }

  // The next word, which must be of a type.
  uint64_t next(unsigned want) {
    uint64_t w = next();
    if (type(w) != want) refuse("another type of word should stand here");
    return w;
  }

  // Looks for more behind the last word.
  void end() {
    if (in_.peek() != EOF) refuse("something follows the END word");
  }

  [[noreturn]] void refuse(const char* why) const {
    std::printf("FAIL %s:%u: %s\n", name_, words_ + 1, why);
    std::exit(2);
  }

  const char* name() const { return name_; }
  unsigned words() const { return words_; }

 private:
  const char* name_;
  std::ifstream in_;
  unsigned words_ = 0;
};

// Clock cycles of one kind of command.
struct Cycles {
  uint64_t count = 0, sum = 0, most = 0;
  void add(uint64_t n) {
    count++;
    sum += n;
    most = std::max(most, n);
  }
  double average() const {
    return count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
  }
};

// What the core says of a game.
struct State {
  unsigned width = 0, height = 0, tiles = 0, red = 0, over = 0, winner = 0;
};

struct Placed {
  unsigned at;
  bool forced;
};

struct Streamed {
  Move move;
  unsigned status, completed;
  bool operator==(const Streamed& s) const {
    return move == s.move && status == s.status && completed == s.completed;
  }
};

class Testbench {
 public:
  Testbench(VerilatedContext* context, uint64_t patience)
      : dut_(context, "ll_core"), patience_(patience), board_(kSize * kSize) {
    dut_.rst_i = 1;
    dut_.cmd_valid_i = 0;
    take(false);
    for (int i = 0; i < 2; i++) edge();
    dut_.rst_i = 0;
  }

  ~Testbench() { dut_.final(); }

  // Plays a file of vectors to its end.
  void play(const char* name) {
    File file(name);
    file_ = &file;
    uint64_t head = file.next(kHead);
    if (field(head, 0,
        8) != kVersion)
        file.refuse("it has another version of the format: take the testbench that came with it");
    unsigned kind = field(head, 8, 8);
    if (kind != kTurns && kind != kMoves) file.refuse("it holds neither turn nor moves vectors");
    if (field(head, 16, 16) != kSize || field(head, 32, 16) != kSize) {
      file.refuse("it is made for a board of another size than the core's");
    }
    unsigned count = 0;
    uint64_t w = file.next();
    for (; type(w) == kVector; count++) {
      id_ = field(w, 0, 32);
      if (id_ != count) file.refuse("a vector is missing before it");
      set_up(w, count == 0);
      if (kind == kTurns) {
        turn();
        w = file.next();
      } else {
        w = moves();
      }
    }
    if (type(w) != kEnd) file.refuse("another type of word should stand here");
    if (field(w, 0, 32) != count || field(w, 32, 27) != file.words()) {
      file.refuse("END counts other vectors or words than there are");
    }
    file.end();
    if (count == 0) file.refuse("it holds no vector");
    vectors_ += count;
    file_ = nullptr;
  }

  void report() const {
    for (unsigned op : {kPlay, kTry, kUndo, kGen}) {
      if (answer_[op].count == 0) continue;
      std::printf("%-4s %llu, cycles to the answer: average %.2f, most %llu; "
                  "to the next: %.2f, %llu\n", kOpNames[op],
                  static_cast<unsigned long long>(answer_[op].count), answer_[op].average(),
                  static_cast<unsigned long long>(answer_[op].most), next_[op].average(),
                  static_cast<unsigned long long>(next_[op].most));
    }
    std::printf("PASS %u vectors in %llu clock cycles\n", vectors_,
        static_cast<unsigned long long>(cycles_));
  }

 private:
  // ------------------------------------------------------------------ failing
  [[noreturn]] void fail(const std::string& what, unsigned got, unsigned want) {
    std::printf("FAIL %s:%u: vector %u: %s is %u, it should be %u\n  after:", file_->name(),
        file_->words() + 1, id_,
                what.c_str(), got, want);
    for (const Move& m : played_) std::printf(" %s", text(m).c_str());
    std::printf("\n  asked: %s%s%s, in clock cycle %llu\n", kOpNames[op_], op_ == kPlay ||
        op_ == kTry ? " " : "",
                op_ == kPlay || op_ == kTry ? text(asked_).c_str() : "",
                    static_cast<unsigned long long>(cycles_));
    dut_.final();
    std::exit(1);
  }

  void compare(const char* what, unsigned got, unsigned want) {
    if (got != want) fail(what, got, want);
  }

  // ---------------------------------------------------------------- one cycle
  void edge() {
    dut_.clk_i = 0;
    dut_.eval();
    dut_.clk_i = 1;
    dut_.eval();
    cycles_++;
  }

  // A clock cycle. What the core says is looked at before the rising edge.
  void tick() {
    noise_ = noise_ << 1 | ((noise_ >> 15 ^ noise_ >> 13 ^ noise_ >> 12 ^ noise_ >> 10) & 1);
    take(!stall_ || (noise_ & 1));
    dut_.clk_i = 0;
    dut_.eval();
    if (dut_.trace_valid_o) trace();
    if (dut_.rsp_valid_o) {
      if (++answers_ > 1) fail("the number of answers", answers_, 1);
      status_ = dut_.rsp_status_o;
      completed_ = dut_.rsp_completed_o;
      x_ = dut_.origin_x_o;
      y_ = dut_.origin_y_o;
    }
    if (dut_.rsp_valid_o || dut_.cmd_ready_o) {
      state_ = {dut_.width_o, dut_.height_o, dut_.tiles_o, dut_.red_o, dut_.over_o, dut_.winner_o};
    }
    stream();
    ready_ = dut_.cmd_ready_o;
    dut_.clk_i = 1;
    dut_.eval();
    if (++cycles_ > deadline_) fail("the time of a command, in clock cycles,",
        static_cast<unsigned>(patience_) + 1,
                                    static_cast<unsigned>(patience_));
  }

  // Adds or removes the tile of the trace port. That NEW takes tiles away need not be traced.
  void trace() {
    if (op_ == kNew) return;
    unsigned at = dut_.trace_y_o * kSize + dut_.trace_x_o;
    if (dut_.trace_undo_o) {
      if (board_[at] == 0) fail("the number of tiles on a square that one is taken from", 0, 1);
      board_[at] = 0;
      placed_.erase(std::remove_if(placed_.begin(), placed_.end(),
          [at](const Placed& p) { return p.at == at; }),
                    placed_.end());
      return;
    }
    if (board_[at] != 0) fail("the number of tiles on a square that one is placed on", 1, 0);
    if (letter(dut_.trace_tile_o) == '?') fail("the set of red sides of a tile", dut_.trace_tile_o,
        3);
    board_[at] = dut_.trace_tile_o;
    placed_.push_back({at, dut_.trace_forced_o != 0});
  }

#ifdef LL_WITHOUT_GEN
  void take(bool) {}
  void stream() {}
#else
  void take(bool ready) { dut_.gen_ready_i = ready; }

  // Takes the move that GEN offers, and holds GEN to it until it is taken.
  void stream() {
    Streamed now{{dut_.gen_col_o, dut_.gen_row_o, dut_.gen_shape_o}, dut_.gen_status_o,
        dut_.gen_completed_o};
    if (holding_ && !dut_.gen_valid_o) fail("gen_valid of a move not yet taken", 0, 1);
    if (holding_ && !(now == held_)) fail("a move offered by GEN, which changed: its column",
        now.move.col, held_.move.col);
    holding_ = false;
    if (!dut_.gen_valid_o) return;
    if (op_ != kGen || answers_ != 0) fail("gen_valid outside of GEN", 1, 0);
    if (dut_.gen_ready_i) {
      if (streamed_.size() == 4 * kSize * kSize) fail("the number of moves that GEN streams",
          4 * kSize * kSize, 0);
      streamed_.push_back(now);
    }
    holding_ = !dut_.gen_ready_i;
    held_ = now;
  }
#endif

  // ----------------------------------------------------------------- commands
  // Gives a command and waits for its answer. The core may still be busy with the one before.
  void ask(Op op, Move move = {}) {
    dut_.cmd_valid_i = 1;
    dut_.cmd_op_i = op;
    dut_.cmd_col_i = std::min(move.col, kLargest);
    dut_.cmd_row_i = std::min(move.row, kLargest);
    dut_.cmd_shape_i = move.shape;
    deadline_ = cycles_ + patience_;
    do tick();
    while (!ready_);
    settled();
    op_ = op;
    asked_ = move;
    placed_.clear();
    streamed_.clear();
    answers_ = 0;
    passed_ = cycles_;
    waiting_ = true;
    stall_ = id_ & 1;
    dut_.cmd_valid_i = 0;  // and what is not valid is noise
    dut_.cmd_op_i = (op + 1 + cycles_ % 7) & 7;
    dut_.cmd_col_i = ~dut_.cmd_col_i & kLargest;
    dut_.cmd_row_i = ~dut_.cmd_row_i & kLargest;
    dut_.cmd_shape_i = ~dut_.cmd_shape_i & 3;
    while (answers_ == 0) tick();
    answer_[op].add(cycles_ - passed_);
    if (op == kNew) {
      std::fill(board_.begin(), board_.end(), 0);
      played_.clear();
    }
  }

  // Waits until the next command could pass.
  void settle() {
    while (!ready_) tick();
    settled();
  }

  void settled() {
    if (waiting_) next_[op_].add(cycles_ - passed_);
    waiting_ = false;
  }

  // Gives a command that cannot be refused.
  void must(Op op) {
    ask(op);
    compare("the status", status_, kOk);
    compare("completed", completed_, 0);
    settle();
  }

  // -------------------------------------------------------------------- board
  static char letter(unsigned tile) { return ".??B?Ps??Sp?b???"[tile & 15]; }

  // CRC-32 of the box, as SUM words have it.
  uint32_t crc() const {
    uint32_t sum = ~0u;
    auto add = [&sum](char c) {
      sum ^= static_cast<uint8_t>(c);
      for (int i = 0; i < 8; i++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    };
    for (unsigned row = 1; row <= state_.height; row++) {
      for (unsigned col = 1; col <= state_.width; col++) {
        unsigned y = (dut_.origin_y_o + row) & kMask, x = (dut_.origin_x_o + col) & kMask;
        add(letter(board_[y * kSize + x]));
      }
      add('\n');
    }
    return ~sum;
  }

  // ------------------------------------------------------------------ vectors
  // Gives a command and resets the core for one cycle when it has worked on it for some.
  void interrupt(Op op, Move move, unsigned cycles) {
    dut_.cmd_valid_i = 1;
    dut_.cmd_op_i = op;
    dut_.cmd_col_i = move.col;
    dut_.cmd_row_i = move.row;
    dut_.cmd_shape_i = move.shape;
    for (unsigned i = 0; i < cycles; i++) edge();
    dut_.cmd_valid_i = 0;
    dut_.rst_i = 1;
    edge();
    dut_.rst_i = 0;
    op_ = kNew;
    answers_ = 1;  // another is one too many
    waiting_ = ready_ = holding_ = false;
    deadline_ = cycles_ + patience_;
    std::fill(board_.begin(), board_.end(), 0);
    played_.clear();
    settle();
    empty();
  }

  // What must be so on the empty board.
  void empty() {
    compare("the number of tiles left on the empty board",
            static_cast<unsigned>(kSize * kSize - std::count(board_.begin(), board_.end(), 0)), 0);
    over_ = winner_ = false;
    compare("width of the empty board", state_.width, 0);
    compare("height of the empty board", state_.height, 0);
    compare("tiles on the empty board", state_.tiles, 0);
    compare("red on the empty board", state_.red, 0);
    compare("over on the empty board", state_.over, 0);
  }

  // Resets the core in each cycle of a turn that closes a loop, and leads to its position again.
  void reset_in_turn(const Move& move, unsigned cycles) {
    std::vector<Move> moves = played_;
    for (unsigned n = 1; n <= cycles; n++) {
      interrupt(kPlay, move, n);
      lead(moves);
    }
  }

  // Empties the board by NEW, by taking everything back, or at times by a reset.
  void empty_board() {
    if (id_ % 16 == 5) {
      Op op = id_ & 16 ? kGen : id_ & 32 ? kUndo : kPlay;
      interrupt(has(op) ? op : kPlay, {}, 1 + id_ / 16 % 64);
      if (has(kGen)) begin_anew();
    } else if (cycles_ < 16 || id_ & 1 || !has(kUndo)) {
      must(kNew);
    } else {
      for (; !played_.empty(); played_.pop_back()) must(kUndo);
    }
    empty();
    if (!has(kUndo)) return;
    ask(kUndo);
    compare("the status of UNDO on the empty board", status_, kNothingToUndo);
    settle();
  }

  // The generator begins anew after a reset.
  void begin_anew() {
    ask(kGen);
    compare("the number of moves on the empty board", static_cast<unsigned>(streamed_.size()), 2);
    settle();
  }

  // Takes the last turn back: by UNDO, or by all moves before it on an empty board.
  void take_back() {
    if (has(kUndo)) return must(kUndo);
    std::vector<Move> moves = played_;
    must(kNew);
    lead(moves);
  }

  // Plays moves that lead to a position.
  void lead(const std::vector<Move>& moves) {
    for (const Move& m : moves) {
      ask(kPlay, m);
      compare("the status of a move that leads to the position", status_, kOk);
      settle();
      played_.push_back(m);
    }
  }

  // Leads to the position of a vector.
  void set_up(uint64_t w, bool first) {
    unsigned setups = field(w, 32, 16);
    if (field(w, 48, 1)) {
      if (first || setups != 0) file_->refuse("there is no position before, or one is set up");
      return;
    }
    empty_board();
    for (; setups > 0; setups--) {
      ask(kPlay, move_of(file_->next(kSetup)));
      compare("the status of a move that leads to the position", status_, kOk);
      settle();
      played_.push_back(asked_);
    }
    over_ = state_.over;
    winner_ = state_.winner;
  }

  void turn() {
    turn_ = file_->next(kTurn);
    tiles_.clear();
    if (field(turn_, 34, 4) == kOk) {
      after_ = file_->next(kAfter);
      for (unsigned n = field(turn_, 39, 16); n > 0; n--) tiles_.push_back(file_->next(kTile));
    }
    back_ = file_->next(kBack);
    sum_ = file_->next(kSum);
    if (has(kTry)) judge(kTry);
    // At times the next command is there before the board is restored.
    if (has(kTry) && !(id_ & 2)) {
      settle();
      judge_back();
    }
    judge(kPlay);
    unsigned took = static_cast<unsigned>(cycles_ - passed_);
    bool loop = completed_ & 5;
    settle();
    if (status_ == kOk) take_back();
    judge_back();
    if (loop && resets_++ < 4) reset_in_turn(move_of(turn_), took);
  }

  // Asks TRY or PLAY about the turn, and compares its answer.
  void judge(Op op) {
    ask(op, move_of(turn_));
    compare("the status", status_, field(turn_, 38, 1) ? kBoardFull : field(turn_, 34, 4));
    compare("completed", completed_, status_ == kOk ? field(after_, 46, 4) : 0);
    if (status_ == kOk) judge_after();
  }

  void judge_after() {
    compare("width", state_.width, field(after_, 0, 12));
    compare("height", state_.height, field(after_, 12, 12));
    compare("tiles", state_.tiles, field(after_, 24, 20));
    compare("red", state_.red, ~played_.size() & 1);
    compare("over", state_.over, field(after_, 44, 1));
    if (state_.over) compare("winner", state_.winner, field(after_, 45, 1));
    compare("the number of placed tiles", static_cast<unsigned>(placed_.size()),
        static_cast<unsigned>(tiles_.size()));
    // The cells of the placed tiles differ, or the trace would have been refused; so as many
    // that are all found are the same set.
    for (uint64_t w : tiles_) judge_tile(w);
  }

  void judge_tile(uint64_t w) {
    unsigned at = ((y_ + field(w, 16, 16)) & kMask) * kSize + ((x_ + field(w, 0, 16)) & kMask);
    auto p = std::find_if(placed_.begin(), placed_.end(),
        [at](const Placed& p) { return p.at == at; });
    std::string cell = text({field(w, 0, 16), field(w, 16, 16), 0});
    cell.pop_back();
    if (p == placed_.end())
        fail("the number of tiles placed at " + cell + " of the box after the turn", 0, 1);
    if (p->forced != field(w, 36, 1)) fail("forced of the tile at " + cell, p->forced, !p->forced);
    if (board_[at] != field(w, 32, 4)) fail("the set of red sides of the tile at " + cell,
        board_[at], field(w, 32, 4));
  }

  // The board must be that before the turn.
  void judge_back() {
    compare("width before the turn", state_.width, field(back_, 0, 12));
    compare("height before the turn", state_.height, field(back_, 12, 12));
    compare("tiles before the turn", state_.tiles, field(back_, 24, 20));
    compare("red before the turn", state_.red, played_.size() & 1);
    compare("over before the turn", state_.over, over_);
    if (over_) compare("winner before the turn", state_.winner, winner_);
    compare("the CRC-32 of the board before the turn", crc(), field(sum_, 0, 32));
  }

  // Has the board no room for a tile at the move's cell?
  bool full(const Move& m) const {
    return ((m.col == 0 || m.col > state_.width) && state_.width == kSize - 2) ||
           ((m.row == 0 || m.row > state_.height) && state_.height == kSize - 2);
  }

  // Plays a moves vector and returns the word behind it.
  uint64_t moves() {
    std::vector<Streamed> want;
    uint64_t w = file_->next();
    for (; type(w) == kMove; w = file_->next()) {
      Move m = move_of(w);
      want.push_back({m, full(m) ? kBoardFull : field(w, 34, 1) ? kOk : kForcedPlay, 0});
      if (field(w, 35, 1) && !full(m)) file_->refuse("the board of the file has less room");
    }
    if (has(kGen)) {
      judge_stream(std::move(want));
    } else {
      judge_each(want);
    }
    return w;
  }

  // Compares what GEN streams, and asks about each of those moves.
  void judge_stream(std::vector<Streamed> want) {
    ask(kGen);
    compare("the status of GEN", status_, over_ ? kGameOver : kOk);
    compare("completed of GEN", completed_, 0);
    settle();
    std::vector<Streamed> got = streamed_;
    for (const Streamed& s : got) {
      auto found = std::find_if(want.begin(), want.end(),
          [&s](const Streamed& o) { return o.move == s.move; });
      if (found == want.end())
          fail("the number of times that GEN streams " + text(s.move) + ", now or again,", 1, 0);
      if (found->status != s.status) fail("the status of " + text(s.move) + " from GEN", s.status,
          found->status);
      want.erase(found);
    }
    if (!want.empty()) fail("the number of times that GEN streams " + text(want[0].move), 0, 1);
    for (const Streamed& s : got) {
      ask(has(kTry) ? kTry : kPlay, s.move);
      compare("the status of a move of GEN", s.status, status_);
      if (status_ == kOk) compare("completed of a move of GEN", s.completed, completed_);
      restore();
      if (!(id_ & 2)) settle();
    }
    settle();
  }

  // Takes the turn back that was asked about, if it was played.
  void restore() {
    if (op_ != kPlay || status_ != kOk) return;
    settle();
    take_back();
  }

  // Asks about each tile in and around the box, for a core without GEN.
  void judge_each(const std::vector<Streamed>& want) {
    const unsigned width = state_.width, height = state_.height;
    for (unsigned at = 0; at < 3 * (width + 2) * (height + 2); at++) {
      Move m{at / 3 % (width + 2), at / 3 / (width + 2), at % 3};
      auto found = std::find_if(want.begin(), want.end(),
          [&m](const Streamed& o) { return o.move == m; });
      ask(has(kTry) ? kTry : kPlay, m);
      if (found != want.end()) compare("the status", status_, found->status);
      else if (status_ == kOk || status_ == kForcedPlay || status_ == kBoardFull)
          fail("the status of a tile that does not fit", status_, over_ ? kGameOver : kColour);
      restore();
      settle();
    }
  }

  Vll_core dut_;
  uint64_t patience_, cycles_ = 0, deadline_ = ~uint64_t{0};
  File* file_ = nullptr;
  unsigned id_ = 0, vectors_ = 0, resets_ = 0;

  // The command in hand and its answer.
  Op op_ = kNew;
  Move asked_;
  unsigned answers_ = 0, status_ = 0, completed_ = 0, x_ = 0, y_ = 0;
  bool ready_ = false, waiting_ = false;
  uint64_t passed_ = 0;
  State state_;
  Cycles answer_[kOps], next_[kOps];

  // The board as the trace port tells it, 0 for no tile.
  std::vector<unsigned> board_;
  std::vector<Placed> placed_;  // by the command in hand

  // GEN.
  unsigned noise_ = 1;
  bool stall_ = false, holding_ = false;
  Streamed held_{};
  std::vector<Streamed> streamed_;

  // The position, and the words of the turn.
  std::vector<Move> played_;
  bool over_ = false, winner_ = false;
  uint64_t turn_ = 0, after_ = 0, back_ = 0, sum_ = 0;
  std::vector<uint64_t> tiles_;
};

[[noreturn]] void usage(const char* why) {
  std::printf("FAIL %s; type: Vll_core [--seed N] [--patience N] [--coverage FILE] FILE...\n", why);
  std::exit(2);
}

// The number that an option is given.
uint64_t number(const char* text) {
  char* end = nullptr;
  uint64_t n = std::strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != 0) usage("an option wants a number");
  return n;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t patience = 1000000, seed = 1;
  const char* coverage = nullptr;
  std::vector<const char*> files;
  for (int i = 1; i < argc; i++) {
    std::string a = argv[i];
    if (a[0] == '+') continue;
    if (a.compare(0, 2, "--") != 0) {
      files.push_back(argv[i]);
      continue;
    }
    if (i + 1 == argc) usage("an option wants a value");
    if (a == "--seed") {
      seed = number(argv[++i]);
    } else if (a == "--patience") {
      patience = number(argv[++i]);
    } else if (a == "--coverage") {
      coverage = argv[++i];
    } else {
      usage("there is no such option");
    }
  }
  if (files.empty()) usage("there is no file to play");
#if !VM_COVERAGE
  if (coverage != nullptr) usage("this model was built without --coverage");
#endif
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);
  // Seeds that are near to each other would begin alike.
  context.randSeed(static_cast<int>(seed * 2654435761u % 2147483647 + 1));
  Testbench testbench(&context, patience);
  for (const char* name : files) testbench.play(name);
  testbench.report();
#if VM_COVERAGE
  if (coverage != nullptr) context.coveragep()->write(coverage);
#endif
  return 0;
}
