// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_uart_tx and ll_uart_rx at many dividers at once. For each of them a script is written
// beforehand: what every input is in every clock cycle, and which bytes and errors must come out,
// in this order. The sender is compared cycle by cycle with what a frame is.
//
//   hdl/tb/run uart [+golden=vectors/golden/uart.hex] [+seed=N]
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vll_uart_tb.h"
#include "verilated.h"

namespace {

// Step is the inputs of a clock cycle.
struct Step {
  uint8_t reset : 1, rx : 1, ready : 1, valid : 1, loop : 1;
  uint8_t data;
};

// Event is what a receiver says: a byte, or one of the errors.
using Event = int;
constexpr Event kFraming = 0x100;
constexpr Event kOverrun = 0x101;

std::string text(Event e) {
  if (e == kFraming) return "framing error";
  if (e == kOverrun) return "overrun";
  char s[16];
  std::snprintf(s, sizeof s, "byte %02x", e);
  return s;
}

// Script is written for one divider.
class Script {
 public:
  Script(int divider, uint32_t seed) : divider_(divider), random_(seed * 10007u + divider) {}

  struct Test {
    std::string name;
    size_t steps, events;  // where it ends
  };

  std::vector<Step> steps;
  std::vector<Event> events;
  std::vector<Test> tests;

  void all(const std::vector<uint64_t>& golden) {
    reset(4);
    level(1, 2 * divider_ + 8);
    end("reset");
    loop();
    // Up to 4 % if the divider is 8 or more, else up to 2.5 %.
    const int most = divider_ < 8 ? 25 : 40;
    for (int permille : {0, most, -most, below(2 * most + 1) - most}) far(permille);
    glitches();
    framing();
    overrun();
    resets();
    if (divider_ >= 8) noise();
    for (size_t w = 0; w < golden.size(); w++) vector(golden, w);
  }

  int vectors() const { return vectors_; }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  // rounds makes the scripts of all dividers about as long.
  int rounds() const { return std::min(std::max(2560 / divider_, 4), 128); }

  void end(const std::string& name) {
    level(1, 3 * divider_ + 8);
    tests.push_back({name, steps.size(), events.size()});
  }

  void step(Step s) { steps.push_back(s); }

  void level(int rx, int cycles) {
    for (; cycles > 0; cycles--) step({0, static_cast<uint8_t>(rx), ready_, 0, 0, 0});
  }

  void reset(int cycles) {
    for (; cycles > 0; cycles--) step({1, 1, 1, 0, 0, 0});
  }

  // Edges holds the line from now on: pairs of a level and the time at which it ends, in cycles
  // and parts of one. A look at the line sees the level of its time.
  class Edges {
   public:
    explicit Edges(double phase) { hold(1, phase); }
    void hold(int level, double cycles) {
      now_ += cycles;
      runs_.push_back({level, now_});
    }
    const std::vector<std::pair<int, double>>& runs() const { return runs_; }

   private:
    double now_ = 0;
    std::vector<std::pair<int, double>> runs_;
  };

  void play(const Edges& e) {
    double t = 0;
    for (auto [rx, until] : e.runs()) {
      for (; t < until; t++) level(rx, 1);
    }
  }

  double phase() { return std::uniform_real_distribution<>(0, 1)(random_); }

  void frame(Edges& e, int c, int stop, int permille) {
    const int bits = stop << 9 | c << 1;
    for (int k = 0; k < 10; k++) e.hold(bits >> k & 1, divider_ * (1 + permille / 1000.0));
  }

  // loop sends bytes into the receiver, with and without idle time.
  void loop() {
    const int n = divider_ == 16 ? 256 : 2 * rounds();
    for (int i = 0; i < n; i++) {
      const uint8_t c = divider_ == 16 ? i : below(256);
      events.push_back(c);
      // The sender is ready in the last cycle of the byte before: hold until then.
      for (int k = 0; k < 10 * divider_; k++) step({0, 1, 1, 1, 1, c});
      if (below(4) == 0) {
        for (int k = below(12 * divider_) + 10 * divider_; k > 0; k--) step({0, 1, 1, 0, 1, 0});
      }
    }
    for (int k = 0; k < 12 * divider_; k++) step({0, 1, 1, 0, 1, 0});
    end("loop");
  }

