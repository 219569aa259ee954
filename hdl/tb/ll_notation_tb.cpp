// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_move_decode and ll_move_encode for every LogSize from 3 to 8:
//   - the golden notation vectors, with numbers cut to what fits,
//   - every column and row of LogSize + 1 bits with every shape, written and read back,
//   - random texts, most of them nearly moves, against a second reader of moves.
// The sides of every handshake wait at random.
//
//   hdl/tb/run notation +golden=vectors/golden/notation.hex [+seed=N] [+texts=N] [+largest=N]
//
// Texts is how many random texts are read, largest the last LogSize of which every move is tried.
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Vll_notation_tb.h"
#include "verilated.h"

namespace {

constexpr int kSizes[] = {3, 4, 5, 6, 7, 8};
constexpr int kNoMove = 3;
constexpr int kLatency = 2;      // of the decoder, as its header says
constexpr int kPatience = 1000;  // clock cycles that a handshake may take

struct Move {
  uint64_t col = 0, row = 0;
  int shape = kNoMove;
};

bool operator==(const Move& a, const Move& b) {
  if (a.shape == kNoMove || b.shape == kNoMove) return a.shape == b.shape;
  return a.shape == b.shape && a.col == b.col && a.row == b.row;
}

std::string show(const Move& m) {
  if (m.shape == kNoMove) return "no move";
  return "column " + std::to_string(m.col) + ", row " + std::to_string(m.row) + ", shape " +
      "+/\\"[m.shape];
}

std::string quote(const std::string& s) {
  std::string out = "\"";
  for (unsigned char c : s) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02x", c);
    out += c >= ' ' && c < 0x7f ? std::string(1, c) : hex;
  }
  return out + "\"";
}

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

// write is a move in notation.
std::string write(const Move& m) {
  std::string col;
  for (uint64_t c = m.col; c > 0; c = (c - 1) / 26) col.insert(col.begin(), 'A' + (c - 1) % 26);
  if (col.empty()) col = "@";
  return col + std::to_string(m.row) + "+/\\"[m.shape];
}

// read is the move that a text is, its numbers cut to at most most.
Move read(const std::string& text, uint64_t most) {
  Move m;
  size_t i = 0;
  if (text[0] == '@') {
    i = 1;
  } else {
    while (i < text.size() && text[i] >= 'A' && text[i] <= 'Z') {
      m.col = std::min(most, 26 * m.col + (text[i++] - 'A' + 1));
    }
    if (i == 0) return {};
  }
  const size_t digits = i;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9') {
    m.row = std::min(most, 10 * m.row + (text[i++] - '0'));
  }
  if (i == digits || (text[digits] == '0' && i > digits + 1)) return {};
  if (i + 1 != text.size()) return {};
  const size_t shape = std::string("+/\\").find(text[i]);
  if (shape == std::string::npos) return {};
  m.shape = static_cast<int>(shape);
  return m;
}

