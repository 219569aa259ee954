// Has ll_dpt_plan choose actions. A request is a number of questions(4), each left(2) rotation(1) width(1)
// height(1) own(1) other(1) there is another(1) and the tiles(width * height); cells have the row in the upper
// half. The answer to each is kind(1) dx(1) dy(1) and clock cycles from go_i to valid_o(4). plan.go has the
// other side.

#include <array>
#include <cstdint>

#include "model.h"

namespace {

class Planner {
 public:
  Planner(int argc, char** argv) : m_(argc, argv), limit_(loopline::number(argc, argv, "limit", 1u << 24)) {
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
        std::array<uint8_t, 8> head;
        std::array<uint8_t, 256> tiles;
        if (!loopline::read_all(head.data(), head.size())) return;
        const unsigned cells = head[3] * head[4];
        if (cells > tiles.size() || !loopline::read_all(tiles.data(), cells)) return;
        plan(head.data(), tiles.data(), out);
      }
      out.send();
    }
  }

 private:
  void plan(const uint8_t* head, const uint8_t* tiles, loopline::Block& out) {
    Vdut* d = m_.dut;
    if (d->busy_o) loopline::fail("ll_dpt_plan is busy unasked");
    for (unsigned y = 0; y < head[4]; y++) {
      for (unsigned x = 0; x < head[3]; x++) {
        d->write_i = 1;
        d->write_cell_i = y << 4 | x;
        d->write_tile_i = tiles[y * head[3] + x];
        step();
      }
    }
    d->write_i = 0;
    d->left_i = head[0] | head[1] << 8;
    d->rotation_i = head[2];
    d->width_i = head[3];
    d->height_i = head[4];
    d->own_x_i = head[5] & 15;
    d->own_y_i = head[5] >> 4;
    d->other_x_i = head[6] & 15;
    d->other_y_i = head[6] >> 4;
    d->other_i = head[7];
    d->go_i = 1;
    step();
    d->go_i = 0;
    m_.settle();
    const uint64_t from = m_.cycles();
    for (uint64_t left = limit_; !d->valid_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("ll_dpt_plan does not come to an end");
    const uint32_t cycles = static_cast<uint32_t>(m_.cycles() - from);
    const uint8_t kind = d->kind_o, dx = d->dx_o, dy = d->dy_o;
    for (int i = 0; i < 3; i++) {
      step();
      m_.settle();
      if (!d->valid_o || d->kind_o != kind || d->dx_o != dx || d->dy_o != dy)
        loopline::fail("ll_dpt_plan takes back an action that nobody took");
    }
    out.u8(kind);
    out.u8(dx);
    out.u8(dy);
    out.u32(cycles);
    d->ready_i = 1;
    step();
    d->ready_i = 0;
    m_.settle();
    if (d->busy_o) loopline::fail("ll_dpt_plan goes on behind its action");
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
  Planner planner(argc, argv);
  planner.serve();
}
