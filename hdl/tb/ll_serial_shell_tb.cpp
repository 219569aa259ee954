// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_serial_shell by its pins, with players behind it that are of no game: a greeting, and then
// random lines of up to the longest length and beyond, ended by LF, CR or CR LF, each of which must
// come back, ended as the shell ends lines, or as a question mark if it is too long or hurt.
//
//   hdl/tb/run shell [+seed=N] [+lines=N]
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "Vll_serial_shell_tb.h"
#include "verilated.h"

namespace {

constexpr int kDivider = 8;      // clock cycles a bit
constexpr int kShells = 2;
constexpr int kLongest[kShells] = {16, 300};
const char* const kEnd[kShells] = {"\n", "\r\n"};

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

std::string show(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    char code[8];
    std::snprintf(code, sizeof code, c < ' ' || c > '~' ? "\\x%02x" : "%c", c);
    out += code;
  }
  return out + "\"";
}

[[noreturn]] void fail(int shell, const std::string& what) {
  std::printf("FAIL shell %d: %s\n", shell, what.c_str());
  std::exit(1);
}

// A sender holds what is still to be sent on a line, a bit at a time.
class Sender {
 public:
  void add(const std::string& text) { text_ += text; }
  bool done() const { return text_.empty() && left_ == 0; }

  // The level of the line in this clock cycle.
  bool step() {
    if (left_ == 0 && text_.empty()) return true;
    if (left_ == 0) {
      frame_ = 1u << 9 | static_cast<uint8_t>(text_[0]) << 1;
      text_.erase(0, 1);
      left_ = 10 * kDivider;
    }
    const int bit = (10 * kDivider - left_) / kDivider;
    left_--;
    return frame_ >> bit & 1;
  }

 private:
  std::string text_;
  unsigned frame_ = 0;
  int left_ = 0;
};

// A receiver keeps what has come.
class Receiver {
 public:
  std::string text;

  // Takes the level of the line in this clock cycle; false if a stop bit is low.
  bool step(bool level) {
    if (at_ < 0) {
      if (level) return true;
      at_ = 0;
      byte_ = 0;
    }
    const int bit = at_ / kDivider;
    if (at_ % kDivider == kDivider / 2) {
      if (bit > 0 && bit < 9) byte_ |= level << (bit - 1);
      if (bit == 9) {
        if (!level) return false;
        text += static_cast<char>(byte_);
        at_ = -1;
        return true;
      }
    }
    at_++;
    return true;
  }

 private:
  int at_ = -1;
  unsigned byte_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  const int lines = std::stoi(plusarg("lines=", "300"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed * 2654435761u % 2147483647 + 1));
  std::mt19937 random(seed);

  Vll_serial_shell_tb dut;
  Sender host[kShells];
  Receiver heard[kShells];
  auto cycle = [&](bool reset) {
    dut.rst_i = reset;
    dut.rx_i = 0;
    for (int i = 0; i < kShells; i++) dut.rx_i |= host[i].step() << i;
    dut.clk_i = 1;
    dut.eval();
    dut.clk_i = 0;
    dut.eval();
    for (int i = 0; i < kShells && !reset; i++) {
      if (!heard[i].step(dut.tx_o >> i & 1)) fail(i, "a stop bit is low");
    }
  };
  // Waits for an answer, and a while longer in which nothing may follow.
  auto expect = [&](const std::string (&want)[kShells], const std::string (&asked)[kShells]) {
    long limit = 10 * kDivider * (2 * 320 + 20);
    for (bool all = false; !all && limit > 0; limit--) {
      cycle(false);
      all = true;
      for (int i = 0; i < kShells; i++) all = all && host[i].done() && heard[i].text.size() >= want[i].size();
    }
    for (int i = 0; i < 30 * kDivider; i++) cycle(false);
    for (int i = 0; i < kShells; i++) {
      if (heard[i].text != want[i]) {
        fail(i, "asked " + show(asked[i]) + ", it answers " + show(heard[i].text) + ", it should be " + show(want[i]));
      }
      heard[i].text.clear();
    }
  };

  for (int i = 0; i < 3; i++) cycle(true);
  const std::string nothing[kShells];
  expect({std::string("hi") + kEnd[0], std::string("hi") + kEnd[1]}, nothing);
  int bad = 0, longest = 0;
  for (int n = 0; n < lines; n++) {
    std::string asked[kShells], want[kShells];
    for (int i = 0; i < kShells; i++) {
      const int most = kLongest[i];
      const int length = random() % 3 == 0 ? most - 1 + random() % 3 : 1 + random() % 12;
      std::string text;
      while (static_cast<int>(text.size()) < length) text += static_cast<char>('!' + random() % ('~' - '!' + 1));
      bool hurt = length > most;
      if (random() % 8 == 0) {
        text[random() % text.size()] = '\x01';
        hurt = true;
      }
      asked[i] = text + (random() % 3 == 0 ? "\r\n" : random() % 2 == 0 ? "\r" : "\n");
      want[i] = (hurt ? "?" : text) + kEnd[i];
      bad += hurt;
      longest += length == most && !hurt;
      host[i].add(asked[i]);
    }
    expect(want, asked);
  }
  std::printf("%d lines to each shell, %d of the longest length, %d bad\n", lines, longest, bad);
  if (bad < lines / 10 || longest < lines / 20) fail(0, "too little has been met");
  std::printf("PASS %d and %d characters a line, seed %u\n", kLongest[0], kLongest[1], seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
