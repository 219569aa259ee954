// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_chooser on the positions of the golden moves vectors and on some that follow from
// them. What it should choose is found out by asking the core the same questions in a simpler
// order; that the core is right is proved elsewhere.
//
//   - With all room and time it chooses one of the best moves by its rules, plays it, and once
//     that is undone the position is as before.
//   - With short lists, likewise by the rules for short lists.
//   - With little time or none it chooses a legal move in time, never one that loses at once if
//     there is another, and always one that wins at once.
//   - Given up in any clock cycle it leaves a core that plays a new game. It is not idle before
//     the core has answered, and never stands still with nothing asked.
//
//   hdl/tb/run chooser +golden=vectors/golden/moves.hex [+positions=N] [+seed=N]
//   hdl/tb/run chooser +judged=FILE
//
// The second form takes positions whose every legal move somebody else has judged; what the core
// thinks of them is not asked. A line of the file is a position:
//
//   @0+ A0/ ... ; win ... ; safe ... ; gift ... ; lose ...
//
// the moves that lead there, those that win at once, those after which no reply wins at once,
// those after which one does, and those that lose at once. The chooser takes the first kind that
// there is; without time it cannot tell safe moves from gifts.
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "Vll_chooser_tb.h"
#include "verilated.h"

namespace {

constexpr int kNew = 0, kPlay = 1, kUndo = 2, kGen = 4;
constexpr int kOk = 0, kBoardFull = 9;
constexpr int kAmple = 0, kShort = 1, kQuick = 2, kHurried = 3;  // lanes
constexpr long kPatience = 1'000'000;    // clock cycles that a command may take
constexpr long kForever = 5'000'000;     // clock cycles that a choice may take
constexpr int kStill = 2000;             // cycles in which a chooser asks nothing: 3 for a move that loses
constexpr long kLife = 4'000'000'000;    // clock cycles for all there is to do

struct Move {
  int col = 0, row = 0, shape = 0;
  int status = 0, completed = 0;
};

bool same(const Move& a, const Move& b) { return a.col == b.col && a.row == b.row &&
    a.shape == b.shape; }

std::string show(const Move& m) {
  std::string col;
  for (int c = m.col; c > 0; c = (c - 1) / 26) col.insert(col.begin(), 'A' + (c - 1) % 26);
  return (col.empty() ? "@" : col) + std::to_string(m.row) + "+/\\?"[m.shape];
}

std::string show(const std::vector<Move>& moves) {
  std::string s;
  for (const Move& m : moves) s += (s.empty() ? "" : " ") + show(m);
  return s;
}

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

// Testbench drives the core, or lets a chooser drive it.
class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) {
    top_.rst_i = 1;
    top_.drive_i = 1;
    tick();
    tick();
    top_.rst_i = 0;
  }

  // at says what is tested from now on.
  void at(const std::string& where) { where_ = where; }
  [[noreturn]] void wrong(const std::string& what) const { fail(where_ + ": " + what); }

  uint32_t random() { return random_(); }
  long cycles() const { return cycles_; }
  long budget() const { return top_.budget_o; }

  // command gives a command to the core and returns its status.
  int command(int op, const Move& m = {}, std::vector<Move>* moves = nullptr) {
    top_.cmd_op_i = op;
    top_.cmd_col_i = m.col;
    top_.cmd_row_i = m.row;
    top_.cmd_shape_i = m.shape;
    top_.cmd_valid_i = 1;
    for (long i = 0; i < kPatience; i++) {
      top_.eval();
      if (top_.cmd_valid_i && top_.cmd_ready_o) {
        tick();
        top_.cmd_valid_i = 0;
        continue;
      }
      if (!top_.cmd_valid_i) {
        if (top_.gen_valid_o && moves) moves->push_back(streamed());
        if (top_.rsp_valid_o) {
          const int status = top_.rsp_status_o;
          tick();
          return status;
        }
      }
      tick();
    }
    wrong("the core does not answer");
  }

  // ready waits for the core and returns whether red is to move.
  bool red() {
    for (long i = 0; i < kPatience; i++, tick()) {
      top_.eval();
      if (top_.cmd_ready_o) return top_.red_o;
    }
    wrong("the core is not ready");
  }
  bool over() { return red(), top_.over_o; }
  int tiles() { return red(), top_.tiles_o; }

  // choose lets a chooser work and returns whether it has played a move.
  bool choose(int lane, Move* m, long* took) {
    red();
    begin(lane);
    const long start = cycles_;
    while (!top_.done_o) {
      if (cycles_ - start > kForever) wrong("the chooser does not come to an end");
      tick();
    }
    *took = cycles_ - start;
    m->col = top_.col_o;
    m->row = top_.row_o;
    m->shape = top_.shape_o;
    const bool found = top_.found_o;
    for (int i = random() % 20; i > 0; i--) tick();
    Move later;
    later.col = top_.col_o;
    later.row = top_.row_o;
    later.shape = top_.shape_o;
    if (found && !same(*m, later)) wrong("the move does not hold");
    end();
    return found;
  }

  // give_up lets a chooser work for some clock cycles only.
  void give_up(int lane, long after) {
    red();
    begin(lane);
    for (long i = 0; i < after && !top_.done_o; i++) tick();
    end();
  }

 private:
  Move streamed() const {
    Move m;
    m.col = top_.gen_col_o;
    m.row = top_.gen_row_o;
    m.shape = top_.gen_shape_o;
    m.status = top_.gen_status_o;
    m.completed = top_.gen_completed_o;
    return m;
  }

  void begin(int lane) {
    top_.drive_i = 0;
    top_.lane_i = lane;
    top_.run_i = 1;
    tick();
  }

  void end() {
    top_.run_i = 0;
    for (long i = 0; !top_.idle_o; i++, tick()) {
      if (i > kPatience) wrong("the chooser does not give up");
    }
    if (busy_) wrong("the chooser is idle before the core has answered it");
    top_.drive_i = 1;
    top_.eval();
  }

  void tick() {
    top_.clk_i = 0;
    top_.eval();
    watch();
    top_.clk_i = 1;
    top_.eval();
    if (++cycles_ > kLife) wrong("it takes more than " + std::to_string(kLife) + " clock cycles");
  }

  // watch looks at the command port in every clock cycle.
  void watch() {
    if (top_.rst_i) return;
    const bool waits = top_.drive_i || !top_.run_i || top_.done_o || top_.asks_o || busy_;
    still_ = waits ? 0 : still_ + 1;
    if (still_ > kStill) wrong("the chooser stands still");
    if (top_.rsp_valid_o) busy_ = false;
    if (top_.cmd_ready_o && (top_.drive_i ? top_.cmd_valid_i : top_.asks_o)) busy_ = true;
  }

  Vll_chooser_tb top_;
  std::mt19937 random_;
  long cycles_ = 0;
  std::string where_ = "at the start";
  bool busy_ = false;  // the core has a command that it has not answered
  int still_ = 0;
};

