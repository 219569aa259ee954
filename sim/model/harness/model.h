// What all harnesses share: the model, its clock, and the pipe to Loopline.
//
// A harness is compiled together with the model that Verilator made, Vdut. It
// reads requests from standard input and writes answers to standard output,
// both in whole blocks; what it has to say to people goes to standard error.
// It ends, with status 0, at the end of its input.
#ifndef LOOPLINE_MODEL_H
#define LOOPLINE_MODEL_H

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "Vdut.h"
#include "inputs.h"
#include "verilated.h"
#ifdef COVERAGE
#include <fstream>
#include <map>

#include "verilated_cov.h"
#endif
#ifdef WAVE
#include "verilated_fst_c.h"
#endif

#ifndef TRUSTED
namespace loopline {

// Whether the harness opens a file itself.
inline bool& opens_own() {
  static bool opens = false;
  return opens;
}

// Whether a path stays in the folder in which the model runs: that of the design.
inline bool stays(const char* name) {
  if (*name == '/') return false;
  for (const char* part = name; part != nullptr; part = std::strchr(part, '/')) {
    if (*part == '/') part++;
    if (std::strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0)) return false;
  }
  return true;
}

}  // namespace loopline

// Takes the place of the system's: Verilator's runtime opens by it what a design names, which is in the
// design's folder alone. Elsewhere are the model itself, its arguments and the machine.
extern "C" FILE* fopen(const char* name, const char* mode) {
  if (!loopline::opens_own() && !loopline::stays(name)) {
    errno = EACCES;
    return nullptr;
  }
  const bool both = std::strchr(mode, '+') != nullptr;
  int flags = O_CLOEXEC;
  switch (*mode) {
    case 'r': flags |= both ? O_RDWR : O_RDONLY; break;
    case 'w': flags |= (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC; break;
    case 'a': flags |= (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return nullptr;
  }
  const int file = open(name, flags, 0666);
  return file < 0 ? nullptr : fdopen(file, mode);
}
#endif

namespace loopline {

// The harness opens, reads or closes a file of its own while one of these is there.
class OwnFile {
#ifndef TRUSTED
 public:
  OwnFile() { opens_own() = true; }
  ~OwnFile() { opens_own() = false; }
  OwnFile(const OwnFile&) = delete;
#endif
};

// How a process ends whose model takes more processor time than it may; sim/budget.go
// knows them.
enum Exit : int { kStandsStill = 117, kTooSlow = 118 };

// What the model may take of processor time, in nanoseconds, and has taken. It is
// looked at some hundred times in a second of processor time.
struct Budget {
  int64_t cycle = 200000000;     // of one clock cycle
  int64_t rate = 100000;         // of a clock cycle on the average
  int64_t burst = 5000000000;    // what may be spent in advance
  int64_t stuck = 20000000000;   // of one cycle while nobody's time runs, as at power-up

  volatile bool playing = false;  // requests are served: rate and cycle hold
  volatile uint64_t cycles = 0;   // of all models

  int64_t left = 0, since = 0, still = 0;
  uint64_t seen = 0;
};

inline Budget& budget() {
  static Budget b;
  return b;
}

inline int64_t processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * int64_t{1000000000} + t.tv_nsec;
}

// Ends the process. It may be called in a signal handler.
[[noreturn]] inline void spent(Exit status) { _exit(status); }

// Charges the processor time since the last call.
inline void charge() {
  Budget& b = budget();
  const int64_t now = processor_time(), used = now - b.since;
  const uint64_t cycles = b.cycles;
  b.since = now;
  b.still = cycles == b.seen ? b.still + used : 0;
  if (b.still > (b.playing ? b.cycle : b.stuck)) spent(kStandsStill);
  if (b.playing) {
    const uint64_t most = static_cast<uint64_t>(b.burst / b.rate) + 1;
    const uint64_t ran = cycles - b.seen < most ? cycles - b.seen : most;
    b.left = b.left + static_cast<int64_t>(ran) * b.rate - used;
    if (b.left > b.burst) b.left = b.burst;
    if (b.left < 0) spent(kTooSlow);
  }
  b.seen = cycles;
}

extern "C" inline void loopline_charge(int) {
  const int kept = errno;
  charge();
  errno = kept;
}

// A model is being made: nobody's time runs.
inline void power_up() {
  Budget& b = budget();
  b.playing = false;
  b.since = processor_time();
  b.still = 0;
  b.left = b.burst;
  struct sigaction action {};
  action.sa_handler = loopline_charge;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  itimerval t{};
  t.it_interval.tv_usec = t.it_value.tv_usec = 10000;
  setitimer(ITIMER_PROF, &t, nullptr);
}

// A request is served from here on. A waveform is the organiser's, who waits for
// it: then only what has no end is ended.
inline void alive() {
  Budget& b = budget();
  b.still = 0;
  if (b.playing) return;  // the timer charges it: a call of the system for each request would cost more
  b.since = processor_time();
  b.seen = b.cycles;
#ifndef WAVE
  b.playing = true;
#endif
}

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "harness: %s\n", what);
  std::_Exit(2);
}

