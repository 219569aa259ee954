// Clocks a board and speaks with it over its serial pins, bit by bit, as the
// far end of the wire: 8 data bits, lowest first, no parity, one stop bit.
// Time is counted in clock cycles. sim/board.go has the other side.
//
// A request is what to send and how long to run:
//   bytes(4) stop(1) cycles(8) the bytes
// The answer is what came of it:
//   reason(1) now(8) drained(8) level(1) changes(8) since(8) low(8) floating(8)
//   received(4) {byte(1) error(1) start(8) end(8) edge(8)}...
// The wire can be another than a board should have, to find out what a mute board takes
// it for: +listen= has the clock cycles of a bit from the board, +invert= names the pins of tx, rx and rst to invert, +msb= the directions, tx
// and rx, whose bytes go highest bit first. +ninth= is a bit that follows the eight to the board: even or odd parity, or low; with
// +listen-ninth=1 those from the board have one, which is bit 1 of error. +pause= has the bits of silence after each byte to the board.
// All times are cycles since the reset ended; edge is the last change of the
// line before the middle of the stop bit. Level is that of the line, changes how
// often it has changed, since when it did last, low and floating the cycles in which it was low, and in
// which nothing drove it: then it is high.

#include <algorithm>
#include <cmath>
#include <string>

#ifdef FLASH
#include "flash.h"
#endif
#include "model.h"

namespace {

using loopline::Block;

enum Stop : uint8_t { kDrained = 1, kLine = 2, kByte = 4 };

// What becomes of the waveform before a request; it is beside the reasons to stop.
enum Wave : uint8_t { kRestartWave = 64, kKeepWave = 128 };

enum Reason : uint8_t { kTime, kStopped, kFinished };

constexpr int kResetCycles = 16;

#ifdef TEXTS
// A line as it passes, for the waveform.
struct Shown {
  std::string text;
  bool ended = false;

  void add(char c) {
    if (c == '\r') return;
    if (ended || text.size() > 64) text.clear();
    ended = c == '\n';
    if (!ended) text += c;
  }
};
#endif

class Board {
 public:
  Board(int argc, char** argv)
      : m_(argc, argv),
#ifdef FLASH
        flash_(argc, argv),
#endif
        bit_(std::strtod(loopline::argument(argc, argv, "bit", "104").c_str(), nullptr)),
        listen_(std::strtod(loopline::argument(argc, argv, "listen", "0").c_str(), nullptr)) {
    if (!(listen_ >= 1)) listen_ = bit_;
    const std::string invert = loopline::argument(argc, argv, "invert", "");
    const std::string msb = loopline::argument(argc, argv, "msb", "");
    invert_tx_ = invert.find("tx") != std::string::npos;
    invert_rx_ = invert.find("rx") != std::string::npos;
    const unsigned reset = invert.find("rst") == std::string::npos;
    msb_tx_ = msb.find("tx") != std::string::npos;
    msb_rx_ = msb.find("rx") != std::string::npos;
    ninth_ = loopline::argument(argc, argv, "ninth", "");
    listen_bits_ = 8 + static_cast<int>(loopline::number(argc, argv, "listen-ninth", 0) & 1);
    frame_bits_ = 10 + !ninth_.empty() + static_cast<int>(loopline::number(argc, argv, "pause", 0) & 31);
    if (!(bit_ >= 1)) loopline::fail("a bit lasts no clock cycle");
    m_.wave(loopline::argument(argc, argv, "wave", ""));
    m_.dump(true);
    drive(1);
    m_.dut->rst_i = reset;
    for (int i = 0; i < kResetCycles; i++) {
      cycle();
    }
    m_.dut->rst_i = !reset;
    m_.settle();
    level_ = tx_ = line();
  }

  // Serves requests until the input ends.
  void serve() {
    Block out;
    for (;;) {
      uint32_t n;
      uint8_t stop;
      uint64_t cycles;
      if (!loopline::read_all(&n, 4) || !loopline::read_all(&stop, 1) || !loopline::read_all(&cycles, 8)) return;
      if (n > 1u << 20) loopline::fail("a request is too long");
      std::string bytes(n, 0);
      if (!loopline::read_all(&bytes[0], n)) return;
      loopline::alive();
      if (stop & kRestartWave) m_.restart_wave();
      if (stop & kKeepWave) m_.close();
      queue_.erase(0, sent_);
      sent_ = 0;
      queue_ += bytes;
      Reason reason = run(stop, cycles);
      out.clear();
      out.u8(reason);
      out.u64(now_);
      out.u64(drained_);
      out.u8(level_);
      out.u64(changes_);
      out.u64(since_);
      out.u64(low_);
      out.u64(floating_);
      out.u32(received_);
      out.add(frames_);
      out.send();
      received_ = 0;
      frames_.clear();
    }
  }

 private:
  Reason run(uint8_t stop, uint64_t cycles) {
    uint64_t end = now_ + cycles;
    stop_ = stop;
    stop_at_ = ~0ull;
    if (stop & kDrained && !sending_ && all_sent()) return kStopped;
    while (now_ < end) {
      if (m_.finished()) return kFinished;
      send();
      cycle();
      now_++;
      receive();
      if (now_ >= stop_at_) return kStopped;
    }
    return m_.finished() ? kFinished : kTime;
  }

  // A clock cycle of the board and of what is beside it.
  void cycle() {
    m_.settle();
    m_.rise();
#ifdef FLASH
    m_.dut->miso_i = flash_.follow(m_.dut->cs_no, m_.dut->sck_o, m_.dut->mosi_o);
#endif
  }