// Worth is what the rules say of a move, luck apart.
struct Worth {
  bool wins = false;    // at once or by force
  int rank = 0;         // 1 loses at once, 2 a reply wins, 3 safe
  int threats = 0;
  int tiles = 0;
};

bool less(const Worth& a, const Worth& b) {
  return a.rank != b.rank ? a.rank < b.rank : a.threats != b.threats ? a.threats < b.threats
      : a.tiles < b.tiles;
}

// Judge applies the rules of ll_chooser's header with lists of at most room moves.
class Judge {
 public:
  Judge(Testbench& b, size_t room) : b_(b), room_(room) {}

  // best returns the moves that may be chosen.
  std::vector<Move> best() {
    red_ = b_.red();
    std::vector<Move> listed;
    for (const Move& m : legal()) {
      if (ours(m)) return {m};
      if (listed.size() < room_) listed.push_back(m);
    }
    std::vector<Move> best;
    Worth most;
    for (size_t i = listed.size(); i-- > 0;) {
      const Worth w = worth(listed[i]);
      if (w.wins) return {listed[i]};
      if (less(most, w)) best.clear(), most = w;
      if (!less(w, most)) best.push_back(listed[i]);
    }
    if (most.rank == 1) return {listed.front()};
    return best;
  }

 private:
  bool ours(const Move& m) const { return m.completed & (red_ ? 12 : 3); }
  bool theirs(const Move& m) const { return m.completed & (red_ ? 3 : 12); }

  std::vector<Move> legal(bool* full = nullptr) {
    std::vector<Move> all, ok;
    b_.command(kGen, {}, &all);
    for (const Move& m : all) {
      if (m.status == kOk) ok.push_back(m);
      if (m.status == kBoardFull && full) *full = true;
    }
    return ok;
  }

  Worth worth(const Move& m) {
    Worth w;
    w.rank = 1;
    if (theirs(m)) return w;
    b_.command(kPlay, m);
    bool beaten = false, unsure = false;
    std::vector<Move> defences;
    for (const Move& r : legal(&unsure)) {
      beaten |= theirs(r);
      w.threats += ours(r);
      if (defences.size() == room_) unsure = true;
      else if (!ours(r)) defences.push_back(r);
    }
    w.rank = beaten ? 2 : 3;
    w.wins = !beaten && !unsure && w.threats > 0 && helpless(defences);
    w.threats = std::min(w.threats, 7);
    w.tiles = b_.tiles();
    b_.command(kUndo);
    return w;
  }

