// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_flood: golden vectors, then random fields against a second flood, below. Both sides of
// each handshake wait at random, and the module is reset in the middle.
//
//   hdl/tb/run flood [+golden=vectors/golden/dpt-flood.hex] [+seed=N] [+fields=N]
//   WIDTH=10 HEIGHT=10 NEIGHBOURS=8 hdl/tb/run flood +golden=vectors/golden/kakomimasu-flood.hex
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Vll_flood.h"
#include "verilated.h"

namespace {

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

int width, height, neighbours;
using Field = std::vector<bool>;

std::string show(const Field& f) {
  std::string s;
  for (int i = 0; i < width * height; i++) {
    if (i > 0 && i % width == 0) s += '/';
    s += f[i] ? '#' : '.';
  }
  return s;
}

// The second flood: a walk from each free cell at the edge.
void walk(const Field& walls, Field& inside, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y >= height || walls[y * width + x] || !inside[y * width + x]) return;
  inside[y * width + x] = false;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (neighbours == 8 || dx == 0 || dy == 0) walk(walls, inside, x + dx, y + dy);
}

Field flood(const Field& walls) {
  Field inside(walls.size());
  for (size_t i = 0; i < walls.size(); i++) inside[i] = !walls[i];
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (x == 0 || y == 0 || x == width - 1 || y == height - 1) walk(walls, inside, x, y);
  return inside;
}

class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) { reset(); }

  void check(const Field& walls, const Field& want) {
    while (chance(20)) tick();
    put(walls);
    top_.valid_i = 1;
    top_.eval();
    if (!top_.ready_o) fail("no field is taken though none is being flooded");
    tick();
    top_.valid_i = 0;
    if (chance(2)) {  // and dropped
      for (int i = random_() % 8; i > 0; i--) tick();
      reset();
      return check(walls, want);
    }
    put(noise());
    top_.eval();
    int cycles = 0;
    for (; !top_.valid_o; tick(), top_.eval(), cycles++) {
      if (top_.ready_o) fail("a field may pass while another is flooded");
      if (cycles > width * height) fail("no answer in time for " + show(walls));
    }
    for (int wait = chance(50) ? 0 : static_cast<int>(random_() % 4); wait >= 0; wait--) {
      top_.ready_i = wait == 0;
      top_.eval();
      if (!top_.valid_o) fail("an answer is taken back");
      const Field got = get();
      if (got != want) fail("inside of " + show(walls) + " is " + show(got) + ", it should be " + show(want));
      tick();
    }
    top_.ready_i = 0;
    top_.eval();
    if (top_.valid_o) fail("an answer comes twice");
  }

  Field noise() {
    Field f(width * height);
    const int percent = 10 + random_() % 60;
    for (size_t i = 0; i < f.size(); i++) f[i] = chance(percent);
    return f;
  }

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

  void put(const Field& f) {
    for (int i = 0; i < (width * height + 31) / 32; i++) top_.walls_i[i] = 0;
    for (size_t i = 0; i < f.size(); i++)
      if (f[i]) top_.walls_i[i / 32] |= 1u << (i % 32);
  }

  Field get() {
    Field f(width * height);
    for (size_t i = 0; i < f.size(); i++) f[i] = top_.inside_o[i / 32] >> (i % 32) & 1;
    return f;
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

  Vll_flood top_;
  std::mt19937 random_;
};

// golden plays a file of vectors in hex form; see docs/rtl/kernels.md.
int golden(Testbench& b, const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  Field walls(width * height), inside(width * height);
  int count = 0;
  uint64_t counted = ~0ull;
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") == 0) continue;
    const uint64_t word = std::stoull(line, nullptr, 16);
    const auto field = [&](int offset, int bits) {
      return static_cast<int>(word >> offset & ((1ull << bits) - 1));
    };
    switch (field(59, 5)) {
      case 1:
        if (field(16, 16) != width || field(32, 16) != height) fail(path + " has fields of another size");
        break;
      case 2:
        if (field(32, 4) != neighbours) fail(path + " is for another number of neighbours");
        break;
      case 3: {
        const int row = field(48, 5);
        for (int x = 0; x < width; x++) {
          walls[row * width + x] = field(x, 1);
          inside[row * width + x] = field(24 + x, 1);
        }
        if (row != height - 1) break;
        b.check(walls, inside);
        count++;
        break;
      }
      case 5:
        counted = word & 0xffffffff;
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
  width = std::stoi(plusarg("width=", "12"));
  height = std::stoi(plusarg("height=", "12"));
  neighbours = std::stoi(plusarg("neighbours=", "4"));
  Testbench b(seed);
  std::printf("%d golden vectors\n", golden(b, plusarg("golden=", "vectors/golden/dpt-flood.hex")));
  const int fields = std::stoi(plusarg("fields=", "20000"));
  for (int i = 0; i < fields; i++) {
    const Field walls = b.noise();
    b.check(walls, flood(walls));
  }
  std::printf("PASS %d random fields, seed %u\n", fields, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
