// SPDX-License-Identifier: Apache-2.0
//
// Tests ll_board, or ll_board_search, by its pins.
//
//   - The questions of docs/protocol.md in every form that is allowed, in every state of the
//     board, and lines that are none.
//   - Whole games against a player who moves at random and against another board. A core
//     referees: each answer is legal, wins at once if it can, does not lose at once if it can
//     help it, and is in time. After the end the board is silent.
//   - The same lines after a reset bring the same answers.
//
//   - A question that comes while a move is sent waits for its end.
//
//   hdl/tb/run board|board-search [+games=N] [+seed=N] [+transcript=FILE]
//
// The transcript has a line for each move of a board, for others to judge:
//
//   0 whole @0+ A0/ ... B2\
//
// the board, whether it came to the end of its search in its time (whole or cut), and the game
// up to its move.
//
// Prints PASS and ends with 0, or the first difference and ends with 1.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "Vll_board_tb.h"
#include "verilated.h"

namespace {

constexpr int kBit = 8;                // clock cycles, as in ll_board_tb.sv
constexpr long kQuiet = 60 * kBit;     // a board that says nothing for so long has nothing to say
constexpr long kStart = 6000;          // from reset to a core that is ready
constexpr long kBudgets[] = {400'000, 20'000, 400'000};  // of boards that search less
constexpr long kOverrun = 400'000;     // for the last tries of ll_chooser
constexpr long kPatience = 1'000'000;  // for an answer of the referee
constexpr long kLife = 2'000'000'000;  // for all there is to do
const char* const kCodes[] = {"L0", "~!", "Z-"};

constexpr int kReferee = 3;            // among the clocks, behind those of the boards

constexpr int kNew = 0, kPlay = 1, kUndo = 2, kGen = 4;
constexpr int kOk = 0;

struct Move {
  int col = 0, row = 0, shape = 0;
  int status = 0, completed = 0;
};

std::string show(const Move& m) {
  std::string col;
  for (int c = m.col; c > 0; c = (c - 1) / 26) col.insert(col.begin(), 'A' + (c - 1) % 26);
  return (col.empty() ? "@" : col) + std::to_string(m.row) + "+/\\?"[m.shape];
}

std::string quote(const std::string& s) {
  std::string out = "\"";
  for (unsigned char c : s) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\x%02x", c);
    out += c >= ' ' && c < 0x7f ? std::string(1, c) : hex;
  }
  return out + "\"";
}

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::exit(1);
}

// Wire is the far end of a board's serial line.
class Wire {
 public:
  // send queues a byte for the board; with broken set its stop bit is low.
  void send(uint8_t byte, bool broken = false) { out_.push_back({byte, broken}); }
  bool sending() const { return bit_ >= 0 || !out_.empty(); }
  std::string take() { return std::move(in_), std::exchange(in_, {}); }
  const std::string& got() const { return in_; }
  bool receiving() const { return place_ >= 0; }

  // step returns the level for the board in the next cycle, given the board's.
  bool step(bool level) {
    receive(level);
    return transmit();
  }

 private:
  struct Byte {
    uint8_t value;
    bool broken;
  };

  bool transmit() {
    if (bit_ < 0) {
      if (out_.empty()) return true;
      bit_ = 0;
      left_ = kBit;
    }
    const Byte b = out_.front();
    const bool level = bit_ == 0 ? false : bit_ <= 8 ? b.value >> (bit_ - 1) & 1
                                                          : bit_ > 9 || !b.broken;
    if (--left_ == 0) {
      left_ = kBit;
      if (++bit_ > (b.broken ? 11 : 9)) {
        bit_ = -1;
        out_.pop_front();
      }
    }
    return level;
  }

  void receive(bool level) {
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
        in_ += static_cast<char>(value_);
        place_ = -1;
        return;
      }
    }
    place_++;
  }

  std::deque<Byte> out_;
  int bit_ = -1, left_ = 0;
  std::string in_;
  int place_ = -1;
  unsigned value_ = 0;
};

class Testbench {
 public:
  explicit Testbench(uint32_t seed) : random_(seed) {
    top_.rx_i = 7;
    top_.rst_i = 7;
    top_.referee_rst_i = 1;
    top_.eval();
    for (int i = 0; i <= kReferee; i++) tick(i);
    top_.rst_i = 0;
    top_.referee_rst_i = 0;
  }

