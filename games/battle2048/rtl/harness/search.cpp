// Has ll_battle2048_search choose answers. A request is a number of questions(4), each ticks(2) and
// the exponents of both boards(50); the answer to each is tiles(1) direction(1) exponent(1) depth(1) nodes(4)
// cycles(4) and the cells(16), 255 where there is none. Cycles are those from go_i to the first tile, or to the
// end of a search without one. search.go has the other side.

#include <array>
#include <cstdint>

#include "model.h"

namespace {

constexpr uint64_t kPatience = 1000;  // clock cycles for a tile behind the first

class Searcher {
 public:
  Searcher(int argc, char** argv) : m_(argc, argv), limit_(loopline::number(argc, argv, "limit", 1u << 30)) {
    m_.dut->rst_i = 1;
    for (int i = 0; i < 4; i++) step();
    m_.dut->rst_i = 0;
    m_.settle();
  }

  void serve() {
    uint32_t n;
    while (loopline::read_all(&n, 4)) {
      loopline::Block out;
      for (; n > 0; n--) {
        loopline::alive();
        std::array<uint8_t, 52> question;
        if (!loopline::read_all(question.data(), question.size())) return;
        search(question.data(), out);
      }
      out.send();
    }
  }

 private:
  void search(const uint8_t* question, loopline::Block& out) {
    Vdut* d = m_.dut;
    for (unsigned i = 0; i < 50; i++) {
      d->write_i = 1;
      d->write_other_i = i >= 25;
      d->write_cell_i = i % 25;
      d->write_tile_i = question[2 + i];
      step();
    }
    d->write_i = 0;
    d->ticks_i = question[0] | question[1] << 8;
    d->go_i = 1;
    step();
    d->go_i = 0;
    m_.settle();
    const uint64_t from = m_.cycles();
    for (uint64_t left = limit_; d->busy_o && !d->tile_valid_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("ll_battle2048_search does not come to an end");
    const uint32_t cycles = static_cast<uint32_t>(m_.cycles() - from);
    const bool found = d->tile_valid_o;
    out.u8(found ? 1 << d->split_o : 0);
    out.u8(d->direction_o);
    out.u8(found ? d->exponent_o : 0);
    out.u8(d->depth_o);
    out.u32(d->nodes_o);
    out.u32(cycles);
    for (int i = 0; i < 16; i++) out.u8(d->busy_o ? tile() : 255);
    if (d->busy_o) loopline::fail("ll_battle2048_search gives more than 16 tiles");
  }

  // tile takes a tile, some cycles after it was offered, and waits for the next.
  uint8_t tile() {
    Vdut* d = m_.dut;
    const unsigned row = d->row_o, column = d->column_o;
    for (int i = 0; i < 3; i++) {
      step();
      m_.settle();
      if (!d->tile_valid_o || d->row_o != row || d->column_o != column)
        loopline::fail("ll_battle2048_search takes back a tile that nobody took");
    }
    const bool last = d->last_o;
    d->tile_ready_i = 1;
    step();
    d->tile_ready_i = 0;
    m_.settle();
    if (last == static_cast<bool>(d->busy_o)) loopline::fail("ll_battle2048_search marks another tile as the last");
    for (uint64_t left = kPatience; d->busy_o && !d->tile_valid_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("ll_battle2048_search does not come to an end");
    return static_cast<uint8_t>(row * 5 + column);
  }

  void step() {
    m_.settle();
    m_.rise();
  }

  loopline::Model m_;
  const uint64_t limit_;
};

}  // namespace

int main(int argc, char** argv) {
  Searcher searcher(argc, argv);
  searcher.serve();
}