// Testbench drives the devices.
class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) {
    top_.rst_i = 1;
    tick();
    tick();
    top_.rst_i = 0;
  }

  void lane(int log_size) {
    top_.lane_i = log_size - 3;
    most_ = (2u << log_size) - 1;
  }
  uint64_t most() const { return most_; }
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  uint32_t random() { return random_(); }

  // decode gives a line to the decoder and returns what it makes of it.
  Move decode(const std::string& text, bool bad) {
    for (unsigned char c : text) pass(c, false, chance(50));
    pass(chance(50) ? '+' : 'A', true, bad);
    await(text);
    Move m;
    for (int wait = chance(50) ? 0 : random() % 4; wait >= 0; wait--) {
      top_.ready_i = wait == 0;
      top_.char_valid_i = chance(50);  // is not to pass
      top_.char_i = 'B';
      top_.eval();
      if (!top_.valid_o) fail("no result after the end of line " + quote(text));
      if (top_.char_ready_o) fail("a character may pass before the result of " + quote(text));
      m.col = top_.col_o;
      m.row = top_.row_o;
      m.shape = top_.shape_o;
      tick();
    }
    top_.ready_i = 0;
    top_.char_valid_i = 0;
    return m;
  }

  // encode returns the text of a move, and adds to cycles how long it took
  // apart from waiting for us. With slow set we wait at random.
  std::string encode(const Move& m, bool slow, int* cycles) {
    top_.col_i = m.col;
    top_.row_i = m.row;
    top_.shape_i = m.shape;
    top_.write_i = 0;
    tick();
    top_.write_i = 1;
    std::string text;
    for (int i = 0; i < kPatience; i++) {
      top_.char_ready_i = !slow || chance(40);
      top_.eval();
      const bool pass = top_.char_valid_o && top_.char_ready_i;
      const bool last = pass && top_.last_o;
      if (pass) text += static_cast<char>(top_.char_o);
      if (!top_.char_valid_o || pass) ++*cycles;
      tick();
      if (last) {
        top_.write_i = 0;
        top_.eval();
        if (top_.char_valid_o) fail("a character after the last of " + quote(text));
        return text;
      }
    }
    fail("no end of the text of " + show(m) + " after " + quote(text));
  }

  // drop begins to encode a move and drops it.
  void drop(const Move& m) {
    top_.col_i = m.col;
    top_.row_i = m.row;
    top_.shape_i = m.shape;
    top_.write_i = 0;
    tick();
    top_.write_i = 1;
    for (int i = random() % 30; i > 0; i--) {
      top_.char_ready_i = 1;
      top_.eval();
      if (top_.char_valid_o && top_.last_o) break;
      tick();
    }
    top_.write_i = 0;
  }

 private:
  // await lets the decoder come to the result of a text.
  void await(const std::string& text) {
    top_.char_valid_i = 1;  // is not to pass
    top_.char_i = 'B';
    for (int i = 1; i < kLatency; i++) {
      top_.eval();
      if (top_.valid_o) fail("a result too early for " + quote(text));
      if (top_.char_ready_o) fail("a character may pass before the result of " + quote(text));
      tick();
    }
  }

  // pass gives a character, or the end of a line, to the decoder.
  void pass(uint8_t c, bool eol, bool bad) {
    while (chance(20)) {
      top_.char_valid_i = 0;
      top_.char_i = random();
      top_.eol_i = chance(50);
      tick();
    }
    top_.char_valid_i = 1;
    top_.char_i = c;
    top_.eol_i = eol;
    top_.bad_i = bad;
    top_.ready_i = chance(50);
    top_.eval();
    if (!top_.char_ready_o) fail("the decoder takes no character within a line");
    tick();
    top_.char_valid_i = 0;
    top_.eol_i = 0;
    top_.ready_i = 0;
  }

  void tick() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
  }

  Vll_notation_tb top_;
  std::mt19937 random_;
  uint64_t most_ = 0;
};

void check(Testbench& b, int size, const std::string& text, bool bad, const Move& want) {
  const Move got = b.decode(text, bad);
  if (got == want) return;
  fail("LogSize " + std::to_string(size) + ": " + quote(text) + (bad ? ", bad," : "") + " is " +
       show(want) + ", decoded is " + show(got));
}

struct Vector {
  std::string text;
  Move want;
};

// golden reads a notation file in hex form; see docs/vectors.md.
std::vector<Vector> golden(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("cannot read " + path);
  std::vector<Vector> vectors;
  size_t missing = 0;  // bytes of the text
  uint64_t count = ~0ull;
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") == 0) continue;
    const uint64_t word = std::stoull(line, nullptr, 16);
    const auto field = [&](int offset, int width) { return word >> offset & ((1ull << width) - 1);
        };
    switch (field(59, 5)) {
      case 1:
        if (field(0, 8) != 1 || field(8, 8) != 3)
            fail(path + " has no notation vectors of version 1");
        break;
      case 10:
        vectors.push_back({});
        missing = field(0, 16);
        if (field(16, 4) == 0) vectors.back().want.shape = static_cast<int>(field(20, 2));
        break;
      case 12:
        for (int i = 0; i < 7 && missing > 0; i++,
            missing--) vectors.back().text += static_cast<char>(field(8 * i, 8));
        break;
      case 11:
        (field(32, 1) ? vectors.back().want.row : vectors.back().want.col) = field(0, 32);
        break;
      case 17:
        count = field(0, 32);
        break;
    }
  }
  if (count != vectors.size() || count == 0) fail(path + " has been cut");
  return vectors;
}