  // helpless tells whether each of these replies leaves a move that wins at once.
  bool helpless(const std::vector<Move>& replies) {
    return std::all_of(replies.rbegin(), replies.rend(), [&](const Move& r) {
      b_.command(kPlay, r);
      const std::vector<Move> after = legal();
      b_.command(kUndo);
      return std::any_of(after.begin(), after.end(), [&](const Move& m) { return ours(m); });
    });
  }

  Testbench& b_;
  const size_t room_;
  bool red_ = false;
};

struct Count {
  int positions = 0, given_up = 0, quick = 0, judged = 0;
  int tempted = 0;  // judged, the first move that GEN streams loses at once, and another does not
  long longest = 0, overrun = 0;
} count;

// is_best compares a chooser's move with those of the rules.
void is_best(Testbench& b, int lane, size_t room, const std::string& where) {
  const std::vector<Move> best = Judge(b, room).best();
  Move got;
  long took;
  const bool found = b.choose(lane, &got, &took);
  if (found == best.empty()) fail(where + ": a move was " + (found ? "" : "not ") + "found");
  if (!found) return;
  if (std::none_of(best.begin(), best.end(), [&](const Move& m) { return same(m, got); })) {
    fail(where + ": chosen is " + show(got) + ", best is " + show(best));
  }
  if (b.command(kUndo) != kOk) fail(where + ": no move to undo");
  if (lane == kAmple) count.longest = std::max(count.longest, took);
}

// is_quick tests the choice under little time or none.
void is_quick(Testbench& b, int lane, const std::string& where) {
  std::vector<Move> all;
  const long before = b.cycles();
  b.command(kGen, {}, &all);
  const long gen = b.cycles() - before;
  Move got;
  long took;
  const bool red = b.red();
  const bool found = b.choose(lane, &got, &took);
  int best = 0, rank = 0;  // 1 loses at once, 2 goes on, 3 wins at once
  for (const Move& m : all) {
    if (m.status != kOk) continue;
    const int r = m.completed & (red ? 12 : 3) ? 3 : m.completed ? 1 : 2;
    best = std::max(best, r);
    if (found && same(m, got)) rank = r;
  }
  if (rank != best) fail(where + ": in little time chosen is " + show(got) + ", of rank " +
      std::to_string(rank) + " of " + std::to_string(best));
  // A position later has some more moves than this one, and they may take longer.
  const long over = took - std::max(lane == kQuick ? b.budget() : 0, gen);
  if (over > 4 * gen + 1000) fail(where + ": took " + std::to_string(took) + " cycles");
  count.overrun = std::max(count.overrun, over);
  count.quick++;
  if (found) b.command(kUndo);
}

// gives_up runs a chooser for a random time and plays the position again.
void gives_up(Testbench& b, const std::vector<Move>& setup, const std::string& where) {
  b.give_up(b.random() % 3, b.random() % (1u << (b.random() % 20)));
  std::vector<Move> first;
  if (b.command(kNew) != kOk || b.command(kGen, {}, &first) != kOk || first.size() != 2) {
    fail(where + ": given up, no new game");
  }
  for (const Move& m : setup) {
    if (b.command(kPlay, m) != kOk) fail(where + ": given up, then " + show(m) + " was refused");
  }
  count.given_up++;
}

void test(Testbench& b, std::vector<Move> setup) {
  if (b.command(kNew) != kOk) fail("NEW was refused");
  for (const Move& m : setup) {
    if (b.command(kPlay, m) != kOk) fail("the position " + show(setup) + " cannot be played");
  }
  for (int further = 0; further < 3; further++) {
    const std::string where = "after \"" + show(setup) + "\"";
    b.at(where);
    is_quick(b, kQuick, where);
    is_quick(b, kHurried, where);
    is_best(b, kShort, 15, where);
    if (setup.size() < 40) is_best(b, kAmple, 511, where);
    gives_up(b, setup, where);
    count.positions++;
    if (b.over()) return;
    std::vector<Move> all;
    b.command(kGen, {}, &all);
    all.erase(std::remove_if(all.begin(), all.end(),
        [](const Move& m) { return m.status != kOk; }), all.end());
    if (all.empty()) return;
    setup.push_back(all[b.random() % all.size()]);
    b.command(kPlay, setup.back());
  }
}

// The kinds of moves, better ones first, as in a judged file.
const char* const kKinds[] = {"win", "safe", "gift", "lose"};

struct Judged {
  std::vector<Move> setup;
  std::vector<Move> kinds[4];
};

Move read(const std::string& text) {
  Move m;
  size_t i = 0;
  if (text[0] == '@') i = 1;
  for (; i < text.size() && text[i] >= 'A' && text[i] <= 'Z'; i++) m.col = 26 * m.col + text[i] -
      'A' + 1;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; i++) m.row = 10 * m.row + text[i] -
      '0';
  m.shape = static_cast<int>(std::string("+/\\").find(text.substr(i)));
  if (show(m) != text) fail("a judged file has " + text + " for a move");
  return m;
}