  uint32_t random() { return random_(); }
  std::mt19937& source() { return random_; }
  long longest(int board) const { return longest_[board]; }
  // whole tells whether the last answer was the end of a search.
  bool whole() const { return whole_; }

  void reset(int board) {
    top_.rst_i = 1 << board;
    tick(board);
    top_.rst_i = 0;
    wires_[board] = Wire();
    run(board, 2);
  }

  void run(int board, long cycles) {
    while (cycles-- > 0) tick(board);
  }
  bool busy(int board) const { return top_.busy_o >> board & 1; }

  // say sends text to a board; the last byte has left when it returns.
  void say(int board, const std::string& text) {
    whole_ = false;
    for (unsigned char c : text) wires_[board].send(c);
    while (wires_[board].sending()) tick(board);
  }
  void say_broken(int board, char c) {
    wires_[board].send(c, true);
    while (wires_[board].sending()) tick(board);
  }

  // hear returns what a board sends until it has been quiet.
  std::string hear(int board) {
    const long limit = kStart + kBudgets[board] + kOverrun;
    long quiet = 0;
    for (long waited = 0; quiet < kQuiet; waited++, tick(board)) {
      if (waited > limit + 1000 * kBit) fail("board " + std::to_string(board) +
          " does not come to rest");
      quiet = busy(board) || wires_[board].receiving() ? 0 : quiet + 1;
    }
    return wires_[board].take();
  }

  // begins waits until a board begins to send.
  void begins(int board) {
    const long limit = kStart + kBudgets[board] + kOverrun;
    for (long waited = 0; !wires_[board].receiving(); waited++, tick(board)) {
      if (waited > limit) fail("board " + std::to_string(board) + " is late");
    }
  }

  // answer returns the line that a board sends, in time, and no more. An empty
  // string is silence.
  std::string answer(int board) {
    const long limit = kStart + kBudgets[board] + kOverrun;
    long waited = 0;
    while (!wires_[board].receiving() && waited < limit) {
      waited++;
      tick(board);
      if (!busy(board) && waited > kStart) break;
    }
    longest_[board] = std::max(longest_[board], waited);
    if (waited >= limit) fail("board " + std::to_string(board) + " is late");
    whole_ = waited < kBudgets[board];
    std::string line = hear(board);
    if (line.empty()) return line;
    if (line.back() != '\n' || line.find('\n') != line.size() - 1)
        fail("board " + std::to_string(board) + " sent " + quote(line));
    line.pop_back();
    return line;
  }

  void expect(int board, const std::string& what, const std::string& question,
      const std::string& want) {
    say(board, question);
    const std::string got = hear(board);
    if (got != want) fail(what + ": board " + std::to_string(board) + " was asked " +
        quote(question) + ", answered " + quote(got) + " and not " + quote(want));
  }

  // command gives a command to the referee and returns its status.
  int command(int op, const Move& m = {}, std::vector<Move>* moves = nullptr) {
    top_.cmd_op_i = op;
    top_.cmd_col_i = m.col;
    top_.cmd_row_i = m.row;
    top_.cmd_shape_i = m.shape;
    top_.cmd_valid_i = 1;
    for (long i = 0; i < kPatience; i++) {
      top_.eval();
      if (top_.cmd_valid_i && top_.cmd_ready_o) {
        tick(kReferee);
        top_.cmd_valid_i = 0;
        continue;
      }
      if (!top_.cmd_valid_i && top_.gen_valid_o && moves) {
        Move g;
        g.col = top_.gen_col_o;
        g.row = top_.gen_row_o;
        g.shape = top_.gen_shape_o;
        g.status = top_.gen_status_o;
        g.completed = top_.gen_completed_o;
        moves->push_back(g);
      }
      if (!top_.cmd_valid_i && top_.rsp_valid_o) {
        const int status = top_.rsp_status_o;
        tick(kReferee);
        for (; !top_.cmd_ready_o; i++) tick(kReferee);
        return status;
      }
      tick(kReferee);
    }
    fail("the referee does not answer");
  }