  void far(int permille) {
    Edges e(phase());
    for (int i = 0; i < rounds(); i++) {
      const int c = below(4) == 0 ? (i & 1 ? 0xff : 0x00) : below(256);
      frame(e, c, 1, permille);
      events.push_back(c);
      if (below(3) == 0) e.hold(1, phase() * 3 * divider_);
    }
    play(e);
    end("far end off by " + std::to_string(permille) + " permille");
  }

  // glitches are lows shorter than a quarter of a bit, bytes near them.
  void glitches() {
    Edges e(phase());
    for (int i = 0; i < rounds(); i++) {
      e.hold(0, (1 - phase()) * 0.999 * divider_ / 4);
      e.hold(1, divider_ / 4.0 + 1 + phase() * 2 * divider_);
      if (below(3) == 0) {
        frame(e, 0x35, 1, 0);
        events.push_back(0x35);
        e.hold(1, 0.1);
      }
    }
    play(e);
    end("glitches");
  }

  // framing is stop bits that are low, for a while; a byte comes soon after.
  void framing() {
    Edges e(phase());
    for (int i = 0; i < rounds(); i++) {
      frame(e, below(256), 0, 0);
      e.hold(0, below(30) * divider_ / 2.0);
      events.push_back(kFraming);
      e.hold(1, divider_ / 4.0 + 3 + phase() * divider_);
      frame(e, 0xa6, 1, 0);
      events.push_back(0xa6);
    }
    play(e);
    end("framing");
  }

  // overrun: the byte that is held stays, those that come are dropped.
  void overrun() {
    for (int i = 0; i < rounds(); i++) {
      Edges e(phase());
      ready_ = 0;
      frame(e, i, 1, 0);
      for (int k = below(3); k > 0; k--) {
        frame(e, below(256), 1, 0);
        events.push_back(kOverrun);
      }
      events.push_back(i);
      e.hold(1, divider_);
      play(e);
      ready_ = 1;
      level(1, 2);
    }
    end("overrun");
  }

  // resets cut bytes short at any place, in both directions.
  void resets() {
    for (int i = 0; i < rounds(); i++) {
      const uint8_t c = below(256);
      for (int k = 2 + below(9 * divider_); k > 0; k--) step({0, 1, 1, 1, 1, c});
      reset(1 + below(3));
      level(1, 2 * divider_);
      // Behind a reset a line that is low begins nothing.
      for (int k = 0; k < 3; k++) step({1, 0, 1, 0, 0, 0});
      level(0, below(30) * divider_);
      level(1, divider_);
      Edges e(phase());
      frame(e, 0x5a, 1, 0);
      events.push_back(0x5a);
      play(e);
      level(1, 4);
    }
    end("resets");
  }

  // noise: in each bit one look is wrong.
  void noise() {
    for (int i = 0; i < rounds(); i++) {
      const int c = below(256);
      for (int k = 0; k < 10; k++) {
        const int bit = (1 << 9 | c << 1) >> k & 1;
        const int before = 2 + below(divider_ - 4);
        level(bit, before);
        level(!bit, 1);
        level(bit, divider_ - before - 1);
      }
      events.push_back(c);
      level(1, below(2 * divider_));
    }
    end("noise");
  }

  // vector adds the golden vector at the word w, if there is one of this divider.
  void vector(const std::vector<uint64_t>& g, size_t w) {
    if (g[w] >> 59 != 15 || static_cast<int>(g[w] & 0xffff) != divider_) return;
    const bool send = g[w] >> 16 & 1;
    const int length = g[w] >> 24 & 0xffff;
    const int errors = g[w] >> 40 & 0xff;
    size_t run = w + 1 + (length + 6) / 7;
    if (send) {
      // That the levels are those of a frame is the monitor's; here are the bytes.
      Step last{};
      for (int i = 0; i < length; i++) {
        const uint8_t c = g[w + 1 + i / 7] >> 8 * (i % 7);
        events.push_back(c);
        for (int k = 0; k < 10 * divider_; k++) step(last = {0, 1, 1, 1, 1, c});
      }
      last.valid = 0;
      expectLevels(g, run, steps.size() - 10 * divider_ * length);
      for (int k = 0; k < 12 * divider_; k++) step(last);
    } else {
      // Bytes and errors are counted in the file, not ordered among each other.
      for (int i = 0; i < length; i++) events.push_back(g[w + 1 + i / 7] >> 8 * (i % 7) & 0xff);
      for (int i = 0; i < errors; i++) events.push_back(kFraming);
      for (; g[run] >> 59 == 16; run++) level(g[run] & 1, g[run] >> 1 & 0xffffffff);
    }
    vectors_++;
    end("golden vector " + std::to_string(g[w - 1] & 0xffffffff));
    tests.back().name += send ? ", sent" : ", received";
  }