std::vector<Judged> judged(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  std::vector<Judged> all;
  for (std::string line; std::getline(in, line);) {
    all.emplace_back();
    std::vector<Move>* to = &all.back().setup;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word != ";") {
        to->push_back(read(word));
        continue;
      }
      words >> word;
      const auto kind = std::find(kKinds, kKinds + 4, word);
      if (kind == kKinds + 4) fail(path + " has a kind of moves " + word);
      to = &all.back().kinds[kind - kKinds];
    }
  }
  if (all.empty()) fail(path + " is empty");
  return all;
}

// is_judged compares a chooser's move with what somebody else thinks of it.
void is_judged(Testbench& b, const Judged& j, int lane, const std::string& where) {
  int best = 0, rank = 4;
  while (best < 3 && j.kinds[best].empty()) best++;
  // Without time a gift is as good as a safe move.
  const int enough = lane != kAmple && best == 1 ? 2 : best;
  const int tiles = b.tiles();
  Move got;
  long took;
  if (!b.choose(lane, &got, &took)) fail(where + ": chosen is no move");
  for (int kind = 0; kind < 4; kind++) {
    if (std::any_of(j.kinds[kind].begin(), j.kinds[kind].end(),
                    [&](const Move& m) { return same(m, got); })) rank = kind;
  }
  if (rank > enough) fail(where + ": chosen is " + show(got) + ", " +
      (rank == 4 ? "illegal" : kKinds[rank]) + "; " + kKinds[best] + " are " +
      show(j.kinds[best]));
  if (b.command(kUndo) != kOk || b.tiles() != tiles) {
    fail(where + ": chosen is " + show(got) + ", and undone it leaves another position");
  }
}

void test_judged(Testbench& b, const Judged& j) {
  const std::string where = "after \"" + show(j.setup) + "\"";
  b.at(where);
  if (b.command(kNew) != kOk) fail("NEW was refused");
  for (const Move& m : j.setup) {
    if (b.command(kPlay, m) != kOk) fail("the position " + show(j.setup) + " cannot be played");
  }
  std::vector<Move> all;
  b.command(kGen, {}, &all);
  const std::vector<Move>& lose = j.kinds[3];
  if (j.kinds[0].empty() && lose.size() < all.size() && std::any_of(lose.begin(), lose.end(),
      [&](const Move& m) { return same(m, all.front()); })) count.tempted++;
  for (int lane : {kHurried, kQuick, kAmple}) is_judged(b, j, lane, where);
  count.judged++;
}

// golden reads the positions of a moves file in hex form; see docs/vectors.md.
std::vector<std::vector<Move>> golden(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  std::vector<std::vector<Move>> positions;
  uint64_t count = ~0ull;
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") == 0) continue;
    const uint64_t word = std::stoull(line, nullptr, 16);
    const auto field = [&](int offset, int width) {
      return static_cast<int>(word >> offset & ((1ull << width) - 1));
    };
    switch (field(59, 5)) {
      case 1:
        if (field(0, 8) != 1 || field(8, 8) != 2) fail(path + " has no moves vectors of version 1");
        break;
      case 2:
        if (field(48, 1)) positions.push_back(positions.back());
        else positions.emplace_back();
        break;
      case 3: {
        Move m;
        m.col = field(0, 16);
        m.row = field(16, 16);
        m.shape = field(32, 2);
        positions.back().push_back(m);
        break;
      }
      case 17:
        count = word & 0xffffffff;
        break;
    }
  }
  if (count != positions.size() || count == 0) fail(path + " has been cut");
  return positions;
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string found = Verilated::commandArgsPlusMatch(name);
  return found.empty() ? otherwise : found.substr(found.find('=') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  const size_t limit = std::stoul(plusarg("positions=", "1000000"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  Testbench b(seed);
  const std::string file = plusarg("judged=", "");
  if (!file.empty()) {
    for (const Judged& j : judged(file)) test_judged(b, j);
    std::printf("%d judged positions; in %d the first move that is listed loses\nPASS seed %u\n",
                count.judged, count.tempted, seed);
    return 0;
  }
  std::vector<std::vector<Move>> positions = golden(plusarg("golden=", "vectors/golden/moves.hex"));
  if (positions.size() > limit) {
    for (size_t i = 0; i < limit; i++) std::swap(positions[i],
        positions[i + b.random() % (positions.size() - i)]);
    positions.resize(limit);
  }
  for (const std::vector<Move>& p : positions) test(b, p);
  std::printf("%d positions; given up %d times\n", count.positions, count.given_up);
  std::printf("longest search %ld clock cycles; budget overrun by %ld at most\n", count.longest,
              count.overrun);
  std::printf("PASS seed %u\n", seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
