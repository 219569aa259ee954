// Gives texts to the decoder of moves, ll_move_decode, a character at a time.
// A request is a number of texts, {length(2) the bytes}...; the answer for each
// is shape(1) 0 col(2) row(2). trax/rtl/decoderanswers.go has the other side.

#include <vector>

#include "model.h"

namespace {

constexpr int kPatience = 1 << 16;  // cycles without a handshake

class Decoder {
 public:
  Decoder(int argc, char** argv) : m_(argc, argv) {
    m_.dut->rst_i = 1;
    for (int i = 0; i < 4; i++) step();
    m_.dut->rst_i = 0;
  }

  void serve() {
    uint32_t n;
    while (loopline::read_all(&n, 4)) {
      loopline::Block out;
      loopline::alive();
      for (uint32_t i = 0; i < n; i++) {
        uint16_t length;
        if (!loopline::read_all(&length, 2)) return;
        std::vector<uint8_t> text(length);
        if (!loopline::read_all(text.data(), length)) return;
        decode(text, out);
      }
      out.send();
    }
  }

 private:
  void decode(const std::vector<uint8_t>& text, loopline::Block& out) {
    Vdut* d = m_.dut;
    for (uint8_t c : text) put(c, 0);
    put(0, 1);
    // The move holds until it is taken, at once or later.
    for (int left = kPatience; !d->valid_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("ll_move_decode does not answer the end of a line");
    for (unsigned wait = turn_++ % 3; wait > 0; wait--) step();
    d->ready_i = 1;
    m_.settle();
    out.u8(d->shape_o);
    out.u8(0);
    out.u16(d->col_o);
    out.u16(d->row_o);
    step();
    d->ready_i = 0;
    m_.settle();
  }

  void put(uint8_t c, uint8_t eol) {
    Vdut* d = m_.dut;
    d->char_valid_i = 1;
    d->char_i = eol ? static_cast<uint8_t>(turn_ * 37) : c;
    d->eol_i = eol;
    d->bad_i = 0;
    m_.settle();
    for (int left = kPatience; !d->char_ready_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("ll_move_decode takes no more characters");
    step();
    d->char_valid_i = 0;
    m_.settle();
    if (turn_ % 4 == 3) step();
  }

  void step() {
    m_.settle();
    m_.rise();
  }

  loopline::Model m_;
  unsigned turn_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Decoder decoder(argc, argv);
  decoder.serve();
}