  void expectLevels(const std::vector<uint64_t>& g, size_t run, size_t from) {
    for (; g[run] >> 59 == 16; run++) {
      for (uint64_t n = g[run] >> 1 & 0xffffffff; n > 0; n--) {
        levels.push_back({from++, static_cast<int>(g[run] & 1)});
      }
    }
  }

 public:
  // levels are what the golden vectors want of the sender's line, by the step in which the byte's
  // first cycle was taken and on.
  std::vector<std::pair<size_t, int>> levels;

 private:
  int divider_;
  std::mt19937 random_;
  uint8_t ready_ = 1;
  int vectors_ = 0;
};

bool ordered(const std::string& test) { return test.find("received") == std::string::npos; }

// Lane plays a script and compares.
class Lane {
 public:
  Lane(int divider, uint32_t seed, const std::vector<uint64_t>& golden)
      : divider_(divider), script_(divider, seed) {
    script_.all(golden);
    age_ = 10 * divider;
  }

  bool done() const { return at_ == script_.steps.size(); }
  const Step& now() const { return script_.steps[at_]; }
  int vectors() const { return script_.vectors(); }
  size_t bytes() const { return script_.events.size(); }

  // look compares the outputs in the cycle of this step, before the clock's edge.
  void look(bool tx, bool tx_ready, bool valid, int data, bool framing, bool overrun) {
    const Step& s = now();
    if (!s.reset) {
      if (!checkSender(tx, tx_ready, s)) return;
      if (framing) event(kFraming);
      if (overrun) event(kOverrun);
      if (valid && s.ready) event(data);
    } else {
      age_ = 10 * divider_;
      if (wasReset_ && !tx) fail("the line is low in reset");
    }
    wasReset_ = s.reset;
    at_++;
    if (at_ == script_.tests[test_].steps) {
      if (seen_ != script_.tests[test_].events) {
        fail(std::to_string(script_.tests[test_].events - seen_) + " more expected, the first " +
             text(script_.events[seen_]));
      }
      test_ += test_ + 1 < script_.tests.size();
    }
  }

 private:
  bool checkSender(bool tx, bool ready, const Step& s) {
    const bool want = age_ >= 10 * divider_ || (frame_ >> age_ / divider_ & 1);
    if (tx != want) fail("the line is wrong in cycle " + std::to_string(age_) + " of a byte");
    if (ready != (age_ >= 10 * divider_ - 1)) fail("the sender's ready is wrong");
    while (level_ < script_.levels.size() && script_.levels[level_].first < at_) {
      // A step's byte is on the line from the next cycle on.
      if (script_.levels[level_].first + 1 == at_ && tx != script_.levels[level_].second) {
        fail("the line is not that of the vector");
      }
      level_++;
    }
    if (s.valid && ready) {
      frame_ = 1 << 9 | s.data << 1;
      age_ = 0;
    } else if (age_ < 10 * divider_) {
      age_++;
    }
    return true;
  }

  void event(Event e) {
    auto& want = script_.events;
    const auto& t = script_.tests[test_];
    if (seen_ == t.events) fail(text(e) + " came out of nothing");
    // Where only the numbers are known, take the next of this kind.
    size_t i = seen_;
    while (!ordered(t.name) && i < t.events && (want[i] == kFraming) != (e == kFraming)) i++;
    if (i == t.events || want[i] != e) fail(text(e) + ", not " + text(want[seen_]));
    want.erase(want.begin() + i);
    want.insert(want.begin() + seen_, e);
    seen_++;
  }

  [[noreturn]] void fail(const std::string& what) {
    std::printf("FAIL divider %d, %s, at cycle %zu: %s\n", divider_,
                script_.tests[test_].name.c_str(), at_, what.c_str());
    std::exit(1);
  }

