// A netlist of LUTs, flip-flops and block RAMs in place of a model by Verilator: it has
// that one's pins and eval(). sim/gates.go writes the file that it reads, and has the
// other side of the arguments:
//   +netlist=FILE
//   +drive=NET:SOURCE,...  0 and 1 constant, c and C the clock and its opposite, r and R the reset, x the received line
//   +tx=NET:NET            the sent line, and the net that drives it if high; without one it is always driven
//
// It is event driven: a LUT is looked up when an input has changed, in topological order,
// and a flip-flop or a RAM at an edge of its clock if an input has changed since the last
// one. With the same inputs either does the same again, which is nothing. Most of a design
// stands still in most cycles.
#ifndef LOOPLINE_GATES_VDUT_H
#define LOOPLINE_GATES_VDUT_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "verilated.h"

class Vdut {
 public:
  explicit Vdut(VerilatedContext* context) {
    read(argument(context, "+netlist="));
    drive(argument(context, "+drive="), argument(context, "+tx="));
    connect();
    power_up(std::strtoul(argument(context, "+verilator+seed+").c_str(), nullptr, 10));
  }

  uint8_t clk_i = 0, rst_i = 0, rx_i = 0, tx_o = 0, floats_o = 0;

  void eval() {
    const uint8_t source[] = {0, 1, clk_i, !clk_i, rst_i, !rst_i, rx_i};
    for (const Pin& p : pins_) set(p.net, source[p.source]);
    settle();
    floats_o = tx_enable_ && !value_[tx_enable_];
    tx_o = floats_o || value_[tx_];
  }

 private:
  struct Pin { uint32_t net, source; };
  struct Lut { uint64_t truth; uint32_t in[6], out; };
  // An edge of a clock, and the words of bits of what it clocks.
  struct Domain { uint32_t clock, rising, from, to; bool was, due; };
  enum Kind : uint8_t { kFlipFlop, kRead, kWrite };
  struct Clocked { Kind kind; uint32_t index; };
  // The reset comes before enable, unless late.
  struct FlipFlop { uint32_t q, d, clock, rising, enable, enabled, reset, resets, value, async, late, init; };
  struct Ram {
    uint32_t rclock, rrising, wclock, wrising, rmode, wmode, q[16], rclke, re, raddr[11], wclke, we, waddr[11], mask[16], data[16];
    uint16_t memory[256];
    uint32_t reader; // its bit
  };

