// What all harnesses share: the model, its clock, and the pipe to Loopline.
//
// A harness is compiled together with the model that Verilator made, Vdut. It
// reads requests from standard input and writes answers to standard output,
// both in whole blocks; what it has to say to people goes to standard error.
// It ends, with status 0, at the end of its input.
#ifndef LOOPLINE_MODEL_H
#define LOOPLINE_MODEL_H

#include <sys/time.h>
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
#ifdef WAVE
#include "verilated_fst_c.h"
#endif

namespace loopline {

// A cycle that takes this much processor time, in seconds, has no end: SIGVTALRM
// ends the process then.
inline int& stuck_seconds() {
  static int seconds = 20;
  return seconds;
}

// How many cycles pass between two signs of life.
constexpr uint64_t kLifeCycles = 1u << 18;

inline void alive() {
  itimerval t{};
  t.it_value.tv_sec = stuck_seconds();
  setitimer(ITIMER_VIRTUAL, &t, nullptr);
}

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "harness: %s\n", what);
  std::_Exit(2);
}

// Reads exactly n bytes; false at the end of the input.
inline bool read_all(void* to, size_t n) {
  auto* p = static_cast<char*>(to);
  while (n > 0) {
    ssize_t k = read(0, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= static_cast<size_t>(k);
  }
  return true;
}

// Where answers go. What the design itself prints to standard output is
// turned to standard error.
inline int answers() {
  static const int fd = [] {
    setvbuf(stdout, nullptr, _IOLBF, 0);  // each line is there when it is printed
    int own = dup(1);
    if (own < 0 || dup2(2, 1) < 0) fail("the standard streams are closed");
    return own;
  }();
  return fd;
}

inline void write_all(const void* from, size_t n) {
  auto* p = static_cast<const char*>(from);
  while (n > 0) {
    ssize_t k = write(answers(), p, n);
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

// The value of an argument +NAME=VALUE, or otherwise.
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

// A model and the cycles it has seen. Its clock is clk_i.
class Model {
 public:
  // A seed other than 0 takes the place of the one on the command line.
  Model(int argc, char** argv, uint32_t seed = 0) {
    answers();
    stuck_seconds() = static_cast<int>(number(argc, argv, "stuck", 20));
    context_.commandArgs(argc, argv);
    if (seed) context_.randSeed(static_cast<int>(seed));
#ifdef WAVE
    context_.traceEverOn(true);
#endif
    dut = new Vdut(&context_);
    inputs_low(dut);  // also those that no harness knows
    alive();
  }

  // Opens the waveform. Dumping begins with dump(true).
  void wave(const std::string& file) {
#ifdef WAVE
    if (file.empty()) return;
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
    fst_->close();
    fst_->open(file_.c_str());
    if (!fst_->isOpen()) fail("the waveform cannot be written again");
#endif
  }

  ~Model() {
    close();
    delete dut;
  }

  // Ends the waveform.
  void close() {
#ifdef WAVE
    if (fst_) fst_->close();
    fst_ = nullptr;
#endif
  }

  // Lets the outputs follow the inputs, before the rising edge.
  void settle() {
    dut->clk_i = 0;
    eval(0);
  }

  // The rising edge.
  void rise() {
    dut->clk_i = 1;
    eval(1);
    if (++cycles_ % kLifeCycles == 0) alive();
  }

  uint64_t cycles() const { return cycles_; }
  bool finished() const { return context_.gotFinish(); }

  Vdut* dut;

 private:
  void eval(int phase) {
    dut->eval();
#ifdef WAVE
    const uint64_t now = 2 * cycles_ + static_cast<uint64_t>(phase);
    if (fst_ && dumping_ && now != dumped_) fst_->dump(dumped_ = now); // once: Verilator warns of more
#else
    (void)phase;
#endif
  }

  VerilatedContext context_;
  uint64_t cycles_ = 0;
  bool dumping_ = false;
#ifdef WAVE
  VerilatedFstC* fst_ = nullptr;
  std::string file_;
  uint64_t dumped_ = ~0ull; // the time of the last dump
#endif
};

}  // namespace loopline

#endif
