// Drives the command port of a Trax core and watches its trace port
// (docs/rtl-interface.md). One request is a batch of commands, one answer the
// records of all of them; trax/rtl/core.go has the other side.
//
// The monitor knows no rules. It holds the tiles that the core says it placed,
// and complains of what no rules could excuse: a tile on a tile, a board that
// is not the same after it was restored, an answer that never comes.

#include <algorithm>
#include <string>
#include <vector>

#include "model.h"

#ifndef LOG_SIZE
#error "LOG_SIZE is the binary logarithm of the board's columns and rows"
#endif

namespace {

using loopline::Block;

constexpr int kSize = 1 << LOG_SIZE;
constexpr int kMask = kSize - 1;

enum Op : uint8_t { kNew, kPlay, kUndo, kTry, kGen, kBoard = 8 };

enum Flag : uint8_t {
  kIfOk = 1,   // skipped once a command with this flag was refused, until NEW
  kStall = 2,  // gen_ready_i comes and goes
  kPause = 4,  // the command waits until the core is ready, and some cycles more
  kEager = 8,  // the command is offered while the core is busy with the one before
};

enum Fault : uint8_t {
  kNone,
  kNoAnswer,
  kNotReady,
  kTileOnTile,
  kTookNothing,
  kNotRestored,
  kWidthNotRestored,
  kTwoAnswers,
  kTraceAfterAnswer,
  kOriginMoved,
  kGenEndless,
  kUnasked,
  kFinished,
  kOriginNotRestored,
  kReadyEarly,
  kMoveChanged,
  kHeightNotRestored,
  kTilesNotRestored,
  kRedNotRestored,
  kOverNotRestored,
  kWinnerNotRestored,
};

constexpr uint8_t kSkipped = 15;  // in place of a status

struct Command {
  uint8_t op, flags, shape, unused;
  uint16_t col, row;
};
static_assert(sizeof(Command) == 8, "as trax/rtl/core.go writes it");

// The gen ports of a core, which need not exist where GEN is left out.
struct Offer {
  unsigned col, row, shape, status, completed;
  bool operator==(const Offer& o) const {
    return col == o.col && row == o.row && shape == o.shape && status == o.status &&
           completed == o.completed;
  }
};

#ifndef WITHOUT_GEN
template <class T> bool offers(const T* d) { return d->gen_valid_o; }
template <class T> void take(T* d, unsigned ready) { d->gen_ready_i = ready; }
template <class T> bool takes(const T* d) { return d->gen_ready_i; }
template <class T> Offer offer(const T* d) {
  return {d->gen_col_o, d->gen_row_o, d->gen_shape_o, d->gen_status_o, d->gen_completed_o};
}
#else
template <class T> auto take(T* d, unsigned ready, int) -> decltype(d->gen_ready_i = ready, void()) {
  d->gen_ready_i = ready;
}
template <class T> void take(T*, unsigned, long) {}
template <class T> void take(T* d, unsigned ready) { take(d, ready, 0); }
template <class T> bool offers(const T*) { return false; }
template <class T> bool takes(const T*) { return true; }
template <class T> Offer offer(const T*) { return {}; }
#endif

// What the core says of itself.
struct State {
  unsigned width = 0, height = 0, tiles = 0, flags = 0;
  bool operator==(const State& o) const {
    return width == o.width && height == o.height && tiles == o.tiles && flags == o.flags;
  }
  // Names the first signal that is not as it was.
  Fault fault(const State& o) const {
    if (width != o.width) return kWidthNotRestored;
    if (height != o.height) return kHeightNotRestored;
    if (tiles != o.tiles) return kTilesNotRestored;
    if ((flags ^ o.flags) & 2u) return kOverNotRestored;
    return (flags ^ o.flags) & 1u ? kRedNotRestored : kWinnerNotRestored;
  }
};

struct Placed {
  uint16_t x, y;
  uint8_t tile, forced;
};

// What must be there again when a turn has been taken back.
struct Mark {
  State state;
  uint64_t hash = 0;
  unsigned x = 0, y = 0;
};

#ifdef TEXTS
// Texts of a waveform, for people; docs/rtl-interface.md has the numbers.
const char* const kOp[8] = {"NEW", "PLAY", "UNDO", "TRY", "GEN", "op 5", "op 6", "op 7"};
const char* const kStatus[11] = {"ok", "syntax", "game-over", "first-move", "off-board", "occupied",
                                 "isolated", "colour", "forced-play", "board-full", "nothing to undo"};

// The command as people write it, such as PLAY C2/.
std::string text(const Command& c) {
  std::string op = kOp[c.op & 7];
  if (c.op != kPlay && c.op != kTry) return op;
  std::string column;
  for (unsigned n = c.col; n > 0; n = (n - 1) / 26) column.insert(column.begin(), static_cast<char>('A' + (n - 1) % 26));
  return op + " " + (column.empty() ? "@" : column) + std::to_string(c.row) + "+/\\?"[c.shape & 3];
}
#endif

uint64_t mix(uint64_t v) {
  v += 0x9e3779b97f4a7c15u;
  v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9u;
  v = (v ^ v >> 27) * 0x94d049bb133111ebu;
  return v ^ v >> 31;
}

class Rig {
 public:
  Rig(int argc, char** argv, uint32_t seed)
      : m_(argc, argv, seed),
        limit_(loopline::number(argc, argv, "limit", 4000000)),
        from_(loopline::number(argc, argv, "wave-from", ~0ull)),
        to_(loopline::number(argc, argv, "wave-to", 0)),
        cells_(kSize * kSize, 0) {
    m_.wave(loopline::argument(argc, argv, "wave", ""));
    m_.dut->cmd_valid_i = 0;
    take(m_.dut, 1);
    m_.dut->rst_i = 1;
    marks_.push_back(Mark());
    for (int i = 0; i < 4; i++) {
      m_.settle();
      m_.rise();
    }
    m_.dut->rst_i = 0;
  }

