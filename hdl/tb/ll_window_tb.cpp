// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_window: golden vectors, then random maps and questions against a second window, below.
// Both sides of each handshake wait at random, cells are written between questions alone, and the
// module is reset in the middle, which must leave the map as it was.
//
//   hdl/tb/run window [+golden=vectors/golden/chaser-window.hex] [+seed=N] [+maps=N]
//   WIDTH=23 HEIGHT=17 hdl/tb/run window +golden=none
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Vll_window.h"
#include "verilated.h"

namespace {

constexpr int kLatency = 10;          // clock cycles between a question and its answer
constexpr int kQuestionsPerMap = 20;  // with a cell or two written between them

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

enum Cell { kFloor, kOpponent, kBlock, kItem };

struct Point {
  int x, y;
  bool operator==(const Point& p) const { return x == p.x && y == p.y; }
};

struct Map {
  Map(int width, int height) : width(width), height(height), cells(width * height) {}
  int at(Point p) const {
    const bool off = p.x < 0 || p.y < 0 || p.x >= width || p.y >= height;
    return off ? kBlock : cells[p.y * width + p.x];
  }
  int width, height;
  std::vector<int> cells;
};

struct Question {
  int action, direction;  // as at the ports
  Point player, other;
};

using Window = std::vector<int>;

// The second window, as the rules tell it: where each of the nine lies is looked up.
Window look(const Map& map, const Question& q) {
  static const Point ways[] = {{0, -1}, {1, 0}, {-1, 0}, {0, 1}};
  static const Point square[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  const Point way = ways[q.direction];
  Window seen;
  for (int i = 0; i < 9; i++) {
    const int ahead = q.action == 2 ? i + 1 : q.action == 1 ? 2 : 0;
    Point p = {q.player.x + ahead * way.x, q.player.y + ahead * way.y};
    if (q.action != 2) p = {p.x + square[i].x, p.y + square[i].y};
    seen.push_back(p == q.other ? static_cast<int>(kOpponent) : map.at(p));
  }
  return seen;
}

std::string show(const Window& w) {
  std::string s;
  for (const int cell : w) s += static_cast<char>('0' + cell);
  return s;
}

std::string show(Point p) { return "(" + std::to_string(p.x) + "," + std::to_string(p.y) + ")"; }

std::string show(const Question& q) {
  static const char* const actions[] = {"around", "look", "search", "around (3)"};
  return std::string(actions[q.action]) + " " + "urld"[q.direction] + " from " + show(q.player) + ", the other at " +
      show(q.other);
}

class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) {
    top_.valid_i = top_.ready_i = top_.write_i = 0;
    reset();
  }

  int random(int below) { return static_cast<int>(random_() % below); }
  bool chance(int percent) { return random(100) < percent; }

  void write(Point p, int cell) {
    top_.write_i = 1;
    top_.write_x_i = p.x;
    top_.write_y_i = p.y;
    top_.write_cell_i = cell;
    tick();
    top_.write_i = 0;
  }

  // load writes a whole map, in any order.
  void load(const Map& map) {
    const int cells = map.width * map.height, from = random(cells);
    for (int i = 0; i < cells; i++) {
      const int at = (from + i) % cells;
      write({at % map.width, at / map.width}, map.cells[at]);
    }
  }

  void check(const Question& q, const Window& want) {
    while (chance(20)) tick();
    put(q);
    top_.valid_i = 1;
    top_.eval();
    if (!top_.ready_o) fail("no question is taken though none waits");
    tick();
    top_.valid_i = 0;
    if (chance(3)) {  // and dropped
      for (int i = random(kLatency + 3); i > 0; i--) tick();
      reset();
      return check(q, want);
    }
    put({random(4), random(4), {random(8), random(8)}, {random(8), random(8)}});
    top_.eval();
    for (int cycle = 0; cycle < kLatency; cycle++, tick(), top_.eval()) {
      if (top_.ready_o) fail("a question may pass while another is answered");
      if (top_.valid_o) fail("an answer comes too early");
    }
    for (int wait = chance(50) ? 0 : random(4); wait >= 0; wait--) {
      top_.ready_i = wait == 0;
      top_.eval();
      if (!top_.valid_o) fail("no answer in time to " + show(q));
      if (top_.ready_o) fail("a question may pass while an answer waits");
      const Window got = get();
      if (got != want) fail(show(q) + " is " + show(got) + ", it should be " + show(want));
      tick();
    }
    top_.ready_i = 0;
    top_.eval();
    if (top_.valid_o) fail("an answer comes twice");
  }

