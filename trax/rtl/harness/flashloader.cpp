// Has ll_flash_loader load from a model of a serial flash. A request is the most cycles(4), what the
// data line is like(1), where in the flash the bytes lie(4), their number(4) and the bytes. The answer is
// done(1) ok(1) cycles(4), the number of words written(4) and {address(4) data(2)}... of each.
// trax/rtl/flashloader_test.go has the other side.

#include <vector>

#include "model.h"

namespace {

enum Line : uint8_t { kFlash, kLow, kHigh };

// A serial flash in mode 0. It sleeps until it has been woken and then left alone for a while, and
// until then hears nothing else. Bytes that nobody wrote are FF.
class Flash {
 public:
  Flash(uint32_t from, std::vector<uint8_t> bytes) : from_(from), bytes_(std::move(bytes)) {}

  // Follows the lines in a clock cycle, and returns the data line.
  bool step(bool cs_n, bool sck, bool mosi) {
    if (!cs_n && cs_n_ && sck) loopline::fail("the clock is high as the flash is selected");
    if (!cs_n && cs_n_ && rested_ < kBetween) loopline::fail("the flash is selected again too soon");
    if (cs_n && sck) loopline::fail("a flash that is not selected has a clock");
    if (cs_n) {
      if (!cs_n_ && bits_ == 8 && command_ == 0xAB) woken_ = true;
      rested_++;
      if (woken_ && rested_ >= kWakes) awake_ = true;
      bits_ = 0, command_ = 0, out_ = true;
    } else if (sck && !sck_) {
      if (mosi != mosi_) loopline::fail("the flash is sent a bit that changes with its clock");
      rested_ = 0;
      if (bits_ < 32) command_ = command_ << 1 | mosi;
      bits_++;
    } else if (!sck && sck_) {
      out_ = !awake_ || bits_ < 32 || command_ >> 24 != 0x03 || bit((command_ & 0xffffff) * uint64_t{8} + (bits_ - 32));
    }
    cs_n_ = cs_n, sck_ = sck, mosi_ = mosi;
    return out_;
  }

 private:
  static constexpr int kBetween = 2, kWakes = 100;  // cycles

  bool bit(uint64_t n) const {
    const uint64_t at = n / 8 - from_;
    return at >= bytes_.size() || (bytes_[at] >> (7 - n % 8) & 1);
  }

  const uint32_t from_;
  const std::vector<uint8_t> bytes_;
  bool cs_n_ = true, sck_ = false, mosi_ = false, out_ = true, woken_ = false, awake_ = false;
  int rested_ = 1 << 20;
  uint32_t command_ = 0;
  uint64_t bits_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  loopline::Model m(argc, argv);
  Vdut* d = m.dut;
  uint32_t most;
  while (loopline::read_all(&most, 4)) {
    loopline::alive();
    uint8_t line;
    uint32_t from, size;
    if (!loopline::read_all(&line, 1) || !loopline::read_all(&from, 4) || !loopline::read_all(&size, 4)) return 0;
    std::vector<uint8_t> bytes(size);
    if (!loopline::read_all(bytes.data(), size)) return 0;
    Flash flash(from, bytes);
    loopline::Block words;
    uint32_t count = 0, cycles = 0;
    bool before = false;
    uint32_t address = 0, data = 0;
    d->rst_i = 1;
    d->miso_i = 0;
    for (int i = 0; i < 3; i++) m.settle(), m.rise();
    d->rst_i = 0;
    for (m.settle(); !d->done_o && cycles < most; cycles++) {
      if (before && (d->load_o || d->load_address_o != address || d->load_data_o != data))
        loopline::fail("a word does not hold");
      if ((before = d->load_o)) {
        address = d->load_address_o, data = d->load_data_o;
        words.u32(address);
        words.u16(data);
        count++;
      }
      const bool out = flash.step(d->cs_no, d->sck_o, d->mosi_o);
      d->miso_i = line == kFlash ? out : line == kHigh;
      m.settle();
      m.rise();
      m.settle();
    }
    if (d->done_o && !d->cs_no) loopline::fail("the flash is left selected");
    loopline::Block out;
    out.u8(d->done_o);
    out.u8(d->ok_o);
    out.u32(cycles);
    out.u32(count);
    out.add(words);
    out.send();
  }
}