  // Serves batches until the input ends, or the core is to be switched on anew
  // in a power-up state that follows from a seed: then it returns that.
  uint32_t serve() {
    std::vector<Command> commands;
    Block records, head;
    std::vector<uint32_t> cycles;
    for (;;) {
      uint32_t n;
      if (!loopline::read_all(&n, sizeof n)) return 0;
      if (n == kPowerUp) {
        if (!loopline::read_all(&n, sizeof n)) return 0;
        return n;
      }
      if (n > 1u << 20) loopline::fail("a batch is too large");
      commands.resize(n);
      if (!loopline::read_all(commands.data(), n * sizeof(Command))) return 0;
      loopline::alive();
      records.clear();
      cycles.clear();
      for (size_t i = 0; i < commands.size(); i++) {
        m_.dump(index_ >= from_ && index_ <= to_);
        index_++;
        bool eager = i + 1 < commands.size() && commands[i + 1].flags & kEager;
        next_ = eager ? &commands[i + 1] : nullptr;
        uint32_t took = run(commands[i], records);
        if (index_ <= to_ + 1) {
          asked_at_ = passed_at_;
          answered_at_ = answered_ ? answer_at_ : m_.cycles();
        }
        cycles.push_back(took);
        if (broken_) break;
      }
      head.clear();
      head.u32(static_cast<uint32_t>(cycles.size()));
      head.u32(static_cast<uint32_t>(records.size()));
      head.u64(asked_at_);
      head.u64(answered_at_);
      head.send();
      records.send();
      loopline::write_all(cycles.data(), cycles.size() * sizeof(uint32_t));
      if (broken_) m_.close();
    }
  }

 private:
  // Runs one command and appends its record. Returns the cycles from the one
  // in which the command passed to the one in which the next could.
  uint32_t run(const Command& c, Block& out) {
    if (c.op == kBoard) return board(out);
    if (c.op == kNew) refused_ = false;
    if (c.flags & kIfOk && refused_) {
      skipped(c, out);
      return 0;
    }
    begin(c);
#ifdef TEXTS
    m_.asked(text(c));
    m_.answered("");
#endif
    uint64_t passed = passed_at_ = pass(c);
    if (fault_ == kNone) wait();
    if (fault_ == kNone) restore(c);
    finish(c, out);
    return static_cast<uint32_t>(m_.cycles() - passed);
  }

