// A serial NOR flash beside a board, such as a W25Q128JV: 16 MiB, one data line, SPI mode 0. It is
// only read. It sleeps at first, as after an FPGA that took its bitstream from it.
//
// Its lines are looked at in each clock cycle behind the rising edge: a clock of the board's own clock
// stands still.
#ifndef LOOPLINE_FLASH_H
#define LOOPLINE_FLASH_H

#include <array>
#include <cstdint>
#include <string>

#include "model.h"

namespace loopline {

class Flash {
 public:
  // Arguments: +flash= how many bytes of it come first on the standard input, +flash-offset= where the first is, all others
  // are FF; +flash-wakes= clock cycles until it is awake.
  Flash(int argc, char** argv)
      : bytes_(number(argc, argv, "flash", 0), 0), offset_(number(argc, argv, "flash-offset", 0)), wakes_(number(argc, argv, "flash-wakes", 0)) {
    if (bytes_.size() > kSize || offset_ > kSize - bytes_.size()) fail("the flash has no room for so much");
    if (!bytes_.empty() && !read_all(&bytes_[0], bytes_.size())) fail("what the flash holds is cut");
  }

  // What it sends, by its lines in this clock cycle.
  unsigned follow(unsigned select_n, unsigned clock, unsigned data) {
    now_++;
    if (select_n) {
      if (obeys_ && command_ == kWake && asleep_) asleep_ = false, awake_ = now_ + wakes_;
      if (obeys_ && command_ == kSleep && bits_ == 8) asleep_ = true;
      obeys_ = false;
      bits_ = 0;
      out_ = 1;
    } else if (clock && !clock_) {
      take(data_);
    } else if (!clock && clock_ && bits_ >= 8) {
      out_ = sends() >> (7 - bits_ % 8) & 1;
    }
    clock_ = clock;
    data_ = data;
    return out_;
  }

 private:
  enum Command : unsigned { kRead = 0x03, kStatus = 0x05, kFastRead = 0x0b, kId = 0x9f, kWake = 0xab, kSleep = 0xb9 };
  static constexpr uint64_t kSize = 16 << 20;

  // Takes a bit at the clock's rising edge: data as it was before, so that it must not change with it.
  void take(unsigned data) {
    if (bits_ < 8) command_ = (command_ << 1 | data) & 0xff;
    else if (bits_ < 32) address_ = (address_ << 1 | data) & 0xffffff;
    if (++bits_ == 8) obeys_ = asleep_ ? command_ == kWake : now_ >= awake_;
  }

  // The byte that it sends with the next eight bits.
  unsigned sends() const {
    if (!obeys_) return 0xff;
    const uint64_t byte = bits_ / 8 - 1;  // behind the command
    switch (command_) {
      case kRead: return byte < 3 ? 0xff : at(address_ + byte - 3);
      case kFastRead: return byte < 4 ? 0xff : at(address_ + byte - 4);
      case kStatus: return 0;
      case kId: return std::array<unsigned, 3>{0xef, 0x40, 0x18}[byte % 3];
      case kWake: return byte < 3 ? 0xff : 0x17;
      default: return 0xff;
    }
  }

  unsigned at(uint64_t address) const {
    const uint64_t from = (address & (kSize - 1)) - offset_;
    return from < bytes_.size() ? static_cast<uint8_t>(bytes_[from]) : 0xff;
  }

  std::string bytes_;
  const uint64_t offset_, wakes_;
  uint64_t now_ = 0, awake_ = 0;  // clock cycles
  bool asleep_ = true, obeys_ = false;  // the command; one that comes too soon is lost
  unsigned clock_ = 0, data_ = 0, out_ = 1;  // its lines
  uint64_t bits_ = 0;                        // of the command, its address and data
  unsigned command_ = 0;
  uint64_t address_ = 0;
};

}  // namespace loopline

#endif