  std::vector<Move> legal() {
    std::vector<Move> all;
    command(kGen, {}, &all);
    all.erase(std::remove_if(all.begin(), all.end(),
        [](const Move& m) { return m.status != kOk; }), all.end());
    return all;
  }
  bool over() const { return top_.over_o; }
  bool red() const { return top_.red_o; }
  int width() const { return top_.width_o; }
  int height() const { return top_.height_o; }

 private:
  // tick is one clock cycle of a board, or of the referee. Time stands still
  // for the others.
  void tick(int clock) {
    if (++cycles_ > kLife) fail("it takes more than " + std::to_string(kLife) + " clock cycles");
    top_.clk_i = 0;
    top_.referee_clk_i = 0;
    if (clock == kReferee) {
      top_.eval();
      top_.referee_clk_i = 1;
    } else {
      const bool level = wires_[clock].step(top_.tx_o >> clock & 1);
      top_.rx_i = (top_.rx_i & ~(1 << clock)) | level << clock;
      top_.eval();
      top_.clk_i = 1 << clock;
    }
    top_.eval();
  }

  long cycles_ = 0;
  bool whole_ = false;
  Vll_board_tb top_;
  Wire wires_[3];
  std::mt19937 random_;
  long longest_[3] = {};
};

// Game is a game at the referee.
class Game {
 public:
  static std::ofstream* transcript;  // of the boards' moves, or null

  explicit Game(Testbench& b) : b_(b) { b_.command(kNew); }

  // play plays an answer of a board and tests that it is a good one.
  void play(int board, const std::string& text) {
    const std::vector<Move> legal = b_.legal();
    int best = 0, rank = 0;
    Move found;
    for (const Move& m : legal) {
      const int r = m.completed & (b_.red() ? 12 : 3) ? 3 : m.completed ? 1 : 2;
      best = std::max(best, r);
      if (show(m) == text) rank = r, found = m;
    }
    moves_ += (moves_.empty() ? "" : " ") + (text.empty() ? "nothing" : text);
    if (rank == 0) fail("board " + std::to_string(board) +
        " made an illegal move, the last of \"" + moves_ + "\"");
    if (transcript) *transcript << board << (b_.whole() ? " whole " : " cut ") << moves_ << "\n";
    if (rank < best) fail("board " + std::to_string(board) +
        " overlooked a win or lost without need by the last of \"" + moves_ + "\"");
    b_.command(kPlay, found);
  }

  // random plays a random legal move and returns it; empty if there is none.
  std::string random() { return one_of(b_.legal()); }

  // outward plays a random legal move outside the box, and one that leaves the
  // other side no win at once, if there are such moves.
  std::string outward() {
    std::vector<Move> moves = b_.legal();
    std::shuffle(moves.begin(), moves.end(), b_.source());
    const auto inside = [&](const Move& m) {
      return m.completed || (m.col > 0 && m.row > 0 && m.col <= b_.width() && m.row <= b_.height());
    };
    std::stable_partition(moves.begin(), moves.end(), [&](const Move& m) { return !inside(m); });
    for (const Move& m : moves) {
      if (!inside(m) && safe(m)) return one_of({m});
    }
    return moves.empty() ? "" : one_of({moves.front()});
  }

  const std::string& moves() const { return moves_; }

 private:
  // safe tells whether the other side has no win at once after m.
  bool safe(const Move& m) {
    b_.command(kPlay, m);
    const std::vector<Move> replies = b_.legal();
    const int other = b_.red() ? 12 : 3;
    b_.command(kUndo);
    return std::none_of(replies.begin(), replies.end(),
                        [&](const Move& r) { return r.completed & other; });
  }

  std::string one_of(const std::vector<Move>& moves) {
    if (moves.empty()) return "";
    const Move m = moves[b_.random() % moves.size()];
    b_.command(kPlay, m);
    moves_ += (moves_.empty() ? "" : " ") + show(m);
    return show(m);
  }

  Testbench& b_;
  std::string moves_;
};

std::ofstream* Game::transcript = nullptr;

void silent(Testbench& b, int board, const std::string& what,
    const std::string& text) { b.expect(board, what, text, ""); }

