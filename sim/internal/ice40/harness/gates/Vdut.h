// A netlist of LUTs, flip-flops and RAMs in place of a model by Verilator: it has
// that one's pins and eval(). sim/gates.go writes the file that it reads, and has the
// other side of the arguments:
//   +netlist=FILE
//   +drive=NET:SOURCE,...  0 and 1 constant, c and C the clock and its opposite, r and R the reset, x the received line, m what a flash sends
//   +tx=NET:NET            the sent line, and the net that drives it if high; without one it is always driven
//   +spi=NET:NET:NET       the clock, the select and the data of a flash
//
// It is event driven: each LUT and flip-flop has the number that its inputs make, which a changing
// net changes by one bit, and a mark if its truth table then says otherwise than its output. Marked
// LUTs change in topological order, marked flip-flops at an edge of their clock. A RAM is read at an
// edge if its address has changed since the last one. Most of a design stands still in most cycles.
#ifndef LOOPLINE_GATES_VDUT_H
#define LOOPLINE_GATES_VDUT_H

#include <algorithm>
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
    drive(argument(context, "+drive="), argument(context, "+tx="), argument(context, "+spi="));
    connect();
    power_up(static_cast<unsigned long>(context->seed_));
  }

  uint8_t clk_i = 0, rst_i = 0, rx_i = 0, tx_o = 0, floats_o = 0;
  uint8_t sck_o = 0, cs_no = 0, mosi_o = 0, miso_i = 0;

  void eval() {
    const uint8_t source[] = {0, 1, clk_i, !clk_i, rst_i, !rst_i, rx_i, miso_i};
    for (const Pin& p : pins_) set(p.net, source[p.source]);
    settle();
    floats_o = tx_enable_ && !value_[tx_enable_];
    tx_o = floats_o || value_[tx_];
    sck_o = value_[spi_[0]];
    cs_no = value_[spi_[1]];
    mosi_o = value_[spi_[2]];
  }

 private:
  struct Pin { uint32_t net, source; };
  struct Lut { uint64_t truth; uint32_t in[6], out; };
  // An edge of a clock, and the words of marks of what it clocks.
  struct Domain { uint32_t clock, rising, from, to; bool was; };
  // The reset comes before enable, unless late.
  struct FlipFlop { uint32_t q, d, clock, rising, enable, enabled, reset, resets, value, async, late, init, element; };
  struct Ram {
    uint32_t rclock, rrising, wclock, wrising, rmode, wmode, q[16], rclke, re, raddr[11], wclke, we, waddr[11], mask[16], data[16];
    uint16_t memory[256];
    uint32_t bus, writer, kept, written;  // the bus that reads it, and the elements of waddr, mask and data
    uint32_t shown, used;                 // bits of q
  };
  // A large RAM of one port, which reads or writes a word, or neither.
  struct Spram {
    uint32_t clock, awake, we, addr[14], mask[4], data[16], q[16];
    std::vector<uint16_t> memory;
    uint32_t port, kept, written;  // the elements of addr, mask and data
    uint32_t shown, used;          // bits of q
  };
  // RAMs that are read at the same address.
  struct Bus { uint32_t reader; std::vector<uint32_t> rams; };
  enum Kind : uint8_t { kFlips, kReads, kWrites, kSprams };
  // What has inputs. It is marked if truth[inputs] is not out. Those of RAMs have two inputs that
  // enable them, and then more than truth knows.
  struct Element { uint64_t truth; uint32_t in, out; };
  // Where a net goes: the element, and above it in 5 bits the input.
  using Fan = uint32_t;
  static constexpr uint64_t kAlways = ~uint64_t{0}, kEnabled = 0x8888888888888888, kAwake = 0xaaaaaaaaaaaaaaaa;

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
    uint32_t version = 0, luts = 0, flip_flops = 0, rams = 0, sprams = 0;
    in >> magic >> version >> nets_ >> luts >> flip_flops >> rams >> sprams;
    if (!in || magic != "netlist" || version != 2 || nets_ > 1u << 24 || luts > 1u << 20 || flip_flops > 1u << 20 || rams > 1u << 10 || sprams > 64)
      fail("the netlist cannot be read");
    luts_.resize(luts), flip_flops_.resize(flip_flops), rams_.resize(rams), sprams_.resize(sprams);
    for (Lut& l : luts_) {
      output(in, l.out);
      for (uint32_t& n : l.in) net(in, n);
      in >> std::hex >> l.truth >> std::dec;
    }
    for (FlipFlop& f : flip_flops_) {
      output(in, f.q), net(in, f.d), net(in, f.clock);
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
    for (Spram& s : sprams_) {
      net(in, s.clock), net(in, s.awake), net(in, s.we);
      for (uint32_t& n : s.addr) net(in, n);
      for (uint32_t& n : s.mask) net(in, n);
      for (uint32_t& n : s.data) net(in, n);
      for (uint32_t& n : s.q) net(in, n);
    }
    if (!in) fail("the netlist is cut");
  }

  void net(std::istream& in, uint32_t& n) {
    in >> n;
    if (!in || n >= nets_) fail("the netlist has a net too many");
  }

  // Reads a net that is driven. What goes nowhere drives one beyond the others.
  void output(std::istream& in, uint32_t& n) {
    net(in, n);
    if (n < 2) n = nets_;
  }

  void drive(const std::string& pins, const std::string& tx, const std::string& spi) {
    const char* p = pins.c_str();
    while (*p) {
      char* end;
      Pin pin{static_cast<uint32_t>(std::strtoul(p, &end, 10)), 0};
      static const char kSources[] = "01cCrRxm";
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
    p = spi.c_str();
    for (uint32_t& net : spi_) {
      net = static_cast<uint32_t>(std::strtoul(p, &end, 10));
      if (net >= nets_) fail("a line of the flash is no net");
      p = *end ? end + 1 : end;
    }
  }

  // Numbers the elements: first LUTs, then what each domain clocks, then what clocks and resets that
  // wait for no clock mark, each from a new word of marks on.
  void connect() {
    std::vector<std::vector<Fan>> fanout(nets_ + 1);
    const auto element = [&](Kind kind, uint32_t index, uint64_t truth, uint32_t out) {
      elements_.push_back({truth, 0, out});
      kinds_.push_back(kind);
      index_.push_back(index);
      return static_cast<uint32_t>(elements_.size() - 1);
    };
    const auto listen = [&](uint32_t n, uint32_t to, uint32_t input) { fanout[n].push_back(to << 5 | input); };
    const auto listen_all = [&](const uint32_t* nets, uint32_t n, uint32_t to, uint32_t input) {
      for (uint32_t i = 0; i < n; i++) listen(nets[i], to, input + i);
    };
    const auto next_word = [&] {
      while (elements_.size() % 64) element(kFlips, 0, 0, 0);
      return static_cast<uint32_t>(elements_.size() / 64);
    };
    for (const Lut& l : luts_) listen_all(l.in, 6, element(kFlips, l.out, l.truth, 0), 0);
    lut_words_ = next_word();
    for (const FlipFlop& f : flip_flops_) domain(f.clock, f.rising);
    for (const Ram& r : rams_) domain(r.rclock, r.rrising), domain(r.wclock, r.wrising);
    for (const Spram& s : sprams_) domain(s.clock, 1);
    for (Domain& d : domains_) {
      d.from = next_word();
      for (FlipFlop& f : flip_flops_) {
        if (f.clock != d.clock || f.rising != d.rising) continue;
        const uint32_t own = f.element = element(kFlips, f.q, next(f), f.init & 1);
        listen(f.d, own, 0), listen(f.enable, own, 1), listen(f.reset, own, 2), listen(f.q, own, 3);
      }
      for (uint32_t i = 0; i < rams_.size(); i++) {
        Ram& r = rams_[i];
        if (r.rclock == d.clock && r.rrising == d.rising) {
          r.bus = bus(r);
          if (r.bus == buses_.size()) {
            const uint32_t own = element(kReads, r.bus, kEnabled, 0);
            listen(r.rclke, own, 0), listen(r.re, own, 1), listen_all(r.raddr, 11, own, 2);
            buses_.push_back({own, {}});
          }
          buses_[r.bus].rams.push_back(i);
        }
        if (r.wclock == d.clock && r.wrising == d.rising) {
          r.writer = element(kWrites, i, kEnabled, 0);
          listen(r.wclke, r.writer, 0), listen(r.we, r.writer, 1), listen_all(r.waddr, 11, r.writer, 2);
          listen_all(r.mask, 16, r.kept = element(kFlips, 0, 0, 0), 0);
          listen_all(r.data, 16, r.written = element(kFlips, 0, 0, 0), 0);
        }
      }
      for (uint32_t i = 0; i < sprams_.size(); i++) {
        Spram& s = sprams_[i];
        if (s.clock != d.clock || !d.rising) continue;
        s.port = element(kSprams, i, kAwake, 0);
        listen(s.awake, s.port, 0), listen(s.we, s.port, 1), listen_all(s.addr, 14, s.port, 2);
        listen_all(s.mask, 4, s.kept = element(kFlips, 0, 0, 0), 0);
        listen_all(s.data, 16, s.written = element(kFlips, 0, 0, 0), 0);
      }
      d.to = next_word();
    }
    watch_word_ = next_word();
    const uint32_t watch = element(kFlips, 0, kAlways, 0);
    for (const Domain& d : domains_) listen(d.clock, watch, 0);
    for (uint32_t i = 0; i < flip_flops_.size(); i++) {
      if (!flip_flops_[i].async) continue;
      async_.push_back(i);
      listen(flip_flops_[i].reset, watch, 0);
    }
    if (elements_.size() >= 1u << 27) fail("the netlist is too large");
    marks_.assign(watch_word_ + 1, 0);
    value_.assign(nets_ + 1, 0);
    first_.assign(nets_ + 2, 0);
    for (uint32_t n = 0; n <= nets_; n++) {
      first_[n] = static_cast<uint32_t>(fanout_.size());
      fanout_.insert(fanout_.end(), fanout[n].begin(), fanout[n].end());
    }
    first_[nets_ + 1] = static_cast<uint32_t>(fanout_.size());
  }

  // The number of the bus that reads a RAM, or how many there are.
  uint32_t bus(const Ram& r) const {
    uint32_t n = 0;
    for (; n < buses_.size(); n++) {
      const Ram& other = rams_[buses_[n].rams[0]];
      if (other.rclock == r.rclock && other.rrising == r.rrising && other.rclke == r.rclke && other.re == r.re &&
          std::equal(r.raddr, r.raddr + 11, other.raddr))
        break;
    }
    return n;
  }

  // The truth table of what a flip-flop is after an edge, by d, enable, reset and q.
  static uint64_t next(const FlipFlop& f) {
    uint64_t truth = 0;
    for (unsigned at = 0; at < 16; at++) {
      const bool d = at & 1, enabled = (at >> 1 & 1) == f.enabled, resets = (at >> 2 & 1) == f.resets, q = at >> 3;
      const bool is = resets && (enabled || !f.late) ? f.value : enabled ? d : q;
      truth |= uint64_t{is} << at;
    }
    return truth;
  }

  void domain(uint32_t clock, uint32_t rising) {
    for (const Domain& d : domains_)
      if (d.clock == clock && d.rising == rising) return;
    domains_.push_back({clock, rising, 0, 0, false});
  }

  // Flip-flops start as the bitstream says. What a RAM shows before it is read is chance, and so
  // is what a large one holds.
  void power_up(uint64_t seed) {
    toggle(1);
    for (const FlipFlop& f : flip_flops_)
      if (f.init & 1) set(f.q, 1);
    const auto chance = [&] { return (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 48; };
    const auto start = [&](auto& ram) {
      for (unsigned i = 0; i < 16; i++) {
        const uint64_t bit = chance() >> 15;
        if (ram.q[i] < 2) continue;
        set(ram.q[i], bit);
        ram.used |= 1u << i;
        ram.shown |= static_cast<uint32_t>(bit) << i;
      }
    };
    for (Ram& r : rams_) start(r);
    for (Spram& s : sprams_) {
      start(s);
      s.memory.resize(1 << 14);
      for (uint16_t& word : s.memory) word = static_cast<uint16_t>(chance());
    }
    for (uint32_t i = 0; i < elements_.size(); i++) mark(i);
    marks_[watch_word_] = 0;
    look_up();
    for (Domain& d : domains_) d.was = value_[d.clock];
  }

  // Marks an element if its output is to change, or else takes its mark away.
  void mark(uint32_t i) {
    const Element& e = elements_[i];
    uint64_t& word = marks_[i >> 6];
    word = (word & ~(uint64_t{1} << (i & 63))) | ((e.truth >> (e.in & 63) ^ e.out) & 1) << (i & 63);
  }

  // Changes a net, and returns the first word that has a new mark.
  uint32_t toggle(uint32_t n) {
    value_[n] ^= 1;
    uint32_t least = watch_word_;
    for (const Fan *f = fanout_.data() + first_[n], *end = fanout_.data() + first_[n + 1]; f < end; f++) {
      const uint32_t i = *f >> 5;
      elements_[i].in ^= 1u << (*f & 31);
      mark(i);
      least = std::min(least, i >> 6);
    }
    return least;
  }

  void set(uint32_t n, uint8_t v) {
    if (value_[n] != v) toggle(n);
  }

  void settle() {
    for (int tries = 0;; tries++) {
      look_up();
      if (!marks_[watch_word_]) return;
      marks_[watch_word_] = 0;
      changed_.clear();
      written_.clear();
      for (Domain& d : domains_) {
        const bool is = value_[d.clock];
        if (is != d.was && is == (d.rising != 0)) edge(d);
        d.was = is;
      }
      for (uint32_t i : flipped_) flip(i);
      flipped_.clear();
      for (uint32_t n : changed_) toggle(n);
      for (const Write& w : written_) {
        w.ram->memory[w.at] = w.word;
        mark(buses_[w.ram->bus].reader);
      }
      for (uint32_t i : async_) {
        const FlipFlop& f = flip_flops_[i];
        if (value_[f.reset] == f.resets && value_[f.q] != f.value) flip(f.element);
      }
      if (tries > 100) fail("the clocks did not converge");
    }
  }

  // Changes the output of a LUT or a flip-flop.
  uint32_t flip(uint32_t i) {
    elements_[i].out ^= 1;
    marks_[i >> 6] &= ~(uint64_t{1} << (i & 63));
    return toggle(index_[i]);
  }

  // Looks up the LUTs that are marked. A loop of them has no order.
  void look_up() {
    uint64_t most = 64 + 1000 * luts_.size();
    for (uint32_t w = 0; w < lut_words_;) {
      if (!marks_[w]) {
        w++;
        continue;
      }
      w = std::min(w, flip(w * 64 + static_cast<uint32_t>(__builtin_ctzll(marks_[w]))));
      if (--most == 0) fail("a loop of LUTs did not converge");
    }
  }

  // Works out what changes at an edge, from how things were before it.
  void edge(const Domain& d) {
    for (uint32_t w = d.from; w < d.to; w++) {
      for (uint64_t marks = marks_[w]; marks; marks &= marks - 1) {
        const uint32_t i = w * 64 + static_cast<uint32_t>(__builtin_ctzll(marks));
        switch (kinds_[i]) {
          case kFlips: flipped_.push_back(i); break;
          case kReads: fetch(buses_[index_[i]]); break;
          case kWrites: store(rams_[index_[i]]); break;
          case kSprams: access(sprams_[index_[i]]); break;
        }
      }
    }
  }

  // In mode 1, 2 and 3 a word has 2, 4 and 8 places for each bit of data, of which the upper bits
  // of the address choose one; the data's own bits are these pins.
  static unsigned places(unsigned mode) { return mode == 0 ? 0xffff : mode == 1 ? 0x5555 : mode == 2 ? 0x1111 : 0x0101; }
  static unsigned pin(unsigned mode) { return mode < 2 ? 0 : mode == 2 ? 1 : 3; }

  void fetch(const Bus& b) {
    marks_[b.reader >> 6] &= ~(uint64_t{1} << (b.reader & 63));
    const unsigned at = elements_[b.reader].in >> 2;
    for (uint32_t i : b.rams) {
      Ram& r = rams_[i];
      const unsigned place = at >> 8 & ((1u << r.rmode) - 1);
      show(r, (r.memory[at & 255] >> place & places(r.rmode)) << pin(r.rmode));
    }
  }

  template <class Memory>
  void show(Memory& ram, unsigned word) {
    for (unsigned differ = (word ^ ram.shown) & ram.used; differ; differ &= differ - 1) changed_.push_back(ram.q[__builtin_ctz(differ)]);
    ram.shown = word;
  }

  // Nothing else accesses a large RAM, so a word is written at once. It stays marked while it is
  // written, and is read again at the same address only after a write.
  void access(Spram& s) {
    const unsigned in = elements_[s.port].in;
    uint16_t& word = s.memory[in >> 2 & 0x3fff];
    if (!(in & 2)) {
      marks_[s.port >> 6] &= ~(uint64_t{1} << (s.port & 63));
      show(s, word);
      return;
    }
    unsigned mask = 0;
    for (unsigned i = 0; i < 4; i++)
      if (elements_[s.kept].in >> i & 1) mask |= 0xfu << 4 * i;
    word = static_cast<uint16_t>((word & ~mask) | (elements_[s.written].in & mask));
  }

  void store(Ram& r) {
    const unsigned at = elements_[r.writer].in >> 2, place = at >> 8 & ((1u << r.wmode) - 1);
    const unsigned keep = r.wmode == 0 ? elements_[r.kept].in : ~(places(r.wmode) << place);
    const unsigned word = (elements_[r.written].in >> pin(r.wmode) & places(r.wmode)) << place;
    written_.push_back({&r, at & 255, static_cast<uint16_t>((r.memory[at & 255] & keep) | (word & ~keep))});
  }

  struct Write { Ram* ram; unsigned at; uint16_t word; };

  uint32_t spi_[3] = {};
  uint32_t nets_ = 0, tx_ = 0, tx_enable_ = 0, lut_words_ = 0, watch_word_ = 0;
  std::vector<Pin> pins_;
  std::vector<Lut> luts_;
  std::vector<FlipFlop> flip_flops_;
  std::vector<Ram> rams_;
  std::vector<Spram> sprams_;
  std::vector<Domain> domains_;
  std::vector<Bus> buses_;
  std::vector<Element> elements_;
  std::vector<Kind> kinds_;      // by element
  std::vector<uint32_t> index_;  // by element: the net that it drives, the RAM that it writes, or the bus that it reads
  std::vector<uint64_t> marks_;  // a bit for each element
  std::vector<uint32_t> async_;
  std::vector<uint8_t> value_;
  std::vector<uint32_t> first_;  // by net
  std::vector<Fan> fanout_;
  std::vector<uint32_t> flipped_, changed_;
  std::vector<Write> written_;
};

#endif
