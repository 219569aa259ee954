// Has a module answer words: it passes each at one handshake and takes the
// answer at another, and waits on both sides now and then. Before the first word, the last one of
// the first request, a question, is asked several times, and each time dropped by a reset. The module has the ports
//   clk_i rst_i, valid_i ready_o in_i, valid_o ready_i out_o
// A request is a number of words, count(4) and IN_BYTES for each; the answer to
// each word is cycles(4), between the two handshakes if nobody waits, and OUT_BYTES. All lowest byte
// first. block.go has the other side.

#include <vector>

#include "model.h"

namespace {

constexpr uint32_t kMostWords = 1u << 20;
constexpr unsigned kDrops = 8;
constexpr uint64_t kSilence = 1000;

template <class Port>
void put(Port& port, const uint8_t* bytes) {
  uint64_t v = 0;
  for (int i = 0; i < IN_BYTES; i++) v |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  port = static_cast<Port>(v);
}

template <std::size_t Words>
void put(VlWide<Words>& port, const uint8_t* bytes) {
  for (std::size_t i = 0; i < Words; i++) port[i] = 0;
  for (int i = 0; i < IN_BYTES; i++) port[i / 4] |= static_cast<uint32_t>(bytes[i]) << (i % 4 * 8);
}

template <class Port>
void get(const Port& port, loopline::Block& out) {
  for (int i = 0; i < OUT_BYTES; i++) out.u8(static_cast<uint64_t>(port) >> (8 * i) & 0xff);
}

template <std::size_t Words>
void get(const VlWide<Words>& port, loopline::Block& out) {
  for (int i = 0; i < OUT_BYTES; i++) out.u8(port[i / 4] >> (i % 4 * 8) & 0xff);
}

class BlockServer {
 public:
  BlockServer(int argc, char** argv)
      : m_(argc, argv), limit_(loopline::number(argc, argv, "limit", 1u << 16)) {
    reset(4);
  }

  void serve() {
    uint32_t n;
    std::vector<uint8_t> words;
    while (loopline::read_all(&n, 4)) {
      if (n > kMostWords) loopline::fail("a request is too long");
      words.resize(static_cast<size_t>(n) * IN_BYTES);
      if (!loopline::read_all(words.data(), words.size())) return;
      loopline::Block out;
      loopline::alive();
      for (; n > 0 && drops_ < kDrops; drops_++) drop(&words[(n - 1) * static_cast<size_t>(IN_BYTES)]);
      for (uint32_t i = 0; i < n; i++) answer(&words[static_cast<size_t>(i) * IN_BYTES], out);
      out.send();
    }
  }

 private:
  // drop asks a word, and resets the module so many clock cycles later as were dropped before:
  // nobody is to be answered then.
  void drop(const uint8_t* word) {
    listen();  // at first after what the module powered up with
    pass(word);
    for (unsigned i = 0; i < drops_; i++) step();
    reset(1);
    listen();
  }

  void listen() {
    for (uint64_t i = 0; i < kSilence; i++, step(), m_.settle())
      if (m_.dut->valid_o) loopline::fail("a reset leaves something behind: the module answers what was asked before it");
  }

  void reset(int cycles) {
    m_.dut->rst_i = 1;
    for (int i = 0; i < cycles; i++) step();
    m_.dut->rst_i = 0;
    m_.settle();
  }

  // pass passes a word; noise follows it.
  void pass(const uint8_t* word) {
    Vdut* d = m_.dut;
    put(d->in_i, word);
    d->valid_i = 1;
    m_.settle();
    for (uint64_t left = limit_; !d->ready_o; step(), m_.settle())
      if (left-- == 0) loopline::fail("the module takes no more questions");
    step();
    d->valid_i = 0;
    uint8_t noise[IN_BYTES];
    for (uint8_t& b : noise) b = static_cast<uint8_t>(random());
    put(d->in_i, noise);  // what is no question changes nothing
    m_.settle();
  }

  void answer(const uint8_t* word, loopline::Block& out) {
    Vdut* d = m_.dut;
    for (unsigned wait = chance(); wait > 0; wait--) step();
    pass(word);
    uint32_t cycles = 1;
    for (; !d->valid_o; step(), m_.settle())
      if (cycles++ > limit_) loopline::fail("the module does not answer");
    for (unsigned wait = chance(); wait > 0; wait--) step();
    m_.settle();
    if (!d->valid_o) loopline::fail("the module takes back an answer that nobody took");
    d->ready_i = 1;
    m_.settle();
    out.u32(cycles - 1);
    get(d->out_o, out);
    step();
    d->ready_i = 0;
    m_.settle();
    if (d->valid_o) loopline::fail("the module answers twice");
  }

  void step() {
    m_.settle();
    m_.rise();
  }

  uint32_t random() { return state_ = state_ * 1664525u + 1013904223u; }
  unsigned chance() { return random() >> 29 == 0 ? random() >> 30 : 0; }

  loopline::Model m_;
  const uint64_t limit_;
  uint32_t state_ = 1;
  unsigned drops_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  BlockServer server(argc, argv);
  server.serve();
}