std::string code(int board) { return std::string(kCodes[board]) + "\n"; }

// opens begins a game as red, and white plays text: the board must answer.
void opens(Testbench& b, int board, const std::string& what, const std::string& question = "-B\n") {
  silent(b, board, what, question);
  Game g(b);
  const std::string first = g.random();
  b.say(board, first + "\n");
  g.play(board, b.answer(board));
}

void test_questions(Testbench& b, int board) {
  // At once after reset, while the core is not ready.
  b.reset(board);
  b.expect(board, "at once", "-T\n", code(board));
  b.reset(board);
  b.say(board, "-W\n");
  Game(b).play(board, b.answer(board));

  for (const char* form : {"-T\n", "-T\r\n", "-T\r", "-T \n", "-T   \r\n", "\n\r\n-T\n",
      "  \n-T\n"}) {
    b.expect(board, "forms of -T", form, code(board));
  }
  for (const char* form : {"-t\n", " -T\n", "-TT\n", "- T\n", "-\n", "T\n", "-X\n", "-T-T\n",
      "--T\n", "\n", "\x80-T\n", "-T\x01\n", "-TTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n"}) {
    silent(b, board, "no question", form);
  }
  for (const char* form : {"-B\n", "-R\n", "-B\r\n", "-B  \n"}) opens(b, board, "a game as red",
      form);
  b.say(board, "-W\r\n");
  Game(b).play(board, b.answer(board));
}

void test_stops(Testbench& b, int board) {
  // A move that is none ends the game: silence until the next question.
  for (const char* bad : {"@0\\", "A1+", "@0", "hello", "@00+", "@0+x", "@ 0+", "A1", "@0+ +",
      "@0/@0/", "ZZZZZZ1+", "@99999999/", "@0+++++++++++++++++++++++"}) {
    silent(b, board, "a game", "-B\n");
    silent(b, board, "no legal move", std::string(bad) + "\n");
    silent(b, board, "after no legal move", "@0+\n");
    b.expect(board, "after no legal move", "-T\n", code(board));
  }
  // A byte that was hurt on its way: without it there would be a move, or a question.
  for (const char* line : {"@0/", "-W", "-T"}) {
    for (size_t hurt = 1; hurt < std::string(line).size() + 1; hurt++) {
      silent(b, board, "a game", "-B\n");
      for (size_t i = 0; line[i]; i++) {
        if (i == hurt) b.say_broken(board, 'x');
        b.say(board, std::string(1, line[i]));
      }
      if (!line[hurt]) b.say_broken(board, 'x');
      silent(b, board, "a broken byte", "\n");
      opens(b, board, "after a broken byte");
    }
  }
  silent(b, board, "a game", "-B\n");
  silent(b, board, "a byte that is no character", "@0/ \x01\n");
  // No game is on.
  b.expect(board, "no game", "-T\n", code(board));
  silent(b, board, "no game", "@0/\n");
  silent(b, board, "-E", "-B\n");
  silent(b, board, "-E", "-E\n");
  silent(b, board, "after -E", "@0/\n");
  // Unknown questions change nothing.
  silent(b, board, "a game", "-B\n");
  silent(b, board, "an unknown question", "-X\n");
  Game g(b);
  b.say(board, g.random() + "\n");
  g.play(board, b.answer(board));
  silent(b, board, "the answer in time", "-S 12\n");
}

// middle plays some plies against random moves, and asks for the next answer
// without waiting for it. It returns false if the game ended before.
bool middle(Testbench& b, int board, int plies) {
  Game g(b);
  b.say(board, "-B\n");
  for (int i = 0; i < plies; i++) {
    const std::string move = g.random();
    if (b.over()) return false;
    b.say(board, move + "\n");
    if (i + 1 == plies) return true;
    g.play(board, b.answer(board));
    if (b.over()) return false;
  }
  return true;
}