  void begin(const Command& c) {
    fault_ = kNone;
    status_ = completed_ = 0;
    placed_.clear();
    moves_.clear();
    answered_ = origin_known_ = passed_ = holding_ = false;
    op_ = c.op;
    stall_ = c.flags & kStall;
    start_ = m_.cycles();
  }

  // Hands the command over.
  uint64_t pass(const Command& c) {
    Vdut* d = m_.dut;
    if (c.flags & kPause) {
      m_.settle();
      while (!d->cmd_ready_o && patient()) step();
      for (unsigned i = 0; i < (c.col & 3u) && fault_ == kNone; i++) step();
    }
    put(c);
    m_.settle();
    while (!d->cmd_ready_o && patient()) step();
    if (fault_ == kNoAnswer) fault_ = kNotReady;
    uint64_t at = m_.cycles();
    take(d, ready_for_moves());
    step();
    passed_ = true;
    if (next_ && next_->op != kBoard) {
      put(*next_);
    } else {
      noise();
    }
    m_.settle();
    return at;
  }

  // Offers a command.
  void put(const Command& c) {
    Vdut* d = m_.dut;
    d->cmd_valid_i = 1;
    d->cmd_op_i = c.op;
    d->cmd_col_i = c.col;
    d->cmd_row_i = c.row;
    d->cmd_shape_i = c.shape;
  }

  // Offers none. What has no meaning now must not matter.
  void noise() {
    Vdut* d = m_.dut;
    d->cmd_valid_i = 0;
    d->cmd_op_i = static_cast<uint8_t>(noise_ & 7);
    d->cmd_col_i = static_cast<uint16_t>(noise_ >> 3 & (2 * kSize - 1));
    d->cmd_row_i = static_cast<uint16_t>(noise_ >> 30 & (2 * kSize - 1));
    d->cmd_shape_i = static_cast<uint8_t>(noise_ >> 20 & 3);
    noise_ = mix(noise_);
  }

  // Waits for the answer, and until the core can take the next command.
  void wait() {
    for (look(); !(answered_ && m_.dut->cmd_ready_o); look()) {
      if (!patient()) {
        if (fault_ == kNoAnswer && answered_) fault_ = kNotReady;
        return;
      }
      step();
    }
  }

  // Looks whether all is as it should be, now that the core is ready.
  void restore(const Command& c) {
    Vdut* d = m_.dut;
    bool ok = status_ == 0;
    if (op_ == kNew) {
      std::fill(cells_.begin(), cells_.end(), 0);
      hash_ = 0;
      marks_.resize(1);
    } else if (op_ == kUndo && ok && marks_.size() > 1) {
      marks_.pop_back();
    } else if (op_ == kPlay && ok) {
      marks_.push_back(Mark{answer_, hash_, d->origin_x_o, d->origin_y_o});
    }
    refused_ |= !ok && c.flags & kIfOk;
    const Mark& want = marks_.back();
    if (fault_ != kNone) return;
    if (hash_ != want.hash) fault_ = kNotRestored;
    else if (!(state() == want.state)) fault_ = state().fault(want.state);
    else if (marks_.size() > 1 && (d->origin_x_o != want.x || d->origin_y_o != want.y))
      fault_ = kOriginNotRestored;
  }

  // One cycle: looks at the outputs, then the rising edge. The outputs have
  // settled before it, and have again after it.
  void step() {
    look();
    m_.rise();
    looked_ = false;
    if (stall_) take(m_.dut, ready_for_moves());
    m_.settle();
    if (m_.finished()) fault_ = kFinished;
  }

  unsigned ready_for_moves() {
    if (!stall_) return 1;
    noise_ = mix(noise_);
    return noise_ >> 40 & 1;
  }

  bool patient() {
    if (fault_ != kNone) return false;
    // Nobody looks through a waveform of millions of cycles.
    if (m_.cycles() - start_ == kWaveCycles) m_.dump(false);
    if (m_.cycles() - start_ < limit_) return true;
    fault_ = kNoAnswer;
    return false;
  }