  int divider_;
  Script script_;
  size_t at_ = 0, seen_ = 0, test_ = 0, level_ = 0;
  int frame_ = 0, age_ = 0;
  bool wasReset_ = false;
};

// readGolden reads the words of a vector file and refuses what is no whole one of UARTs.
std::vector<uint64_t> readGolden(const std::string& name) {
  std::vector<uint64_t> words;
  std::ifstream in(name);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, 2, "//") != 0) words.push_back(std::strtoull(line.c_str(), nullptr, 16));
  }
  const char* wrong = nullptr;
  if (words.empty()) wrong = "cannot be read or is empty";
  else if (words[0] >> 59 != 1 || (words[0] & 0xff) != 1 || (words[0] >> 8 & 0xff) != 5)
    wrong = "holds no UART vectors of version 1";
  else if (words.back() >> 59 != 17 || (words.back() >> 32 & 0x7ffffff) != words.size())
    wrong = "has been cut: it has no END";
  if (wrong) {
    std::printf("FAIL %s %s\n", name.c_str(), wrong);
    std::exit(1);
  }
  return words;
}

std::string plusarg(const char* name) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? "" : match.substr(equals + 1);
}

// put and get reach bits of a port, which is a number or, if it is wide, words.
template <class Words>
void put(Words& port, int bit, int width, uint32_t value) {
  if constexpr (std::is_integral_v<Words>) {
    const Words mask = ((Words{1} << width) - 1) << bit;
    port = (port & ~mask) | (Words{value} << bit & mask);
  } else {
    put(port[bit / 32], bit % 32, width, value);
  }
}

template <class Words>
uint32_t get(const Words& port, int bit, int width) {
  if constexpr (std::is_integral_v<Words>) {
    return port >> bit & ((Words{1} << width) - 1);
  } else {
    return get(port[bit / 32], bit % 32, width);
  }
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Verilated::commandArgs(argc, argv);
  const std::string seeded = plusarg("seed="), file = plusarg("golden=");
  const uint32_t seed = seeded.empty() ? 1 : std::strtoul(seeded.c_str(), nullptr, 10);
  context.randReset(2);
  context.randSeed(static_cast<int>(seed));
  std::vector<uint64_t> golden;
  if (!file.empty()) golden = readGolden(file);

  Vll_uart_tb dut{&context};
  dut.clk_i = 0;
  dut.eval();
  std::vector<Lane> lanes;
  size_t bytes = 0;
  int vectors = 0, wanted = 0;
  for (size_t w = 0; w < golden.size(); w++) wanted += golden[w] >> 59 == 15;
  const int count = sizeof(dut.divider_o) / 4;
  for (int i = 0; i < count; i++) {
    lanes.emplace_back(static_cast<int>(dut.divider_o[i]), seed, golden);
    bytes += lanes.back().bytes();
    vectors += lanes.back().vectors();
  }
  if (vectors != wanted) {
    std::printf("FAIL %d of %d golden vectors are of a divider that is not here\n",
                wanted - vectors, wanted);
    return 1;
  }
  for (bool busy = true; busy;) {
    busy = false;
    for (int i = 0; i < count; i++) {
      if (lanes[i].done()) continue;
      busy = true;
      const Step& s = lanes[i].now();
      put(dut.rst_i, i, 1, s.reset);
      put(dut.tx_valid_i, i, 1, s.valid);
      put(dut.tx_data_i, 8 * i, 8, s.data);
      put(dut.rx_ready_i, i, 1, s.ready);
      put(dut.rx_i, i, 1, s.loop ? get(dut.tx_o, i, 1) : s.rx);
    }
    dut.eval();
    for (int i = 0; i < count; i++) {
      if (lanes[i].done()) continue;
      lanes[i].look(get(dut.tx_o, i, 1), get(dut.tx_ready_o, i, 1), get(dut.rx_valid_o, i, 1),
                    static_cast<int>(get(dut.rx_data_o, 8 * i, 8)), get(dut.framing_o, i, 1),
                    get(dut.overrun_o, i, 1));
    }
    dut.clk_i = 1;
    dut.eval();
    dut.clk_i = 0;
    dut.eval();
  }
  std::printf("PASS %d dividers, %zu bytes and errors, %d golden vectors, seed %u\n", count, bytes,
              vectors, seed);
#if VM_COVERAGE
  context.coveragep()->write(plusarg("coverage=").c_str());
#endif
  return 0;
}