void test_afresh(Testbench& b, int board) {
  for (int i = 0; i < 40; i++) {
    if (!middle(b, board, 1 + b.random() % 6)) continue;
    const bool thinks = b.busy(board);
    switch (i % 4) {
      case 0:  // asked for its code while it thinks or sends: a whole line or none, then the code
        b.run(board, b.random() % 2000);
        b.say(board, "-T\n");
        {
          const std::string got = b.hear(board);
          if (got.size() < 3 || got.substr(got.size() - 3) != code(board))
              fail("-T in a search: the board sent " + quote(got));
          if (std::count(got.begin(), got.end(), '\n') > 2)
              fail("-T in a search: the board sent " + quote(got));
        }
        silent(b, board, "after -T in a search", "@0/\n");
        break;
      case 1:  // white's new game
        b.run(board, b.random() % 2000);
        b.say(board, "-W\n");
        {
          const std::string got = b.hear(board);
          if (got.size() < 4) fail("-W in a search: the board sent " + quote(got));
          Game(b).play(board, got.substr(got.size() - 4, 3));
        }
        break;
      case 2:  // red's
        b.run(board, b.random() % 2000);
        b.say(board, "-B\n");
        b.hear(board);
        {
          Game g(b);
          b.say(board, g.random() + "\n");
          g.play(board, b.answer(board));
        }
        break;
      case 3:  // a move out of turn is passed over, if it comes while the board thinks
        if (!thinks) continue;
        b.say(board, "A1+\n");
        b.hear(board);
        break;
    }
  }
  // Many questions without waiting for the answers.
  for (int i = 0; i < 20; i++) b.say(board, i % 2 ? "-W\n" : "-T\n");
  b.hear(board);
  b.expect(board, "after many questions", "-T\n", code(board));
  opens(b, board, "after many questions");
}

// A question that comes in the middle of a move waits until it was sent.
void test_interrupted(Testbench& b, int board) {
  const char* const questions[] = {"-T", "-W", "-B", "-E"};
  for (int i = 0, after = 0; after < 32 * kBit; i++, after += 1 + b.random() % 5) {
    const std::string question = questions[i % 4];
    b.say(board, "-W\n");
    b.say(board, question);
    b.begins(board);
    b.run(board, after);
    b.say(board, "\n");
    const std::string got = b.hear(board);
    const std::string what = "asked " + quote(question) + " while it sends its move, board " +
        std::to_string(board) + " sent " + quote(got);
    const size_t end = got.find('\n');
    if (end != 3) fail(what);
    Game(b).play(board, got.substr(0, end));
    const std::string rest = got.substr(end + 1);
    if (question == "-T") {
      if (rest != code(board)) fail(what);
    } else if (question == "-W") {
      if (rest.size() != 4 || rest.back() != '\n') fail(what);
      Game(b).play(board, rest.substr(0, 3));
    } else {
      if (!rest.empty()) fail(what);
      Game g(b);
      b.say(board, g.random() + "\n");
      if (question == "-B") g.play(board, b.answer(board));
      else silent(b, board, "after -E", "");
    }
  }
}

struct Tally {
  int games = 0, won = 0, plies = 0;
} against_random, against_board;

void game_against_random(Testbench& b, int board, bool white) {
  Game g(b);
  b.say(board, white ? "-W\n" : "-B\n");
  bool own = white;
  while (!b.over()) {
    if (own) {
      g.play(board, b.answer(board));
      against_random.won += b.over();
    } else {
      const std::string move = g.random();
      if (move.empty()) break;
      b.say(board, move + "\n");
    }
    against_random.plies++;
    own = !own;
  }
  against_random.games++;
  if (own) silent(b, board, "after the end of \"" + g.moves() + "\"", "");
  for (const char* more : {"A1+\n", "A0/\n"}) silent(b, board, "after the end of \"" + g.moves() +
      "\"", more);
}

void game_of_boards(Testbench& b, int white, int red) {
  Game g(b);
  b.say(red, "-B\n");
  b.say(white, "-W\n");
  for (int mover = white, plies = 0; !b.over() && plies < 300; mover = mover == white ? red
      : white, plies++) {
    const std::string move = b.answer(mover);
    g.play(mover, move);
    const int other = mover == white ? red : white;
    if (b.over()) {
      silent(b, other, "the last move of \"" + g.moves() + "\"", move + "\n");
      against_board.won += b.red() == (white == 0) ? 1 : 0;
    } else {
      b.say(other, move + "\n");
    }
    against_board.plies++;
  }
  against_board.games++;
}

