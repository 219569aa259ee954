// Has a core that searches, ll_search_core, choose moves. A request is a number
// of positions, {moves(2) {col(1) row(1) shape(1)}...}...; the answer for each is
// found(1) col(1) row(1) shape(1) nodes(4) cycles(4), the cycles from the one in
// which it is asked until it is done. The number kLoad is followed by the weights that
// the core loads, 16 bits each. trax/rtl/searchdut.go has the other side.

#include <vector>

#include "model.h"

namespace {

constexpr unsigned kNew = 0, kPlay = 1;
constexpr uint32_t kLoad = 0xffffffff, kWeights = 4 * 16384 + 1024;
constexpr uint64_t kPatience = 1u << 20;  // cycles for a command

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
      if (n == kLoad) {
        if (!load()) return;
        continue;
      }
      loopline::Block out;
      for (uint32_t i = 0; i < n; i++) {
        loopline::alive();
        uint16_t length;
        if (!loopline::read_all(&length, 2)) return;
        std::vector<uint8_t> moves(3u * length);
        if (!loopline::read_all(moves.data(), moves.size())) return;
        command(kNew, 0, 0, 0);
        for (size_t k = 0; k < moves.size(); k += 3) command(kPlay, moves[k], moves[k + 1], moves[k + 2]);
        search(out);
      }
      out.send();
    }
  }

 private:
  bool load() {
    Vdut* d = m_.dut;
    std::vector<uint16_t> words(kWeights);
    if (!loopline::read_all(words.data(), 2 * words.size())) return false;
    for (uint32_t i = 0; i < kWeights; i++) {
      d->load_address_i = i;
      d->load_data_i = words[i];
      for (const bool load : {true, false}) {
        d->load_i = load;
        step();
      }
    }
    d->weights_i = 1;
    return true;
  }

  void command(unsigned op, unsigned col, unsigned row, unsigned shape) {
    Vdut* d = m_.dut;
    d->cmd_op_i = op;
    d->cmd_col_i = col;
    d->cmd_row_i = row;
    d->cmd_shape_i = shape;
    d->cmd_valid_i = 1;
    m_.settle();
    wait([d] { return d->cmd_ready_o && d->idle_o; }, kPatience, "ll_search_core takes no command");
    step();
    d->cmd_valid_i = 0;
    m_.settle();
    wait([d] { return d->rsp_valid_o; }, kPatience, "ll_search_core does not answer a command");
    if (d->rsp_status_o != 0) loopline::fail("ll_search_core refuses a move of the position");
  }

  void search(loopline::Block& out) {
    Vdut* d = m_.dut;
    const uint64_t from = m_.cycles();
    d->run_i = 1;
    m_.settle();
    wait([d] { return d->done_o; }, limit_, "ll_search_core does not come to an end");
    out.u8(d->found_o);
    out.u8(d->col_o);
    out.u8(d->row_o);
    out.u8(d->shape_o);
    out.u32(d->nodes_o);
    out.u32(static_cast<uint32_t>(m_.cycles() - from));
    d->run_i = 0;
    m_.settle();
    wait([d] { return d->idle_o; }, kPatience, "ll_search_core does not give up");
  }

  template <class F>
  void wait(F done, uint64_t limit, const char* what) {
    for (uint64_t left = limit; !done(); step(), m_.settle())
      if (left-- == 0) loopline::fail(what);
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
