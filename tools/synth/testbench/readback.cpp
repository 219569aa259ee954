// Drives a Trax core at its ports, cycle by cycle, with the commands of a file, and says what
// it saw. It knows no rules and judges nothing: two models that print the same did the same
// in the same clock cycles.
//
// The commands are lines of five numbers: operation, column, row, shape, and whether to
// report. Of a command to report it prints, after the reset:
//
//	status completed width height tiles over red winner answer ready digest [col row tile forced]...
//
// with the state and the tiles of the turn as they are in the cycle of the answer; answer and
// ready are the cycles from the one in which the command passed to its answer, and to the first
// one in which the next command could pass. The digest is over everything that came out of the ports
// up to here, and the cycles in which it did. The last line is the number of cycles and of commands.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr unsigned kGen = 4;
constexpr uint64_t kPatience = 1000000;  // cycles for one command

struct Tile {
  unsigned x, y, tile, forced;
};

class Bench {
 public:
  Bench() {
    dut_.rst_i = 1;
    dut_.cmd_valid_i = 0;
    dut_.gen_ready_i = 0;
    for (int i = 0; i < 4; i++) step();
    dut_.rst_i = 0;
    wait_ready(0);
    cycles_ = digest_ = 0;
  }

  void run(unsigned op, unsigned col, unsigned row, unsigned shape, bool report, uint64_t number) {
    for (uint64_t idle = noise() & 3; idle > 0; idle--) step();
    dut_.cmd_valid_i = 1;
    dut_.cmd_op_i = op;
    dut_.cmd_col_i = col;
    dut_.cmd_row_i = row;
    dut_.cmd_shape_i = shape;
    dut_.eval();
    wait_ready(number);
    tiles_.clear();
    answered_ = false;
    stall_ = op == kGen;
    const uint64_t passed = cycles_;
    step();
    restored_ = false;
    // What has no meaning now must not matter.
    dut_.cmd_valid_i = 0;
    dut_.cmd_op_i = noise() & 7;
    dut_.cmd_col_i = noise() & 63;
    dut_.cmd_row_i = noise() & 63;
    dut_.cmd_shape_i = noise() & 3;
    dut_.eval();
    while (!answered_) {
      step();
      if (cycles_ - passed > kPatience) give_up("answers not", number);
    }
    stall_ = false;
    const uint64_t answer = answer_ - passed;
    // Now and then the next command waits at the port while the board is restored.
    if (!report && (noise() & 1)) return;
    wait_ready(number);
    if (!restored_) look_ready();
    if (report) print(answer, ready_ - passed);
  }

  uint64_t cycles() const { return cycles_; }

 private:
  // One clock cycle: looks at what the outputs are before the rising edge.
  void step() {
    dut_.gen_ready_i = !stall_ || (noise() & 1);
    dut_.clk_i = 0;
    dut_.eval();
    if (!dut_.rst_i) look();
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    dut_.eval();
    cycles_++;
  }

  void look() {
    if (dut_.trace_valid_o) trace();
    if (dut_.gen_valid_o) {
      mix(2, dut_.gen_col_o, dut_.gen_row_o, dut_.gen_shape_o);
      mix(3, dut_.gen_status_o, dut_.gen_status_o == 0 ? dut_.gen_completed_o : 0, dut_.gen_ready_i);
    }
    if (dut_.rsp_valid_o) answer();
    look_ready();
    if (dut_.cmd_ready_o != was_ready_) mix(6, was_ready_ = dut_.cmd_ready_o, 0, 0);
  }

  // Takes the time of the first cycle in which the next command could pass.
  void look_ready() {
    if (restored_ || !dut_.cmd_ready_o) return;
    restored_ = true;
    ready_ = cycles_;
  }

  void trace() {
    const Tile t{dut_.trace_x_o, dut_.trace_y_o, dut_.trace_tile_o, dut_.trace_forced_o};
    mix(0, t.x, t.y, dut_.trace_undo_o);
    if (!dut_.trace_undo_o) {
      mix(1, t.tile, t.forced, dut_.origin_x_o << 8 | dut_.origin_y_o);
      tiles_.push_back(t);
      return;
    }
    for (size_t i = tiles_.size(); !answered_ && i-- > 0;)
      if (tiles_[i].x == t.x && tiles_[i].y == t.y) {
        tiles_.erase(tiles_.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  }

  void answer() {
    answered_ = true;
    answer_ = cycles_;
    status_ = dut_.rsp_status_o;
    completed_ = dut_.rsp_completed_o;
    width_ = dut_.width_o;
    height_ = dut_.height_o;
    count_ = dut_.tiles_o;
    over_ = dut_.over_o;
    red_ = over_ ? 0 : dut_.red_o;
    winner_ = over_ ? dut_.winner_o : 0;
    for (Tile& t : tiles_) {
      t.x = (t.x - dut_.origin_x_o) & 31;
      t.y = (t.y - dut_.origin_y_o) & 31;
    }
    mix(4, status_, completed_, width_ << 8 | height_);
    mix(5, count_, over_ << 2 | red_ << 1 | winner_, dut_.origin_x_o << 8 | dut_.origin_y_o);
  }

  void print(uint64_t answer, uint64_t ready) const {
    std::printf("%u %u %u %u %u %u %u %u %" PRIu64 " %" PRIu64 " %016" PRIx64, status_, completed_, width_,
                height_, count_, over_, red_, winner_, answer, ready, digest_);
    for (const Tile& t : tiles_) std::printf(" %u %u %u %u", t.x, t.y, t.tile, t.forced);
    std::printf("\n");
  }

  // Waits for the first cycle in which a command can pass.
  void wait_ready(uint64_t number) {
    for (const uint64_t from = cycles_; !dut_.cmd_ready_o;) {
      step();
      if (cycles_ - from > kPatience) give_up("is not ready for", number);
    }
  }

  [[noreturn]] static void give_up(const char* what, uint64_t number) {
    std::fflush(stdout);
    std::fprintf(stderr, "the core %s command %" PRIu64 " within %" PRIu64 " cycles\n", what, number, kPatience);
    std::exit(1);
  }

  void mix(uint64_t kind, uint64_t a, uint64_t b, uint64_t c) {
    digest_ ^= cycles_ << 35 ^ kind << 32 ^ c << 16 ^ b << 8 ^ a;
    digest_ *= 0x9e3779b97f4a7c15u;
    digest_ ^= digest_ >> 29;
  }

  uint64_t noise() {
    noise_ ^= noise_ << 13;
    noise_ ^= noise_ >> 7;
    noise_ ^= noise_ << 17;
    return noise_ >> 20;
  }

  Vcore dut_;
  uint64_t cycles_ = 0, digest_ = 0, noise_ = 88172645463325252u;
  bool answered_ = false, restored_ = true, stall_ = false;
  unsigned was_ready_ = 0;
  uint64_t answer_ = 0, ready_ = 0;
  unsigned status_ = 0, completed_ = 0, width_ = 0, height_ = 0, count_ = 0, over_ = 0, red_ = 0, winner_ = 0;
  std::vector<Tile> tiles_;
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  std::FILE* file = std::fopen(argv[1], "r");
  if (file == nullptr) {
    std::perror(argv[1]);
    return 1;
  }
  Bench bench;
  unsigned op, col, row, shape, report;
  uint64_t number = 0;
  while (std::fscanf(file, "%u %u %u %u %u", &op, &col, &row, &shape, &report) == 5)
    bench.run(op, col, row, shape, report != 0, ++number);
  std::printf("end %" PRIu64 " %" PRIu64 "\n", bench.cycles(), number);
  std::fclose(file);
  return 0;
}