// A board for 6 columns answers legally while the box is not larger, and is
// silent once the opponent has made it so. Most games end before.
int test_full(Testbench& b, int board) {
  int filled = 0;
  for (int i = 0; i < 100 && filled < 3; i++) {
    Game g(b);
    b.say(board, "-B\n");
    while (!b.over()) {
      b.say(board, g.outward() + "\n");
      if (std::max(b.width(), b.height()) > 6) {
        silent(b, board, "no room after \"" + g.moves() + "\"", "");
        silent(b, board, "no room after \"" + g.moves() + "\"", "A1+\n");
        filled++;
        break;
      }
      const std::string text = b.answer(board);
      if (b.over()) {
        if (!text.empty()) fail("an answer after the end of \"" + g.moves() + "\"");
        break;
      }
      bool legal = false;
      for (const Move& m : b.legal()) {
        if (show(m) != text) continue;
        legal = true;
        b.command(kPlay, m);
      }
      if (!legal) fail("in a small box: " + quote(text) + " after \"" + g.moves() + "\"");
      if (std::max(b.width(), b.height()) > 6)
          fail("the board left its box by " + quote(text) + " after \"" + g.moves() + "\"");
    }
  }
  if (filled < 3) fail("the small box was too seldom full");
  return filled;
}

// The same lines after a reset bring the same answers.
void test_replay(Testbench& b, int board) {
  std::vector<std::string> said, heard;
  b.reset(board);
  b.run(board, kStart);
  for (int game = 0; game < 3; game++) {
    Game g(b);
    b.say(board, "-B\n");
    said.push_back("-B\n"), heard.push_back(b.hear(board));
    while (!b.over()) {
      said.push_back(g.random() + "\n");
      if (b.over()) break;
      b.say(board, said.back());
      heard.push_back(b.answer(board));
      g.play(board, heard.back());
    }
    said.resize(heard.size());
  }
  b.reset(board);
  b.run(board, kStart + b.random() % 1000);
  for (size_t i = 0; i < heard.size(); i++) {
    b.run(board, b.random() % 500);
    b.say(board, said[i]);
    const std::string got = heard[i].empty() ? b.hear(board) : b.answer(board);
    if (got != heard[i]) fail("after a reset " + quote(said[i]) + " brought " + quote(got) +
        " and not " + quote(heard[i]));
  }
}

std::string plusarg(const char* name, const char* otherwise) {
  const std::string found = Verilated::commandArgsPlusMatch(name);
  return found.empty() ? otherwise : found.substr(found.find('=') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const uint32_t seed = std::stoul(plusarg("seed=", "1"));
  const int games = std::stoi(plusarg("games=", "20"));
  Verilated::randReset(2);
  Verilated::randSeed(static_cast<int>(seed) + 1);
  std::ofstream transcript;
  const std::string file = plusarg("transcript=", "");
  if (!file.empty()) {
    transcript.open(file);
    Game::transcript = &transcript;
  }
  Testbench b(seed);
  for (int board : {0, 1, 2}) test_questions(b, board);
  for (int board : {0, 1}) test_stops(b, board);
  for (int board : {0, 1}) test_interrupted(b, board);
  test_afresh(b, 0);
  test_replay(b, 0);
  const int filled = test_full(b, 2);
  for (int i = 0; i < games; i++) game_against_random(b, i & 1, i & 2);
  for (int i = 0; i < games; i++) game_of_boards(b, i & 1, ~i & 1);
  std::printf("%d games against random moves, %d won, %d plies\n", against_random.games,
      against_random.won, against_random.plies);
  std::printf("%d games between boards, %d won by the one with more time, %d plies\n",
      against_board.games, against_board.won, against_board.plies);
  std::printf("%d games left the small box; longest answers %ld, %ld, %ld clock cycles\n", filled,
      b.longest(0), b.longest(1), b.longest(2));
  if (!file.empty() && !transcript.flush()) fail("cannot write " + file);
  std::printf("PASS seed %u\n", seed);
#if VM_COVERAGE
  Verilated::threadContextp()->coveragep()->write(plusarg("coverage=", "coverage.dat").c_str());
#endif
  return 0;
}
