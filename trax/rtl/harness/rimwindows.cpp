// Runs ll_rim_windows cycle by cycle. A request is a number of cycles and the inputs in each,
// {valid(1) first(1) other(1) bend(1) edge(2) mate(2) enable(1) load(1) address(2) data(2)}...; the
// answer is what the outputs are in each, {valid(1) sum(2)}...
// trax/rtl/rimwindows_test.go has the other side.

#include <vector>

#include "model.h"

namespace {

unsigned u16(const uint8_t* p) { return p[0] | p[1] << 8; }

}  // namespace

int main(int argc, char** argv) {
  constexpr size_t kInputs = 14;
  loopline::Model m(argc, argv);
  Vdut* d = m.dut;
  uint32_t n;
  while (loopline::read_all(&n, 4)) {
    loopline::alive();
    std::vector<uint8_t> in(kInputs * n);
    if (!loopline::read_all(in.data(), in.size())) return 0;
    loopline::Block out;
    for (const uint8_t* p = in.data(); p != in.data() + in.size(); p += kInputs) {
      d->valid_i = p[0];
      d->first_i = p[1];
      d->other_i = p[2];
      d->bend_i = p[3];
      d->edge_i = u16(p + 4);
      d->mate_i = u16(p + 6);
      d->enable_i = p[8];
      d->load_i = p[9];
      d->load_address_i = u16(p + 10);
      d->load_data_i = u16(p + 12);
      m.settle();
      out.u8(d->valid_o);
      out.u16(d->sum_o & 0x1ff);
      m.rise();
    }
    out.send();
  }
}
