// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_slide: the golden vectors, then random boards in all directions against a second slide,
// below. Both sides of each handshake wait at random, and the module is reset in the middle.
//
//   hdl/tb/run slide +golden=vectors/golden/battle2048-slide.hex [+seed=N] [+boards=N]
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Vll_slide.h"
#include "verilated.h"

namespace {

constexpr int kSize = 5, kCells = 25, kLatency = 5;
using Board = std::array<int, kCells>;

struct Slide {
  Board after{};
  bool moved = false;
  int merges = 0;
  uint64_t gain = 0;
};

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

std::string show(const Board& b) {
  std::string s;
  for (int i = 0; i < kCells; i++) s += std::to_string(b[i]) + (i % kSize == kSize - 1 ? " / " : " ");
  return s;
}

// The second slide: each tile runs as far as it can, and merges into one that has not merged.
Slide slide(const Board& before, int direction) {
  const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
  Slide s;
  s.after = before;
  std::array<bool, kCells> fresh{};
  const bool backward = direction == 1 || direction == 2;
  for (int n = 0; n < kCells; n++) {
    int at = backward ? kCells - 1 - n : n;
    if (s.after[at] == 0) continue;
    for (;;) {
      const int x = at % kSize + dx[direction], y = at / kSize + dy[direction];
      if (x < 0 || y < 0 || x >= kSize || y >= kSize) break;
      const int to = y * kSize + x;
      if (s.after[to] == 0) {
        s.after[to] = s.after[at];
        s.after[at] = 0;
        fresh[to] = fresh[at];
        at = to;
        continue;
      }
      if (s.after[to] == s.after[at] && !fresh[to] && !fresh[at]) {
        s.after[to]++;
        s.after[at] = 0;
        fresh[to] = true;
        s.merges++;
        s.gain += 1ull << s.after[to];
      }
      break;
    }
  }
  s.moved = s.after != before;
  return s;
}

class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) { reset(); }

  void check(const Board& board, int direction, const Slide& want) {
    while (chance(20)) tick();
    put(board, direction);
    top_.valid_i = 1;
    top_.eval();
    if (!top_.ready_o) fail("no board is taken though none is being slid");
    tick();
    top_.valid_i = 0;
    if (chance(2)) {  // and dropped
      for (int i = random() % kLatency; i > 0; i--) tick();
      reset();
      return check(board, direction, want);
    }
    put(noise(), static_cast<int>(random() % 4));
    for (int i = 0; i < kLatency; i++) {
      top_.eval();
      if (top_.valid_o) fail("an answer too early");
      if (top_.ready_o) fail("a board may pass while another is slid");
      tick();
    }
    for (int wait = chance(50) ? 0 : static_cast<int>(random() % 4); wait >= 0; wait--) {
      top_.ready_i = wait == 0;
      top_.eval();
      if (!top_.valid_o) fail("no answer in time");
      compare(board, direction, want);
      tick();
    }
    top_.ready_i = 0;
    top_.eval();
    if (top_.valid_o) fail("an answer comes twice");
  }

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  uint32_t random() { return random_(); }

  Board noise() {
    Board b{};
    const int most = 1 + random() % 30, fill = random() % 101;
    for (int& cell : b) cell = chance(fill) ? static_cast<int>(most - random() % std::min(most, 4)) : 0;
    return b;
  }

 private:
  void compare(const Board& board, int direction, const Slide& want) {
    Board got{};
    for (int i = 0; i < kCells * 5; i++)
      if (top_.board_o[i / 32] >> (i % 32) & 1) got[i / 5] |= 1 << (i % 5);
    const std::string asked = std::string("URDL").substr(direction, 1) + " of " + show(board);
    if (got != want.after) fail(asked + "is " + show(got) + "it should be " + show(want.after));
    if (top_.moved_o != want.moved) fail(asked + "moved is wrong");
    if (top_.merges_o != want.merges) fail(asked + "merges is " + std::to_string(top_.merges_o));
    if (top_.gain_o != want.gain) fail(asked + "gain is " + std::to_string(top_.gain_o));
  }

  void put(const Board& b, int direction) {
    for (int i = 0; i < 4; i++) top_.board_i[i] = 0;
    for (int i = 0; i < kCells * 5; i++)
      if (b[i / 5] >> (i % 5) & 1) top_.board_i[i / 32] |= 1u << (i % 32);
    top_.direction_i = direction;
  }

  void reset() {
    top_.rst_i = 1;
    tick();
    top_.rst_i = 0;
    top_.eval();
    if (top_.valid_o || !top_.ready_o) fail("a reset leaves something behind");
  }

  void tick() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
  }

  Vll_slide top_;
  std::mt19937 random_;
};

// golden plays a file of vectors in hex form; see docs/rtl/kernels.md.
int golden(Testbench& b, const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  Board board{};
  Slide want;
  int direction = 0, count = 0;
  uint64_t counted = ~0ull;
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") == 0) continue;
    const uint64_t word = std::stoull(line, nullptr, 16);
    const auto field = [&](int offset, int width) { return word >> offset & ((1ull << width) - 1); };
    switch (field(59, 5)) {
      case 2:
        direction = static_cast<int>(field(32, 2));
        want.moved = field(34, 1);
        want.merges = static_cast<int>(field(35, 4));
        break;
      case 3:
        want.gain = field(0, 36);
        break;
      case 4: {
        const int row = static_cast<int>(field(50, 3));
        for (int i = 0; i < kSize; i++) {
          board[row * kSize + i] = static_cast<int>(field(5 * i, 5));
          want.after[row * kSize + i] = static_cast<int>(field(25 + 5 * i, 5));
        }
        if (row != kSize - 1) break;
        b.check(board, direction, want);
        count++;
        break;
      }
      case 6:
        counted = field(0, 32);
    }
  }
  if (counted != static_cast<uint64_t>(count) || count == 0) fail(path + " has been cut");
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  Testbench b(seed);
  std::printf("%d golden vectors\n", golden(b, plusarg("golden=", "vectors/golden/battle2048-slide.hex")));
  const int boards = std::stoi(plusarg("boards=", "100000"));
  for (int i = 0; i < boards; i++) {
    const Board board = b.noise();
    const int direction = static_cast<int>(b.random() % 4);
    b.check(board, direction, slide(board, direction));
  }
  std::printf("PASS %d random boards, seed %u\n", boards, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
