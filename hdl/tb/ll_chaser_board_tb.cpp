// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_chaser_board by its pins, as docs/protocol-chaser.md and the first comment of
// ll_chaser_chooser have it.
//
//   - Whole games on random maps, against a player who moves at random, and windows of no game. Each
//     line of the board is what the protocol wants, with CR LF, and in time; each method is one that
//     the strategy allows; behind the end of a game comes the name.
//   - Lines that are none of the host's, hurt bytes and answers that nobody waits for bring silence.
//   - A reset at any time brings the name; the same lines after it bring the same answers.
//
//   hdl/tb/run chaser [+games=N] [+windows=N] [+seed=N]
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "Vll_chaser_board.h"
#include "verilated.h"

namespace {

constexpr int kBit = 8;             // clock cycles, by the parameters in run
constexpr int kPrompt = 24;         // from the middle of the last stop bit to the first start bit
constexpr int kQuiet = 30 * kBit;   // a board that says nothing for so long has nothing to say
constexpr const char* kName = "LOOP";
constexpr int kWidth = 15, kHeight = 17;

std::string quote(const std::string& s) {
  std::string out = "\"";
  for (const unsigned char c : s) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02x", c);
    out += c >= ' ' && c < 0x7f ? std::string(1, static_cast<char>(c)) : hex;
  }
  return out + "\"";
}

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string match = Verilated::commandArgsPlusMatch(name);
  const auto equals = match.find('=');
  return equals == std::string::npos ? otherwise : match.substr(equals + 1);
}

// Board is the module and the far end of its serial line.
class Board {
 public:
  Board() { reset(); }

  void reset() {
    top_.rx_i = 1;
    top_.rst_i = 1;
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
    top_.rst_i = 0;
    place_ = -1;
    got_.clear();
    quiet_ = 0;
  }

  void run(int cycles) {
    while (cycles-- > 0) tick(true);
  }

  // send sends bytes; with broken set the last one's stop bit is low.
  void send(const std::string& text, bool broken = false) {
    for (size_t i = 0; i < text.size(); i++) {
      const unsigned char c = text[i];
      for (int bit = 0; bit < 10; bit++) {
        const bool last = i + 1 == text.size();
        const bool level = bit == 0 ? false : bit < 9 ? c >> (bit - 1) & 1 : !(last && broken);
        // Of the last bit the first half: an answer may begin in the other one.
        for (int k = 0; k < (bit == 9 && last && !broken ? kBit / 2 : kBit); k++) tick(level);
      }
    }
    if (broken) run(2 * kBit);
  }

  // hear returns all that the board sends until it has been quiet.
  std::string hear() {
    quiet_ = 0;
    while (quiet_ < kQuiet) tick(true);
    return std::exchange(got_, {});
  }

  // line returns one line that begins in time, and is ended as it should be.
  std::string line(const std::string& asked) {
    for (int waited = 0; place_ < 0 && got_.empty(); waited++, tick(true)) {
      if (waited > kPrompt) fail("no answer in time to " + quote(asked));
    }
    quiet_ = 0;
    size_t end;
    while ((end = got_.find('\n')) == std::string::npos) {
      tick(true);
      if (quiet_ > kQuiet) fail(quote(got_) + " does not end, behind " + quote(asked));
    }
    const std::string line = got_.substr(0, end + 1);
    got_.erase(0, end + 1);
    if (line.size() < 2 || line[line.size() - 2] != '\r') fail(quote(line) + " does not end with CR LF");
    return line.substr(0, line.size() - 2);
  }

  void want(const std::string& asked, const std::string& what) {
    const std::string got = line(asked);
    if (got != what) fail("to " + quote(asked) + " it answers " + quote(got) + " and not " + quote(what));
  }

  void silence(const std::string& behind) {
    const std::string got = hear();
    if (!got.empty()) fail("behind " + quote(behind) + " it says " + quote(got) + " and should be silent");
  }

 private:
  void tick(bool level) {
    top_.rx_i = level;
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
    receive(top_.tx_o);
  }

  void receive(bool level) {
    quiet_ = place_ < 0 ? quiet_ + 1 : 0;
    if (place_ < 0) {
      if (level) return;
      place_ = 0;
      value_ = 0;
    }
    if (place_ % kBit == kBit / 2) {
      const int bit = place_ / kBit;
      if (bit == 0 && level) fail("a start bit is too short");
      if (bit >= 1 && bit <= 8) value_ |= level << (bit - 1);
      if (bit == 9) {
        if (!level) fail("a stop bit is low");
        got_ += static_cast<char>(value_);
        place_ = -1;
        return;
      }
    }
    place_++;
  }