  // Looks at the outputs, once a cycle.
  void look() {
    Vdut* d = m_.dut;
    if (looked_) return;
    looked_ = true;
    if (d->trace_valid_o) watch();
    if (op_ == kGen || offers(d)) stream();
    if (d->rsp_valid_o) take_answer();
    if (passed_ && !answered_ && d->cmd_ready_o && fault_ == kNone) fault_ = kReadyEarly;
  }

  // Takes the move that GEN offers, and holds GEN to it until it is taken.
  void stream() {
    const bool offered = offers(m_.dut);
    const Offer now = offer(m_.dut);
    if (holding_ && !(offered && now == held_) && fault_ == kNone) fault_ = kMoveChanged;
    holding_ = offered && !takes(m_.dut);
    held_ = now;
    if (offered && !holding_) take_move(now);
  }

  // A tile is placed or taken away.
  void watch() {
    Vdut* d = m_.dut;
    unsigned x = d->trace_x_o & kMask, y = d->trace_y_o & kMask;
    uint8_t& cell = cells_[y * kSize + x];
    if (d->trace_undo_o) {
      if (cell == 0) {
        if (op_ != kNew && fault_ == kNone) fault_ = kTookNothing;
        return;
      }
      hash_ ^= mix(y * kSize + x + (static_cast<uint64_t>(cell) << 32));
      cell = 0;
      if (answered_) return;
      for (size_t i = placed_.size(); i-- > 0;)
        if (placed_[i].x == x && placed_[i].y == y) {
          placed_.erase(placed_.begin() + static_cast<std::ptrdiff_t>(i));
          break;
        }
      return;
    }
    if (cell != 0 && fault_ == kNone) fault_ = kTileOnTile;
    if (answered_ && fault_ == kNone) fault_ = kTraceAfterAnswer;
    cell = static_cast<uint8_t>(16 | d->trace_tile_o);
    hash_ ^= mix(y * kSize + x + (static_cast<uint64_t>(cell) << 32));
    if (!origin_known_) {
      origin_known_ = true;
      origin_x_ = d->origin_x_o;
      origin_y_ = d->origin_y_o;
    }
    placed_.push_back(Placed{static_cast<uint16_t>(x), static_cast<uint16_t>(y),
                             static_cast<uint8_t>(d->trace_tile_o),
                             static_cast<uint8_t>(d->trace_forced_o)});
  }

  void take_move(const Offer& o) {
    if (op_ != kGen || answered_) {
      if (fault_ == kNone) fault_ = kUnasked;
      return;
    }
    if (moves_.size() >= 4u * kSize * kSize) {
      fault_ = kGenEndless;
      return;
    }
    unsigned completed = o.status == 0 ? o.completed : 0u;
    moves_.push_back(static_cast<uint32_t>(o.row) << 24 | (o.col & 0xffu) << 16 |
                     (o.shape & 3u) << 12 | (o.status & 15u) << 4 | (completed & 15u));
  }

  void take_answer() {
    Vdut* d = m_.dut;
    if (answered_ || !passed_) {
      if (fault_ == kNone) fault_ = kTwoAnswers;
      return;
    }
    answered_ = true;
    answer_at_ = m_.cycles();
    status_ = d->rsp_status_o;
#ifdef TEXTS
    m_.answered(status_ < 11 ? kStatus[status_] : "status " + std::to_string(status_));
#endif
    completed_ = d->rsp_completed_o;
    answer_ = state();
    if (op_ == kPlay || op_ == kTry) {
      if (status_ == 0 && origin_known_ && (origin_x_ != d->origin_x_o || origin_y_ != d->origin_y_o))
        if (fault_ == kNone) fault_ = kOriginMoved;
    }
    turn_x_ = d->origin_x_o;
    turn_y_ = d->origin_y_o;
  }

