// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_line_rx with random bytes, most of them text: lines, spaces in rows and at ends, bytes that
// are no text, lines that are too long, lost bytes, resets; both sides wait at random. A second
// reader, below, says in every cycle what may come out.
//
//   hdl/tb/run line [+seed=N] [+bytes=N]
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "Vll_line_rx.h"
#include "verilated.h"

namespace {

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

// What comes out of a byte, at most two things: a space and a character, or an end.
struct Item {
  int what = 0;  // a character, or -1 for an end, or -2 for the end of a line that is bad
};

// The second reader: a line as a text that grows, judged when it ends.
class Reader {
 public:
  explicit Reader(int longest) : longest_(longest) {}

  // Takes a byte; answers how many items come out of it.
  int take(uint8_t byte, Item out[2]) {
    if (byte == '\n' || byte == '\r') {
      const bool told = length_ > 0 || bad_;
      if (told) out[0].what = bad_ ? -2 : -1;
      forget();
      return told ? 1 : 0;
    }
    if (byte == ' ') {
      gap_ = true;
      return 0;
    }
    int n = 0;
    if (byte < ' ' || byte > 0x7e) bad_ = true;
    if (gap_) n += say(' ', out[n]);
    gap_ = gap_ && n == 0;
    return n + say(byte, out[n]);
  }

  // A byte of the line was lost.
  void lose() {
    if (length_ > 0) bad_ = true;
  }

  void forget() {
    length_ = 0;
    gap_ = bad_ = false;
  }

 private:
  // Says a character if there is room; the line is bad if there is none.
  int say(int what, Item& item) {
    if (length_ == longest_) bad_ = true;
    if (bad_) return 0;
    length_++;
    item.what = what;
    return 1;
  }

  const int longest_;
  int length_ = 0;
  bool gap_ = false, bad_ = false;
};

[[noreturn]] void fail(long cycle, const std::string& what) {
  std::printf("FAIL cycle %ld: %s\n", cycle, what.c_str());
  std::exit(1);
}

std::string show(int what) {
  if (what == -1) return "an end of line";
  if (what == -2) return "an end of a bad line";
  char text[16];
  std::snprintf(text, sizeof text, "0x%02x", what);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  const long bytes = std::stol(plusarg("bytes=", "300000"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed * 2654435761u % 2147483647 + 1));
  std::mt19937 random(seed);
  auto one_in = [&](int n) { return random() % n == 0; };
  auto byte = [&]() -> uint8_t {
    switch (random() % 12) {
      case 0: return '\n';
      case 1: return '\r';
      case 2: case 3: case 4: return ' ';
      case 5: return one_in(8) ? random() : 'x';
      default: return '!' + random() % ('~' - '!' + 1);
    }
  };

  Vll_line_rx dut;
  const int longest = std::stoi(plusarg("max=", "16"));
  Reader reader(longest);
  Item due[2];
  int n = -1, told = 0;  // of the byte that waits: what comes out, if that is known, and what has
  bool held = false;    // a byte waits
  bool lost = false;    // a byte was lost behind it
  long taken = 0, lines = 0, bad = 0, resets = 0;
  dut.clk_i = 0;
  dut.rst_i = 1;
  for (long cycle = 0; taken < bytes; cycle++) {
    if (!held && !one_in(4)) {
      dut.data_i = byte();
      held = true;
      n = -1;
    }
    dut.valid_i = held;
    dut.rst_i = cycle < 2 || one_in(5000);
    dut.lost_i = !dut.rst_i && one_in(200);
    dut.char_ready_i = !one_in(3);
    dut.eval();
    if (dut.rst_i) {
      reader.forget();
      lost = false;
      n = -1;
      if (cycle >= 2) resets++;
    } else {
      if (held && n < 0) {
        n = reader.take(dut.data_i, due);
        told = 0;
      }
      bool space = false;  // passes in this cycle: the byte behind it waits
      const bool out = held && told < n;
      if (dut.char_valid_o != out) {
        fail(cycle, out ? "nothing comes out, it should be " + show(due[told].what)
                        : "something comes out of byte " + show(dut.data_i) + ", nothing should");
      }
      if (out) {
        const int got = !dut.eol_o ? dut.char_o : dut.bad_o ? -2 : -1;
        if (got != due[told].what) fail(cycle, show(got) + " comes out, it should be " + show(due[told].what));
        if (dut.char_ready_i) {
          told++;
          space = got == ' ';
          if (got == -1) lines++;
          if (got == -2) bad++;
        }
      }
      const bool done = held && told == n && !space;
      if (held && dut.ready_o != done) {
        fail(cycle, done ? "the byte is not taken" : "the byte is taken, though something is still to come out");
      }
      lost = lost || dut.lost_i;
      if (!held || done) {
        if (lost) reader.lose();
        lost = false;
      }
      if (done) {
        held = false;
        taken++;
      }
    }
    dut.clk_i = 1;
    dut.eval();
    dut.clk_i = 0;
    dut.eval();
  }
  std::printf("%ld lines, %ld bad ones, %ld resets\n", lines, bad, resets);
  if (lines < bytes / 100 || bad < bytes / 1000 || resets == 0) fail(0, "too little has been met");
  std::printf("PASS %d characters a line, seed %u\n", longest, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
