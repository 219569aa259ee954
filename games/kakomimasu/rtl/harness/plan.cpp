// Has ll_kakomimasu_plan choose actions. A request is a number of questions(4), each quarter(1) width(1) height(1)
// players(1) agents(1) me(1), point(1) and tile(1) of each cell, and x(1) y(1) of each player's agents, x 255 off
// the board. The answer to each is a number of actions(1), 18 times kind(1) agent(1) x(1) y(1), and clock cycles
// from go_i to the end(4). plan.go has the other side.

#include <array>
#include <cstdint>

#include "model.h"

namespace {

constexpr unsigned kMost = 18;  // actions

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
        std::array<uint8_t, 6> head;
        if (!loopline::read_all(head.data(), head.size())) return;
        if (!write(head.data())) return;
        plan(out);
      }
      out.send();
    }
  }

 private:
  bool write(const uint8_t* head) {
    Vdut* d = m_.dut;
    if (d->busy_o) loopline::fail("ll_kakomimasu_plan is busy unasked");
    uint8_t two[2];
    for (unsigned y = 0; y < head[2]; y++) {
      for (unsigned x = 0; x < head[1]; x++) {
        if (!loopline::read_all(two, 2)) return false;
        d->write_cell_i = y << 6 | x;
        d->write_points_i = 1;
        d->write_point_i = two[0];
        step();
        d->write_points_i = 0;
        d->write_tiles_i = 1;
        d->write_tile_i = two[1];
        step();
        d->write_tiles_i = 0;
      }
    }
    d->write_agents_i = 1;
    for (unsigned player = 0; player < head[3]; player++) {
      for (unsigned agent = 0; agent < head[4]; agent++) {
        if (!loopline::read_all(two, 2)) return false;
        d->write_agent_i = player << 5 | agent;
        d->write_off_i = two[0] == 255;
        d->write_cell_i = (two[1] & 63) << 6 | (two[0] & 63);
        step();
      }
    }
    d->write_agents_i = 0;
    d->quarter_i = head[0];
    d->width_i = head[1];
    d->height_i = head[2];
    d->players_i = head[3];
    d->agents_i = head[4];
    d->me_i = head[5];
    return true;
  }

  void plan(loopline::Block& out) {
    Vdut* d = m_.dut;
    d->go_i = 1;
    step();
    d->go_i = 0;
    m_.settle();
    const uint64_t from = m_.cycles();
    std::array<uint8_t, 4 * kMost> actions{};
    unsigned n = 0;
    uint64_t held = 0;
    for (;;) {
      for (uint64_t left = limit_; !d->valid_o; step(), m_.settle())
        if (left-- == 0) loopline::fail("ll_kakomimasu_plan does not come to an end");
      const uint8_t kind = d->kind_o, agent = d->agent_o, x = d->x_o, y = d->y_o;
      for (int i = 0; i < 3; i++, held++) {
        step();
        m_.settle();
        if (!d->valid_o || d->kind_o != kind || (kind != 0 && (d->agent_o != agent || d->x_o != x || d->y_o != y)))
          loopline::fail("ll_kakomimasu_plan takes back an action that nobody took");
      }
      if (kind == 0) break;
      if (n == kMost) loopline::fail("ll_kakomimasu_plan has more actions than there are agents");
      actions[4 * n] = kind;
      actions[4 * n + 1] = agent;
      actions[4 * n + 2] = x;
      actions[4 * n + 3] = y;
      n++;
      d->ready_i = 1;
      step();
      d->ready_i = 0;
      m_.settle();
    }
    const uint32_t cycles = static_cast<uint32_t>(m_.cycles() - from - held);
    d->ready_i = 1;
    step();
    d->ready_i = 0;
    m_.settle();
    if (d->busy_o) loopline::fail("ll_kakomimasu_plan goes on behind the end");
    out.u8(n);
    for (const uint8_t byte : actions) out.u8(byte);
    out.u32(cycles);
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