  [[noreturn]] static void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::_Exit(2);
  }

  static std::string argument(const VerilatedContext* c, const char* prefix) {
    for (int i = 1; i < c->argc_; i++)
      if (std::strncmp(c->argv_[i], prefix, std::strlen(prefix)) == 0) return c->argv_[i] + std::strlen(prefix);
    return "";
  }

  void read(const std::string& file) {
    std::ifstream in(file);
    std::string magic;
    uint32_t version = 0, luts = 0, flip_flops = 0, rams = 0;
    in >> magic >> version >> nets_ >> luts >> flip_flops >> rams;
    if (!in || magic != "netlist" || version != 1 || nets_ > 1u << 24 || luts > 1u << 20 || flip_flops > 1u << 20 || rams > 1u << 10)
      fail("the netlist cannot be read");
    luts_.resize(luts), flip_flops_.resize(flip_flops), rams_.resize(rams);
    for (Lut& l : luts_) {
      net(in, l.out);
      for (uint32_t& n : l.in) net(in, n);
      in >> std::hex >> l.truth >> std::dec;
    }
    for (FlipFlop& f : flip_flops_) {
      net(in, f.q), net(in, f.d), net(in, f.clock);
      in >> f.rising;
      net(in, f.enable);
      in >> f.enabled;
      net(in, f.reset);
      in >> f.resets >> f.value >> f.async >> f.late >> f.init;
    }
    for (Ram& r : rams_) {
      in >> r.rmode >> r.wmode >> r.rrising >> r.wrising;
      net(in, r.rclock), net(in, r.wclock), net(in, r.rclke), net(in, r.re), net(in, r.wclke), net(in, r.we);
      for (uint32_t& n : r.raddr) net(in, n);
      for (uint32_t& n : r.waddr) net(in, n);
      for (uint32_t& n : r.mask) net(in, n);
      for (uint32_t& n : r.data) net(in, n);
      for (uint32_t& n : r.q) net(in, n);
      for (uint16_t& word : r.memory) in >> std::hex >> word >> std::dec;
      if (r.rmode > 3 || r.wmode > 3) fail("the netlist has a RAM of no mode");
    }
    if (!in) fail("the netlist is cut");
  }

  void net(std::istream& in, uint32_t& n) {
    in >> n;
    if (!in || n >= nets_) fail("the netlist has a net too many");
  }

  void drive(const std::string& pins, const std::string& tx) {
    const char* p = pins.c_str();
    while (*p) {
      char* end;
      Pin pin{static_cast<uint32_t>(std::strtoul(p, &end, 10)), 0};
      static const char kSources[] = "01cCrRx";
      const char* at = *end == ':' && end[1] ? std::strchr(kSources, end[1]) : nullptr;
      if (!at || pin.net >= nets_) fail("a pin is driven by nothing");
      pin.source = static_cast<uint32_t>(at - kSources);
      pins_.push_back(pin);
      p = end + 2;
      if (*p == ',') p++;
    }
    char* end;
    tx_ = static_cast<uint32_t>(std::strtoul(tx.c_str(), &end, 10));
    if (*end == ':') tx_enable_ = static_cast<uint32_t>(std::strtoul(end + 1, nullptr, 10));
    if (tx_ >= nets_ || tx_enable_ >= nets_) fail("the sent line is no net");
  }

  // Numbers the bits: first those of LUTs, then those of each domain, then those of clocks
  // and of resets that wait for no clock, each from a new word on.
  void connect() {
    std::vector<std::vector<uint32_t>> fanout(nets_);
    const auto listen = [&](uint32_t n, uint32_t bit) {
      if (n > 1 && (fanout[n].empty() || fanout[n].back() != bit)) fanout[n].push_back(bit);
    };
    for (uint32_t i = 0; i < luts_.size(); i++)
      for (uint32_t n : luts_[i].in) listen(n, i);
    lut_words_ = (luts_.size() + 63) / 64;
    for (const FlipFlop& f : flip_flops_) domain(f.clock, f.rising);
    for (const Ram& r : rams_) domain(r.rclock, r.rrising), domain(r.wclock, r.wrising);
    uint32_t bit = lut_words_ * 64;
    clocked_.resize(bit);
    const auto clocked = [&](Kind kind, uint32_t index) {
      clocked_.push_back({kind, index});
      return bit++;
    };
    for (Domain& d : domains_) {
      d.from = bit / 64;
      for (uint32_t i = 0; i < flip_flops_.size(); i++) {
        const FlipFlop& f = flip_flops_[i];
        if (f.clock != d.clock || f.rising != d.rising) continue;
        const uint32_t own = clocked(kFlipFlop, i);
        for (uint32_t n : {f.d, f.enable, f.reset}) listen(n, own);
      }
      for (uint32_t i = 0; i < rams_.size(); i++) {
        Ram& r = rams_[i];
        if (r.rclock == d.clock && r.rrising == d.rising) {
          r.reader = clocked(kRead, i);
          for (uint32_t n : {r.rclke, r.re}) listen(n, r.reader);
          for (uint32_t n : r.raddr) listen(n, r.reader);
        }
        if (r.wclock == d.clock && r.wrising == d.rising) {
          const uint32_t own = clocked(kWrite, i);
          for (uint32_t n : {r.wclke, r.we}) listen(n, own);
          for (uint32_t n : r.waddr) listen(n, own);
          for (uint32_t n : r.mask) listen(n, own);
          for (uint32_t n : r.data) listen(n, own);
        }
      }
      bit = (bit + 63) / 64 * 64;
      clocked_.resize(bit);
      d.to = bit / 64;
    }
    watch_word_ = bit / 64;
    for (const Domain& d : domains_) listen(d.clock, bit);
    for (uint32_t i = 0; i < flip_flops_.size(); i++) {
      if (!flip_flops_[i].async) continue;
      async_.push_back(i);
      listen(flip_flops_[i].reset, bit);
    }
    bits_.assign(watch_word_ + 1, 0);
    value_.assign(nets_, 0);
    value_[1] = 1;
    first_.assign(nets_ + 1, 0);
    for (uint32_t n = 0; n < nets_; n++) {
      first_[n] = static_cast<uint32_t>(fanout_.size());
      fanout_.insert(fanout_.end(), fanout[n].begin(), fanout[n].end());
    }
    first_[nets_] = static_cast<uint32_t>(fanout_.size());
  }

  void domain(uint32_t clock, uint32_t rising) {
    for (const Domain& d : domains_)
      if (d.clock == clock && d.rising == rising) return;
    domains_.push_back({clock, rising, 0, 0, false, false});
  }

  // Flip-flops start as the bitstream says. What a RAM shows before it is read is chance.
  void power_up(uint64_t seed) {
    for (const FlipFlop& f : flip_flops_) value_[f.q] = f.init & 1;
    for (const Ram& r : rams_)
      for (uint32_t n : r.q) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        if (n > 1) value_[n] = seed >> 63;
      }
    for (uint32_t i = 0; i < luts_.size(); i++) mark(i);
    for (uint32_t i = lut_words_ * 64; i < clocked_.size(); i++) mark(i);
    look_up();
    for (Domain& d : domains_) d.was = value_[d.clock];
  }

  void mark(uint32_t bit) { bits_[bit >> 6] |= uint64_t{1} << (bit & 63); }

  void set(uint32_t n, uint8_t v) {
    if (value_[n] == v) return;
    value_[n] = v;
    for (uint32_t i = first_[n]; i < first_[n + 1]; i++) mark(fanout_[i]);
  }

  void settle() {
    for (int tries = 0;; tries++) {
      look_up();
      if (!bits_[watch_word_]) return;
      bits_[watch_word_] = 0;
      changed_.clear();
      bool any = false;
      for (Domain& d : domains_) {
        const bool is = value_[d.clock];
        d.due = is != d.was && is == (d.rising != 0);
        d.was = is;
        any = any || d.due;
      }
      if (any) {
        for (const Domain& d : domains_)
          if (d.due) edge(d);
        for (const Write& w : written_) {
          w.ram->memory[w.at] = w.word;
          mark(w.ram->reader);
        }
        written_.clear();
      }
      for (uint32_t i : async_) {
        const FlipFlop& f = flip_flops_[i];
        if (value_[f.reset] == f.resets) changed_.push_back({f.q, static_cast<uint8_t>(f.value)});
      }
      for (const Change& c : changed_) set(c.net, c.value);
      if (tries > 100) fail("the clocks did not converge");
    }
  }

  // Looks up the LUTs that are marked. A loop of them has no order.
  void look_up() {
    uint64_t most = 64 + 1000 * luts_.size();
    for (bool again = true; again;) {
      again = false;
      for (uint32_t w = 0; w < lut_words_; w++) {
        while (bits_[w]) {
          const uint32_t i = w * 64 + static_cast<uint32_t>(__builtin_ctzll(bits_[w]));
          bits_[w] &= bits_[w] - 1;
          const Lut& l = luts_[i];
          const uint8_t* v = value_.data();
          const unsigned at = v[l.in[0]] | v[l.in[1]] << 1 | v[l.in[2]] << 2 | v[l.in[3]] << 3 | v[l.in[4]] << 4 | v[l.in[5]] << 5;
          const uint8_t is = l.truth >> at & 1;
          if (v[l.out] == is) continue;
          value_[l.out] = is;
          for (uint32_t k = first_[l.out]; k < first_[l.out + 1]; k++) {
            mark(fanout_[k]);
            again = again || fanout_[k] >> 6 < w;
          }
          if (--most == 0) fail("a loop of LUTs did not converge");
        }
      }
    }
  }

  // Works out what changes at an edge, from how things were before it.
  void edge(const Domain& d) {
    for (uint32_t w = d.from; w < d.to; w++) {
      uint64_t bits = bits_[w];
      bits_[w] = 0;
      for (; bits; bits &= bits - 1) {
        const Clocked& c = clocked_[w * 64 + static_cast<uint32_t>(__builtin_ctzll(bits))];
        switch (c.kind) {
          case kFlipFlop: clock(flip_flops_[c.index]); break;
          case kRead: fetch(rams_[c.index]); break;
          case kWrite: store(rams_[c.index]); break;
        }
      }
    }
  }

  void clock(const FlipFlop& f) {
    const bool resets = value_[f.reset] == f.resets, enabled = value_[f.enable] == f.enabled;
    if (resets && (enabled || !f.late))
      changed_.push_back({f.q, static_cast<uint8_t>(f.value)});
    else if (enabled)
      changed_.push_back({f.q, value_[f.d]});
  }

  unsigned number(const uint32_t* nets, int n) const {
    unsigned v = 0;
    for (int i = 0; i < n; i++) v |= static_cast<unsigned>(value_[nets[i]]) << i;
    return v;
  }

  // In mode 1, 2 and 3 a word has 2, 4 and 8 places for each bit of data, of which the upper bits
  // of the address choose one; the data's own bits are these pins.
  static unsigned places(unsigned mode) { return mode == 0 ? 0xffff : mode == 1 ? 0x5555 : mode == 2 ? 0x1111 : 0x0101; }
  static unsigned pin(unsigned mode) { return mode < 2 ? 0 : mode == 2 ? 1 : 3; }

  void fetch(const Ram& r) {
    if (!value_[r.rclke] || !value_[r.re]) return;
    const unsigned at = number(r.raddr, 11), place = at >> 8 & ((1u << r.rmode) - 1);
    const unsigned word = (r.memory[at & 255] >> place & places(r.rmode)) << pin(r.rmode);
    for (int i = 0; i < 16; i++) changed_.push_back({r.q[i], static_cast<uint8_t>(word >> i & 1)});
  }

  void store(Ram& r) {
    if (!value_[r.wclke] || !value_[r.we]) return;
    const unsigned at = number(r.waddr, 11), place = at >> 8 & ((1u << r.wmode) - 1);
    const unsigned keep = r.wmode == 0 ? number(r.mask, 16) : ~(places(r.wmode) << place);
    const unsigned word = (number(r.data, 16) >> pin(r.wmode) & places(r.wmode)) << place;
    written_.push_back({&r, at & 255, static_cast<uint16_t>((r.memory[at & 255] & keep) | (word & ~keep))});
  }

  struct Change { uint32_t net; uint8_t value; };
  struct Write { Ram* ram; unsigned at; uint16_t word; };

  uint32_t nets_ = 0, tx_ = 0, tx_enable_ = 0, lut_words_ = 0, watch_word_ = 0;
  std::vector<Pin> pins_;
  std::vector<Lut> luts_;
  std::vector<FlipFlop> flip_flops_;
  std::vector<Ram> rams_;
  std::vector<Domain> domains_;
  std::vector<Clocked> clocked_;  // by bit
  std::vector<uint32_t> async_;
  std::vector<uint64_t> bits_;
  std::vector<uint8_t> value_;
  std::vector<uint32_t> first_, fanout_;  // by net
  std::vector<Change> changed_;
  std::vector<Write> written_;
};

#endif