  // Drives the board's receiving pin.
  void send() {
    if (now_ < edge_ && (sending_ || all_sent())) return;
    if (!sending_) {
      if (all_sent()) {
        edge_ = ~0ull;
        return;
      }
      start();
      return;
    }
    if (++bit_index_ < frame_bits_) {
      drive(static_cast<unsigned>(frame_ >> bit_index_ & 1));
      edge_ = at(frame_start_, bit_index_ + 1, bit_);
      return;
    }
    // The stop bit has left.
    drained_ = now_;
#ifdef TEXTS
    asked_.add(queue_[sent_ - 1]);
    m_.asked(asked_.text);
#endif
    sending_ = false;
    if (!all_sent()) {
      start();
      return;
    }
    edge_ = ~0ull;
    if (stop_ & kDrained) stop_at_ = now_;
  }

  // The level of the line to the board, and of the one from it.
  void drive(unsigned level) { m_.dut->rx_i = level ^ invert_rx_; }
  unsigned line() { return m_.dut->tx_o ^ invert_tx_; }

  static uint8_t reversed(uint8_t byte) {
    uint8_t other = 0;
    for (int i = 0; i < 8; i++) other = static_cast<uint8_t>(other << 1 | (byte >> i & 1));
    return other;
  }

  static bool odd(unsigned byte) {
    bool ones = false;
    for (; byte != 0; byte &= byte - 1) ones = !ones;
    return ones;
  }

  bool all_sent() const { return sent_ == queue_.size(); }

  void start() {
    // Back to back frames do not add up what was rounded off.
    double from = static_cast<double>(now_);
    double last = frame_start_ + frame_bits_ * bit_;
    frame_start_ = drained_ == now_ && last <= from && from - last < 1 ? last : from;
    uint8_t byte = static_cast<uint8_t>(queue_[sent_++]);
    if (msb_rx_) byte = reversed(byte);
    frame_ = ~uint64_t{0x1ff} | static_cast<uint64_t>(byte) << 1;
    if (ninth_ == "low" || (!ninth_.empty() && odd(byte) != (ninth_ == "even"))) frame_ &= ~uint64_t{0x200};
    sending_ = true;
    bit_index_ = 0;
    drive(0);
    edge_ = at(frame_start_, 1, bit_);
  }

  static uint64_t at(double from, double bits, double bit) { return static_cast<uint64_t>(std::ceil(from + bits * bit)); }

  // Samples the board's sending pin.
  void receive() {
    unsigned tx = line();
    watch(tx);
    if (!receiving_) {
      if (tx_ && !tx) {
        receiving_ = true;
        got_start_ = static_cast<double>(now_);
        sample_ = at(got_start_, 0.5, listen_);
        got_index_ = 0;
        got_ = 0;
        got_edge_ = now_;
      }
      tx_ = tx;
      return;
    }
    if (tx_ != tx) got_edge_ = now_;
    tx_ = tx;
    if (now_ < sample_) return;
    if (got_index_ == 0 && tx) { // no start bit but a glitch
      receiving_ = false;
      return;
    }
    if (got_index_ <= listen_bits_) {
      if (got_index_ > 0 && tx) got_ |= 1u << (got_index_ - 1);
      sample_ = at(got_start_, ++got_index_ + 0.5, listen_);
      return;
    }
    receiving_ = false;
    const unsigned ninth = got_ >> 8;
    got_ &= 0xff;
    if (msb_tx_) got_ = reversed(static_cast<uint8_t>(got_));
    uint64_t end = at(got_start_, listen_bits_ + 2, listen_);
    received_++;
#ifdef TEXTS
    said_.add(static_cast<char>(got_));
    m_.answered(said_.text);
#endif
    frames_.u8(got_);
    frames_.u8(!tx | ninth << 1);
    frames_.u64(static_cast<uint64_t>(got_start_));
    frames_.u64(end);
    frames_.u64(got_edge_);
    bool line = tx && (got_ == '\n' || got_ == '\r');
    if (stop_ & kByte || (stop_ & kLine && line)) stop_at_ = std::min(stop_at_, end);
  }

  // Keeps account of what the line does.
  void watch(unsigned tx) {
    if (tx != level_) changes_++, since_ = now_;
    low_ += !tx;
    floating_ += m_.dut->floats_o;
    level_ = tx;
  }

  loopline::Model m_;
#ifdef FLASH
  loopline::Flash flash_;
#endif
  const double bit_;  // clock cycles of a bit to the board
  double listen_;     // and of one from it
  unsigned invert_tx_ = 0, invert_rx_ = 0;
  bool msb_tx_ = false, msb_rx_ = false;
  uint64_t now_ = 0;

  uint8_t stop_ = 0;
  uint64_t stop_at_ = ~0ull;

#ifdef TEXTS
  Shown asked_, said_;
#endif
  std::string queue_;  // bytes for the board
  size_t sent_ = 0;    // of them
  bool sending_ = false;
  uint64_t frame_ = 0;
  int frame_bits_ = 10;
  std::string ninth_;  // what the bit behind the eight is; empty is none
  double frame_start_ = -1e9;
  int bit_index_ = 0;
  uint64_t edge_ = 0, drained_ = ~0ull;

  unsigned tx_ = 1;
  bool receiving_ = false;
  double got_start_ = 0;
  int got_index_ = 0, listen_bits_ = 8;
  unsigned got_ = 0;
  uint64_t sample_ = 0;
  uint64_t got_edge_ = 0;
  uint32_t received_ = 0;
  Block frames_;  // what was received, as the answer has it

  unsigned level_ = 1;
  uint64_t changes_ = 0, since_ = 0, low_ = 0, floating_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Board board(argc, argv);
  board.serve();
}