  State state() const {
    const Vdut* d = m_.dut;
    State s;
    s.width = d->width_o;
    s.height = d->height_o;
    s.tiles = d->tiles_o;
    // Who is to move means nothing after the end, who has won nothing before it.
    s.flags = d->over_o ? 2u | (d->winner_o ? 4u : 0u) : (d->red_o ? 1u : 0u);
    return s;
  }

  // Appends the record of the command.
  void finish(const Command& c, Block& out) {
    bool turn = c.op == kPlay || c.op == kTry;
    const State s = fault_ == kNone && !(turn && status_ == 0) ? state() : answer_;
    std::vector<uint32_t>& entries = moves_;
    if (turn) {
      entries.clear();
      if (status_ == 0)
        for (const Placed& p : placed_) {
          unsigned col = (p.x - turn_x_) & kMask, row = (p.y - turn_y_) & kMask;
          entries.push_back((p.forced ? 1u << 31 : 0u) | row << 16 | col << 4 | p.tile);
        }
    }
    std::sort(entries.begin(), entries.end());
    out.u8(c.op);
    out.u8(status_);
    out.u8(completed_);
    out.u8(s.flags);
    out.u8(s.width);
    out.u8(s.height);
    out.u16(s.tiles);
    out.u8(fault_);
    out.u8(0);
    out.u16(static_cast<unsigned>(std::min<size_t>(entries.size(), 0xffff)));
    for (size_t i = 0; i < entries.size() && i < 0xffff; i++) out.u32(entries[i]);
    broken_ = fault_ != kNone;
  }

  void skipped(const Command& c, Block& out) {
    out.u8(c.op);
    out.u8(kSkipped);
    for (int i = 0; i < 10; i++) out.u8(0);
  }

  // The monitor's board in the box of the core, a byte a cell: 0, or 16 and
  // the red sides.
  uint32_t board(Block& out) {
    Vdut* d = m_.dut;
    State s = state();
    unsigned n = std::min<unsigned>(s.width * s.height, 0xffff);
    out.u8(kBoard);
    out.u8(0);
    out.u8(0);
    out.u8(s.flags);
    out.u8(s.width);
    out.u8(s.height);
    out.u16(s.tiles);
    out.u16(0);
    out.u16(n);
    for (unsigned i = 0; i < n; i++) {
      unsigned x = (d->origin_x_o + 1 + i % s.width) & kMask;
      unsigned y = (d->origin_y_o + 1 + i / s.width) & kMask;
      out.u8(cells_[y * kSize + x]);
    }
    return 0;
  }

  static constexpr uint64_t kWaveCycles = 50000;
  static constexpr uint32_t kPowerUp = ~0u;  // in place of a number of commands

  loopline::Model m_;
  const uint64_t limit_, from_, to_;
  uint64_t index_ = 0;  // of the command, for the waveform
  uint64_t start_ = 0;  // the cycle in which the command began
  uint64_t passed_at_ = 0, answer_at_ = 0;     // and those in which it passed, and was answered
  uint64_t asked_at_ = 0, answered_at_ = 0;    // of the last command of the waveform
  uint64_t noise_ = 1;
  bool looked_ = false;  // at the outputs of this cycle
  const Command* next_ = nullptr;  // offered while the core is busy; or none

  // The monitor.
  std::vector<uint8_t> cells_;
  uint64_t hash_ = 0;
  std::vector<Mark> marks_;  // of the empty board, and after each turn

  // The command that runs.
  uint8_t op_ = 0;
  Fault fault_ = kNone;
  bool passed_ = false, answered_ = false, stall_ = false, refused_ = false, broken_ = false;
  bool holding_ = false;  // a move was offered and not taken
  Offer held_{};
  uint8_t status_ = 0, completed_ = 0;
  State answer_;
  bool origin_known_ = false;
  unsigned origin_x_ = 0, origin_y_ = 0, turn_x_ = 0, turn_y_ = 0;
  std::vector<Placed> placed_;
  std::vector<uint32_t> moves_;
};

}  // namespace

int main(int argc, char** argv) {
  uint32_t seed = 0;
  do {
    Rig rig(argc, argv, seed);
    seed = rig.serve();
  } while (seed != 0);
}