 private:
  // put sets a question's ports; numbers below zero are cut to the ports' widths.
  void put(const Question& q) {
    const int x = (2 << width_bits_) - 1, y = (2 << height_bits_) - 1;
    top_.action_i = q.action;
    top_.direction_i = q.direction;
    top_.x_i = q.player.x & x;
    top_.y_i = q.player.y & y;
    top_.other_x_i = q.other.x & x;
    top_.other_y_i = q.other.y & y;
  }

  Window get() {
    Window w;
    for (int i = 0; i < 9; i++) w.push_back(top_.window_o >> (2 * i) & 3);
    return w;
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

  // bits is how many a number of columns or rows has.
  static int bits(int n) { return n == 0 ? 0 : 1 + bits(n / 2); }

 public:
  void size(const Map& map) {
    width_bits_ = bits(map.width);
    height_bits_ = bits(map.height);
  }

 private:
  Vll_window top_;
  std::mt19937 random_;
  int width_bits_ = 0, height_bits_ = 0;
};

// golden plays a file of vectors in hex form; see docs/rtl/kernels.md.
int golden(Testbench& b, Map map, const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  int count = 0;
  uint64_t counted = ~0ull;
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") == 0) continue;
    const uint64_t word = std::stoull(line, nullptr, 16);
    const auto field = [&](int offset, int bits) {
      return static_cast<int>(word >> offset & ((1ull << bits) - 1));
    };
    const auto place = [&](int offset) { return field(offset, 6) - (field(offset + 5, 1) << 6); };
    switch (field(59, 5)) {
      case 1:
        if (field(16, 16) != map.width || field(32, 16) != map.height) fail(path + " has maps of another size");
        break;
      case 3:
        for (int x = 0; x < map.width; x++) map.cells[field(50, 5) * map.width + x] = field(2 * x, 2);
        break;
      case 4: {
        b.load(map);
        Window want;
        for (int i = 0; i < 9; i++) want.push_back(field(2 * i, 2));
        b.check({field(18, 2), field(20, 2), {place(22), place(28)}, {place(34), place(40)}}, want);
        count++;
        break;
      }
      case 6:
        counted = word & 0xffffffff;
    }
  }
  if (counted != static_cast<uint64_t>(count) || count == 0) fail(path + " has been cut");
  return count;
}

// play asks about a random map, of which cells change between the questions.
void play(Testbench& b, Map map) {
  const auto cell = [&] {
    static const int cells[] = {kFloor, kFloor, kBlock, kItem};
    return cells[b.random(4)];
  };
  // On the map and one step off it on each side.
  const auto place = [&] { return Point{b.random(map.width + 2) - 1, b.random(map.height + 2) - 1}; };
  for (int& c : map.cells) c = cell();
  b.load(map);
  for (int i = 0; i < kQuestionsPerMap; i++) {
    for (; b.chance(60);) {
      const Point p = {b.random(map.width), b.random(map.height)};
      b.write(p, map.cells[p.y * map.width + p.x] = cell());
    }
    Question q = {b.random(4), b.random(4), place(), place()};
    if (b.chance(10)) q.other = q.player;
    if (b.chance(30)) q.other.x = q.player.x;
    if (b.chance(30)) q.other.y = q.player.y;
    b.check(q, look(map, q));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  const Map empty(std::stoi(plusarg("width=", "15")), std::stoi(plusarg("height=", "17")));
  Testbench b(seed);
  b.size(empty);
  const std::string file = plusarg("golden=", "vectors/golden/chaser-window.hex");
  if (file != "none") std::printf("%d golden vectors\n", golden(b, empty, file));
  const int maps = std::stoi(plusarg("maps=", "1000"));
  for (int i = 0; i < maps; i++) play(b, empty);
  std::printf("PASS %d questions on random maps, seed %u\n", maps * kQuestionsPerMap, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