// Where requests come from, and where answers go. Neither has a number or a name that
// the design can read or write: its standard input is empty, and what it prints is
// turned to standard error.
struct Streams {
  int in, out;
};

inline const Streams& streams() {
  static const Streams both = [] {
    setvbuf(stdout, nullptr, _IOLBF, 0);  // each line is there when it is printed
    int empty[2];
    Streams s{fcntl(0, F_DUPFD_CLOEXEC, 100), fcntl(1, F_DUPFD_CLOEXEC, 100)};
    if (s.in < 0 || s.out < 0 || pipe(empty) < 0 || dup2(empty[0], 0) < 0 || dup2(2, 1) < 0)
      fail("the standard streams are closed");
    close(empty[0]);
    close(empty[1]);
    return s;
  }();
  return both;
}

// Reads exactly n bytes; false at the end of the input.
inline bool read_all(void* to, size_t n) {
  auto* p = static_cast<char*>(to);
  while (n > 0) {
    ssize_t k = read(streams().in, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= static_cast<size_t>(k);
  }
  return true;
}

inline void write_all(const void* from, size_t n) {
  auto* p = static_cast<const char*>(from);
  while (n > 0) {
    ssize_t k = write(streams().out, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) std::_Exit(0);
    p += k;
    n -= static_cast<size_t>(k);
  }
}

// Bytes being put together, lowest first. They are in a string, which the
// library has compiled: templates of our own take most of a small model's time.
class Block {
 public:
  void u8(unsigned v) { bytes_.push_back(static_cast<char>(v)); }
  void u16(unsigned v) { u8(v & 0xff), u8(v >> 8 & 0xff); }
  void u32(uint32_t v) { u16(v & 0xffff), u16(v >> 16); }
  void u64(uint64_t v) { u32(static_cast<uint32_t>(v)), u32(static_cast<uint32_t>(v >> 32)); }
  void add(const Block& b) { bytes_ += b.bytes_; }
  void text(const std::string& s) { bytes_ += s; }
  void clear() { bytes_.clear(); }
  size_t size() const { return bytes_.size(); }
  void send() const { write_all(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

// The value of an argument +NAME=VALUE, or otherwise. A design sees, as plusargs, only those after an
// argument --.
inline std::string argument(int argc, char** argv, const char* name, const char* otherwise) {
  std::string prefix = std::string("+") + name + "=";
  for (int i = 1; i < argc; i++)
    if (std::strncmp(argv[i], prefix.c_str(), prefix.size()) == 0) return argv[i] + prefix.size();
  return otherwise;
}

inline uint64_t number(int argc, char** argv, const char* name, uint64_t otherwise) {
  std::string s = argument(argc, argv, name, "");
  return s.empty() ? otherwise : std::strtoull(s.c_str(), nullptr, 10);
}

// The place of the argument --, or of the last.
inline int separator(int argc, char** argv) {
  for (int i = 1; i < argc; i++)
    if (std::strcmp(argv[i], "--") == 0) return i;
  return argc - 1;
}

// A model and the cycles it has seen. Its clock is clk_i.
class Model {
 public:
  // A seed other than 0 takes the place of the one on the command line.
  Model(int argc, char** argv, uint32_t seed = 0) {
    streams();
    Budget& b = budget();
    b.stuck = static_cast<int64_t>(number(argc, argv, "stuck", 20)) * 1000000000;
    b.rate = static_cast<int64_t>(number(argc, argv, "cycle-ns", static_cast<uint64_t>(b.rate)));
    half_ = number(argc, argv, "half-ps", 1);
    power_up();
    const int before = argc > 0 ? separator(argc, argv) : 0;
    context_.commandArgs(argc - before, argv + before);
    context_.randReset(2);
#ifdef COVERAGE
    coverage_ = argument(argc, argv, "coverage", "");
#endif
    context_.randSeed(static_cast<int>(seed ? seed : number(argc, argv, "power-up", 0)));
#ifdef WAVE
    context_.traceEverOn(true);
#endif
    dut = new Vdut(&context_);
    inputs_low(dut);  // also those that no harness knows
  }

  // Opens the waveform. Dumping begins with dump(true).
  void wave(const std::string& file) {
#ifdef WAVE
    if (file.empty()) return;
    const OwnFile own;
    file_ = file;
    fst_ = new VerilatedFstC;
    dut->trace(fst_, 99);
    fst_->open(file.c_str());
    if (!fst_->isOpen()) fail("the waveform cannot be written");
#else
    (void)file;
#endif
  }

  void dump(bool on) { dumping_ = on; }

  // Begins the waveform anew: what it held is gone.
  void restart_wave() {
#ifdef WAVE
    if (!fst_) return;
    const OwnFile own;
    fst_->close();
    fst_->open(file_.c_str());
    if (!fst_->isOpen()) fail("the waveform cannot be written again");
#endif
  }

  ~Model() {
    close();
    count();
    delete dut;
  }

  // Ends the waveform.
  void close() {
#ifdef WAVE
    const OwnFile own;
    if (fst_) fst_->close();
    fst_ = nullptr;
#endif
  }

  // Lets the outputs follow the inputs, before the rising edge.
  void settle() {
    dut->clk_i = 0;
    dut->eval();
  }

  // The rising edge.
  void rise() {
    show(0);
    dut->clk_i = 1;
    dut->eval();
    show(1);
    cycles_++;
    budget().cycles = budget().cycles + 1;
  }

#ifdef TEXTS
  // What passed, in words, for people who read the waveform.
  void asked(const std::string& text) { put(dut->asked, text); }
  void answered(const std::string& text) { put(dut->answered, text); }
#endif

  uint64_t cycles() const { return cycles_; }
  bool finished() const { return context_.gotFinish(); }

  Vdut* dut;

 private:
  // Adds what this model ran to the counts in the file, which those before it wrote.
  void count() {
#ifdef COVERAGE
    if (coverage_.empty()) return;
    const OwnFile own;
    std::map<std::string, uint64_t> points;
    const auto add = [&] {
      std::ifstream in(coverage_);
      for (std::string line; std::getline(in, line);) {
        const size_t space = line.rfind("' ");
        if (space != std::string::npos) points[line.substr(0, space + 2)] += std::strtoull(line.c_str() + space + 2, nullptr, 10);
      }
    };
    add();
    context_.coveragep()->write(coverage_.c_str());
    add();
    std::ofstream out(coverage_);
    for (const auto& p : points) out << p.first << p.second << '\n';
#endif
  }

#ifdef TEXTS
  // The last characters of a text, the last one in the lowest bits.
  template <size_t Words>
  static void put(VlWide<Words>& port, const std::string& text) {
    for (size_t i = 0; i < Words; i++) port[i] = 0;
    for (size_t i = 0; i < text.size() && i < 4 * Words; i++)
      port[i / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[text.size() - 1 - i])) << (i % 4 * 8);
  }
#endif

  // Adds what is to the waveform, at a phase of the cycle: before the rising edge, or behind it.
  void show(int phase) {
#ifdef WAVE
    if (!fst_ || !dumping_) return;
    const OwnFile own;
    fst_->dump(half_ * (2 * cycles_ + static_cast<uint64_t>(phase)));
#else
    (void)phase;
#endif
  }

  VerilatedContext context_;
  uint64_t cycles_ = 0;
  uint64_t half_ = 1;  // half a clock cycle in the waveform, in picoseconds
  bool dumping_ = false;
#ifdef COVERAGE
  std::string coverage_;
#endif
#ifdef WAVE
  VerilatedFstC* fst_ = nullptr;
  std::string file_;
#endif
};

}  // namespace loopline

#endif