  Vll_chaser_board top_;
  int place_ = -1, quiet_ = 0;
  unsigned value_ = 0;
  std::string got_;
};

struct Point {
  int x, y;
  Point operator+(const Point& p) const { return {x + p.x, y + p.y}; }
  bool operator==(const Point& p) const { return x == p.x && y == p.y; }
};

const std::string kLetters = "urld";
const Point kWays[] = {{0, -1}, {1, 0}, {-1, 0}, {0, 1}};

// Game is as much of the rules as a testbench needs: where the players are, and what is seen.
class Game {
 public:
  Game(std::mt19937& random) : random_(random), cells_(kWidth * kHeight, '0') {
    const int blocks = below(25), items = below(25);
    for (char& c : cells_) {
      const int n = below(100);
      c = n < blocks ? '2' : n < blocks + items ? '3' : '0';
    }
    for (Point& p : players_) {
      p = {below(kWidth), below(kHeight)};
      cells_[p.y * kWidth + p.x] = '0';
    }
  }

  int below(int n) { return static_cast<int>(random_() % n); }

  // look is the nine cells that answer a method of a player, or what is around it.
  std::string look(int player, const std::string& method) {
    const size_t way = kLetters.find(method[1]);
    const Point ahead = kWays[way];
    std::string seen;
    Point p = players_[player];
    if (method[0] == 's') {
      for (int i = 0; i < 9; i++) seen += see(player, p = p + ahead);
      return seen;
    }
    if (method[0] == 'l') p = p + ahead + ahead;
    for (int i = 0; i < 9; i++) seen += see(player, {p.x - 1 + i % 3, p.y - 1 + i / 3});
    return seen;
  }

  // play plays a method and tells whether the game is over.
  bool play(int player, const std::string& method) {
    const Point from = players_[player], to = from + kWays[kLetters.find(method[1])];
    if (method[0] == 'w') {
      players_[player] = to;
      if (at(to) == '3' && !(players_[1 - player] == to)) {
        cells_[to.y * kWidth + to.x] = '0';
        cells_[from.y * kWidth + from.x] = '2';
      }
    }
    if (method[0] == 'p' && has(to)) cells_[to.y * kWidth + to.x] = '2';
    return lost(0) || lost(1);
  }

 private:
  static bool has(Point p) { return p.x >= 0 && p.y >= 0 && p.x < kWidth && p.y < kHeight; }
  char at(Point p) const { return has(p) ? cells_[p.y * kWidth + p.x] : '2'; }
  char see(int player, Point p) const { return p == players_[1 - player] ? '1' : at(p); }
  bool lost(int player) const {
    const Point p = players_[player];
    int blocks = 0;
    for (const Point& way : kWays) blocks += see(player, p + way) == '2';
    return at(p) == '2' || blocks == 4;
  }

  std::mt19937& random_;
  std::string cells_;
  Point players_[2];
};

// judge wants a method that the strategy allows for what is around.
void judge(const std::string& around, const std::string& method) {
  const auto no = [&](const char* why) { fail("around " + around + " it plays " + quote(method) + ": " + why); };
  // The cells beside the player, and the two corners beside each: up, right, left, down.
  static const int side[] = {1, 5, 3, 7}, first[] = {0, 2, 0, 6}, second[] = {2, 8, 6, 8};
  bool other = false, item = false, walk = false;
  bool items[4], walks[4];
  for (int i = 0; i < 4; i++) {
    const char a = around[first[i]], b = around[second[i]], to = around[side[i]];
    const bool safe = a != '1' && b != '1';
    other |= to == '1';
    items[i] = to == '3' && safe && !(a == '2' && b == '2');
    walks[i] = (to == '0' && safe) || items[i];
    item |= items[i];
    walk |= walks[i];
  }
  const size_t way = method.size() == 2 ? kLetters.find(method[1]) : std::string::npos;
  if (way == std::string::npos) no("unknown method");
  if (other) {
    if (method[0] != 'p' || around[side[way]] != '1') no("the other player is beside it");
  } else if (item) {
    if (method[0] != 'w' || !items[way]) no("there is an item to take");
  } else if (walk) {
    if (method[0] != 'w' || !walks[way]) no("it may walk on elsewhere");
  } else if (method[0] != 'l') {
    no("there is nothing to do but to look");
  }
}

