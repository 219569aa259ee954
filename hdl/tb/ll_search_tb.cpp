// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_search_core in random positions, which random moves lead to:
//
//   - a search comes to its end in time, and what it says holds until it is let go;
//   - the move is legal, and has been played: the core goes on as behind the game and the move;
//   - the same position has the same answer, after as many nodes and clock cycles, whatever was searched
//     or given up before, and by a core that has been reset;
//   - a search that is given up at any time leaves a core that takes NEW, and plays on;
//   - a line is completed at once, but not for the other side.
//
// The reference model checks the moves in lock-step: go test ./trax/rtl -run TestSearcher.
//
//   hdl/tb/run search [+positions=N] [+seed=N]        BUDGET is its clock cycles
//
// Prints PASS and ends with 0, or the first fault and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "Vll_search_core.h"
#include "verilated.h"

namespace {

constexpr unsigned kNew = 0, kPlay = 1;
constexpr unsigned kOk = 0;
constexpr uint64_t kPatience = 200000;          // clock cycles for a command, and for a search beyond its budget
constexpr unsigned kLengths[] = {3, 12, 30, 60};  // moves of a game at most

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

struct Move {
  unsigned col = 0, row = 0, shape = 0;
  bool operator==(const Move& m) const { return col == m.col && row == m.row && shape == m.shape; }
};

using Game = std::vector<Move>;

struct Answer {
  bool found = false;
  Move move;
  unsigned nodes = 0;
  uint64_t cycles = 0;
  bool operator==(const Answer& a) const {
    return found == a.found && (!found || move == a.move) && nodes == a.nodes && cycles == a.cycles;
  }
};

class Testbench {
 public:
  Testbench(uint32_t seed, unsigned budget) : budget(budget), rng_(seed) { reset(); }

  const unsigned budget;  // clock cycles after which a search begins no node

  unsigned random(unsigned n) { return static_cast<unsigned>(rng_() % n); }

  void reset() {
    top_.rst_i = 1;
    top_.run_i = 0;
    top_.cmd_valid_i = 0;
    for (int i = 0; i < 3; i++) tick();
    top_.rst_i = 0;
  }

  // command gives a command and returns the status.
  unsigned command(unsigned op, const Move& m = {}) {
    top_.cmd_op_i = op;
    top_.cmd_col_i = m.col;
    top_.cmd_row_i = m.row;
    top_.cmd_shape_i = m.shape;
    top_.cmd_valid_i = 1;
    wait([this] { return top_.cmd_ready_o && top_.idle_o; }, kPatience, "it takes no command");
    tick();
    top_.cmd_valid_i = 0;
    wait([this] { return top_.rsp_valid_o; }, kPatience, "it does not answer a command");
    return top_.rsp_status_o;
  }

  // setup has the core play a game.
  void setup(const Game& game) {
    if (command(kNew) != kOk) fail("NEW is refused");
    for (const Move& m : game)
      if (command(kPlay, m) != kOk) fail("a move is refused that was accepted before");
  }

  // extend plays random moves on, so many at most.
  Game extend(unsigned moves) {
    Game game;
    setup(game);
    for (unsigned tries = 0; game.size() < moves && tries < 40 * moves; tries++) {
      const unsigned size = static_cast<unsigned>(game.size()) / 3 + 3;
      const Move m = {random(size), random(size), random(3)};
      if (command(kPlay, m) == kOk) game.push_back(m);
    }
    return game;
  }

  // search has it choose a move, and looks at it for a while.
  Answer search() {
    const uint64_t from = cycles_;
    top_.run_i = 1;
    top_.eval();
    wait([this] { return top_.done_o; }, budget + kPatience, "a search does not come to its end");
    const Answer a = {top_.found_o != 0, {top_.col_o, top_.row_o, top_.shape_o}, top_.nodes_o, cycles_ - from};
    if (a.nodes == 0) fail("a search ends without a node");
    for (unsigned left = random(20); left > 0; left--) {
      tick();
      if (!top_.done_o || !(Answer{top_.found_o != 0, {top_.col_o, top_.row_o, top_.shape_o}, top_.nodes_o, a.cycles} == a))
        fail("the answer of a search does not hold");
    }
    release();
    return a;
  }

  // give_up lets a search run for so many clock cycles.
  void give_up(unsigned cycles) {
    top_.run_i = 1;
    while (cycles-- > 0) tick();
    release();
  }

 private:
  void release() {
    top_.run_i = 0;
    top_.eval();
    wait([this] { return top_.idle_o; }, kPatience, "a search is not given up");
    if (top_.done_o) fail("it is done and idle");
  }

  template <class F>
  void wait(F until, uint64_t limit, const char* what) {
    for (top_.eval(); !until(); tick())
      if (limit-- == 0) fail(what);
  }

  void tick() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
    cycles_++;
  }

  Vll_search_core top_;
  std::mt19937 rng_;
  uint64_t cycles_ = 0;
};

// check has a position searched, something else done, and searched again, and returns the answer.
Answer check(Testbench& b, unsigned number, const Game& game) {
  const std::string where = "position " + std::to_string(number) + ": ";
  b.setup(game);
  const Answer first = b.search();
  if (first.cycles > b.budget + kPatience / 2) fail(where + "it is late");
  if (number % 8 == 7) b.reset();
  b.setup(game);
  b.give_up(b.random(number % 2 ? b.budget : 400));
  b.setup(game);
  if (!(b.search() == first)) fail(where + "another answer to the same question");
  if (!first.found) return first;
  const Answer next = b.search();
  Game played = game;
  played.push_back(first.move);
  b.setup(played);
  if (!(b.search() == next)) fail(where + "it goes on otherwise than behind its move");
  return first;
}

// check_lines has seven straight tiles searched, in a row and in a column. One of the two tracks is of the side to
// move, which an eighth tile wins with; the other is not, and must be parried.
void check_lines(Testbench& b, unsigned number) {
  Game row = {Move{}}, column = row;
  for (unsigned next = 2; next <= 7; next++) {
    row.push_back({next, 1, 0});
    column.push_back({1, next, 0});
  }
  const Answer a = check(b, number, row), other = check(b, number + 1, column);
  if ((a.nodes == 1) == (other.nodes == 1)) fail("not one of two lines is won at once");
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  Testbench b(seed, std::stoul(plusarg("budget=", "30000")));
  const unsigned positions = std::stoul(plusarg("positions=", "40"));
  for (unsigned i = 0; i < positions; i++) check(b, i, b.extend(b.random(kLengths[i % 4] + 1)));
  check_lines(b, positions);
  std::printf("PASS %u positions, seed %u\n", positions, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