void run_golden(Testbench& b, const std::vector<Vector>& vectors) {
  for (int size : kSizes) {
    b.lane(size);
    for (const Vector& v : vectors) {
      Move want = v.want;
      want.col = std::min(want.col, b.most());
      want.row = std::min(want.row, b.most());
      check(b, size, v.text, false, want);
      check(b, size, v.text, true, {});
    }
  }
}

void run_all(Testbench& b, int largest) {
  const int limits[] = {13, 13, 13, 38, 38, 38};  // as the encoder's header says
  for (int size : kSizes) {
    if (size > largest) return;
    b.lane(size);
    int longest = 0;
    for (uint64_t col = 0; col <= b.most(); col++) {
      for (uint64_t row = 0; row <= b.most(); row++) {
        for (int shape = 0; shape < 3; shape++) {
          const Move m{col, row, shape};
          int cycles = 0;
          if (b.chance(1)) b.drop(m);
          const std::string text = b.encode(m, b.chance(10), &cycles);
          longest = std::max(longest, cycles);
          if (text != write(m)) fail("LogSize " + std::to_string(size) + ": " + show(m) + " is " +
              write(m) + ", encoded is " + quote(text));
          check(b, size, text, false, m);
        }
      }
    }
    std::printf("LogSize %d: every move of %d columns and rows; encoded in %d cycles at most\n",
        size, static_cast<int>(b.most() + 1), longest);
    if (longest > limits[size - 3]) fail("the encoder takes longer than its header says");
  }
}

// near is a text that is a move, or was one before a change or two.
std::string near(Testbench& b) {
  std::string text = b.chance(10) ? "@" : "";
  if (text.empty()) {
    for (int i = 1 + b.random() % (b.chance(10) ? 40 : 3); i > 0; i--) text += 'A' +
        b.random() % 26;
  }
  for (int i = 1 + b.random() % (b.chance(10) ? 40 : 3); i > 0; i--) text += '0' + b.random() % 10;
  text += "+/\\"[b.random() % 3];
  const std::string marks = "@AZ[`a{/09:+-\\]*. ";
  while (b.chance(40)) {
    const size_t at = b.random() % (text.size() + 1);
    const char c = b.chance(80) ? marks[b.random() % marks.size()] : static_cast<char>(b.random());
    if (at == text.size() || b.chance(40)) text.insert(at, 1, c);
    else if (b.chance(50)) text[at] = c;
    else text.erase(at, 1);
  }
  return text;
}

void run_random(Testbench& b, int texts) {
  int moves = 0;
  for (int i = 0; i < texts; i++) {
    const int size = kSizes[b.random() % 6];
    b.lane(size);
    const std::string text = near(b);
    const bool bad = b.chance(5);
    const Move want = bad ? Move{} : read(text, b.most());
    moves += want.shape != kNoMove;
    check(b, size, text, bad, want);
  }
  std::printf("%d random texts, of these %d moves\n", texts, moves);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string found = Verilated::commandArgsPlusMatch(name);
  return found.empty() ? otherwise : found.substr(found.find('=') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  const std::vector<Vector> vectors = golden(plusarg("golden=", "vectors/golden/notation.hex"));
  Testbench b(seed);
  run_golden(b, vectors);
  std::printf("%zu golden vectors\n", vectors.size());
  run_random(b, std::stoi(plusarg("texts=", "60000")));
  run_all(b, std::stoi(plusarg("largest=", "8")));
  std::printf("PASS seed %u\n", seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