class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) {}

  void name(const std::string& behind) {
    board_.want(behind, kName);
    board_.silence(behind);
  }

  // ask sends a line and returns the board's.
  std::string ask(const std::string& line) {
    board_.run(below(3 * kBit) + kBit);  // a stop bit may still be on the line
    board_.send(line + (below(8) == 0 ? "\n" : "\r\n"));
    return board_.line(line);
  }

  void want(const std::string& line, const std::string& answer) {
    const std::string got = ask(line);
    if (got != answer) fail("to " + quote(line) + " it answers " + quote(got) + " and not " + quote(answer));
  }

  // game plays one game, up to the name behind it, and returns the board's turns.
  int game() {
    Game g(random_);
    const int limit = 1 + below(40);
    for (int turn = 1;; turn++) {
      if (below(4) == 0) nonsense();
      want("@", "gr");
      const std::string around = g.look(0, "wu");
      if (turn == limit) {  // it is told in its getReady
        want("0" + around, "#");
        name("the end");
        return turn;
      }
      if (below(8) == 0) {  // a turn begins anew
        want("@", "gr");
      }
      const std::string method = ask("1" + around);
      judge(around, method);
      bool over = g.play(0, method);
      want((over ? "0" : "1") + g.look(0, method), "#");
      if (over) {
        name("the end");
        return turn;
      }
      board_.silence("#");
      const std::string other = {"wlsp"[below(10) < 8 ? 0 : below(4)], kLetters[below(4)]};
      if (g.play(1, other)) {
        want("@", "gr");
        want("0" + g.look(0, "wu"), "#");
        name("the end");
        return turn;
      }
    }
  }

  // nonsense says what nobody answers, outside a turn.
  void nonsense() {
    static const char* const lines[] = {
        "1000000000", "0000000000", "", "#", "gr", "@@", "@1", "1@", "A", "102020202", "10202020200", "1020202024", "x020202020",
        "1 000000000", "LOOP", "30000000000000000000000000000000",
    };
    const std::string line = lines[below(sizeof lines / sizeof *lines)];
    board_.send(line + "\r\n");
    board_.silence(line);
    if (below(2) == 0) {
      board_.send("@");
      hurt("a hurt @");
    }
  }

  // hurt ends a line with a byte whose stop bit is low: it is not to be trusted.
  void hurt(const std::string& what) {
    board_.send("0", true);
    board_.send("\r\n");
    board_.silence(what);
  }

  // windows asks about random windows, of no game.
  void windows(int count) {
    for (int i = 0; i < count; i++) {
      std::string around = "000000000";
      for (char& c : around) c = "0012233333"[below(10)];
      if (below(2) == 0) around[below(9)] = '1';
      around[4] = '0';
      want("@", "gr");
      judge(around, ask("1" + around));
      want("1000000000", "#");
    }
  }

  // test_corrupt_lines sends a corrupt line and wrong ones within a turn, which then continues.
  void test_corrupt_lines() {
    want("@", "gr");
    static const char* const lines[] = {"100000000", "10000000000", "1000400000", "#", ""};
    for (const char* line : lines) {
      board_.send(std::string(line) + "\r\n");
      board_.silence(line);
    }
    board_.send("1000000000");
    hurt("a hurt window");
    judge("000000000", ask("1000000000"));
    want("1000000000", "#");
    board_.silence("#");
  }

  // resets has the board begin anew in the middle of whatever it does.
  void resets() {
    for (int i = 0; i < 60; i++) {
      board_.send(i % 3 == 0 ? "@\r\n" : i % 3 == 1 ? "10000" : "");
      board_.run(i * 7);
      board_.reset();
      name("a reset");
    }
  }

  // same says the same lines twice, at the same times.
  void same() {
    std::string said[2];
    for (std::string& all : said) {
      board_.reset();
      all = board_.line("a reset");
      board_.run(kBit);
      for (int i = 0; i < 60; i++) {
        for (const char* line : {"@", "1000000000", "1000000000"}) {
          board_.send(std::string(line) + "\r\n");
          all += board_.line(line);
          board_.run(kBit);
        }
      }
    }
    if (said[0] != said[1]) fail("the same lines bring other answers after a reset");
    if (said[0].find("wu") == std::string::npos || said[0].find("wl") == std::string::npos) {
      fail("on an open field it always goes the same way: " + said[0]);
    }
  }

  int below(int n) { return static_cast<int>(random_() % n); }

 private:
  std::mt19937 random_;
  Board board_;
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  Testbench b(seed);
  b.name("a reset");
  b.test_corrupt_lines();
  const int games = std::stoi(plusarg("games=", "60"));
  int turns = 0;
  for (int i = 0; i < games; i++) turns += b.game();
  const int windows = std::stoi(plusarg("windows=", "400"));
  b.windows(windows);
  b.resets();
  b.same();
  std::printf("PASS %d games, %d turns, %d windows, seed %u\n", games, turns, windows, seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
