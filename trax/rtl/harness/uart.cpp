// Speaks with senders and receivers of bytes, ll_uart_tx and ll_uart_rx, one of
// each for every length of a bit, chosen by select_i. trax/rtl/uartanswers.go makes the
// module around them and has the other side. A request is one of
//   0 select(1) cycles(4) bytes(4) the bytes          the levels of tx for so many cycles
//   1 select(1) runs(4) {level(1) cycles(4)}...       the bytes that were received
// and the answers are
//   levels: runs(4) {level(1) cycles(4)}...           from the first start bit on
//   bytes:  errors(4) bytes(4) the bytes

#include <vector>

#include "model.h"

namespace {

struct Run {
  uint8_t level;
  uint32_t cycles;
};

class Wire {
 public:
  Wire(int argc, char** argv) : m_(argc, argv) {
    m_.dut->rx_i = 1;
    m_.dut->ready_i = 1;
  }

  void serve() {
    uint8_t head[2];
    while (loopline::read_all(head, 2)) {
      loopline::alive();
      m_.dut->select_i = head[1];
      m_.dut->rx_i = 1;
      m_.dut->rst_i = 1;
      for (int i = 0; i < 4; i++) step();
      m_.dut->rst_i = 0;
      if (head[0] == 0 ? !send() : !receive()) return;
    }
  }

 private:
  bool send() {
    uint32_t cycles, n;
    if (!loopline::read_all(&cycles, 4) || !loopline::read_all(&n, 4)) return false;
    std::vector<uint8_t> bytes(n);
    if (!loopline::read_all(bytes.data(), n)) return false;
    std::vector<Run> runs;
    size_t next = 0;
    Vdut* d = m_.dut;
    uint64_t give_up = m_.cycles() + cycles + 1000;
    for (uint32_t seen = 0; seen < cycles && m_.cycles() < give_up;) {
      d->valid_i = next < n;
      d->data_i = next < n ? bytes[next] : static_cast<uint8_t>(m_.cycles());
      m_.settle();
      if (d->valid_i && d->ready_o) next++;
      if (!runs.empty() || d->tx_o == 0) {
        seen++;
        if (!runs.empty() && runs.back().level == d->tx_o) runs.back().cycles++;
        else runs.push_back(Run{d->tx_o, 1});
      }
      m_.rise();
    }
    d->valid_i = 0;
    loopline::Block out;
    out.u32(static_cast<uint32_t>(runs.size()));
    for (const Run& r : runs) {
      out.u8(r.level);
      out.u32(r.cycles);
    }
    out.send();
    return true;
  }

  bool receive() {
    uint32_t n;
    if (!loopline::read_all(&n, 4)) return false;
    loopline::Block bytes;
    uint32_t errors = 0;
    Vdut* d = m_.dut;
    for (uint32_t i = 0; i < n; i++) {
      uint8_t level;
      uint32_t cycles;
      if (!loopline::read_all(&level, 1) || !loopline::read_all(&cycles, 4)) return false;
      d->rx_i = level;
      for (; cycles > 0; cycles--) {
        m_.settle();
        if (d->valid_o) bytes.u8(d->data_o);
        errors += d->framing_o;
        m_.rise();
      }
    }
    loopline::Block out;
    out.u32(errors);
    out.u32(static_cast<uint32_t>(bytes.size()));
    out.add(bytes);
    out.send();
    return true;
  }

  void step() {
    m_.settle();
    m_.rise();
  }

  loopline::Model m_;
};

}  // namespace

int main(int argc, char** argv) {
  Wire wire(argc, argv);
  wire.serve();
}
