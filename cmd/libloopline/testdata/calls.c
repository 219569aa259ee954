// Calls every function of loopline.h, as a testbench does, and checks what it returns.
#include "loopline.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks;

#define CHECK(got, want)                                                                     \
  do {                                                                                       \
    long long g = (long long)(got), w = (long long)(want);                                   \
    checks++;                                                                                \
    if (g != w) {                                                                            \
      printf("%s:%d: %s is %lld (%s), not %lld\n", __FILE__, __LINE__, #got, g,              \
             ll_error_text((int32_t)g), w);                                                  \
      exit(1);                                                                               \
    }                                                                                        \
  } while (0)

static void same(int line, const char *got, const char *want) {
  checks++;
  if (strcmp(got, want) != 0) {
    printf("%s:%d: \"%s\", not \"%s\"\n", __FILE__, line, got, want);
    exit(1);
  }
}
#define SAME(got, want) same(__LINE__, got, want)

static void has(int line, const char *got, const char *want) {
  checks++;
  if (!strstr(got, want)) {
    printf("%s:%d: \"%s\" lacks \"%s\"\n", __FILE__, line, got, want);
    exit(1);
  }
}
#define HAS(got, want) has(__LINE__, got, want)

static int32_t play(int32_t p, const char *move) { return ll_play_text(p, move, strlen(move)); }

// A red loop that white closes: B1\ after @0/ A2\.
static void positions(void) {
  char text[4096];
  ll_state s;
  ll_tile tiles[8];
  ll_move moves[512];
  uint64_t one, other;
  int32_t p = ll_position_new(0), q;

  CHECK(p > 0, 1);
  CHECK(ll_undo(p), LL_NOTHING_TO_UNDO);
  CHECK(ll_play(p, 1, 1, LL_PLUS), LL_FIRST_MOVE);
  CHECK(ll_play(p, 0, 0, LL_NO_MOVE), LL_SYNTAX);
  CHECK(ll_play(p, 0, 0, 77), LL_SYNTAX);
  CHECK(ll_play(p, 0, 0, -1), LL_SYNTAX);
  CHECK(ll_play(p, 0, 0, LL_SLASH), LL_OK);
  CHECK(ll_red(p), 1);
  CHECK(play(p, "A2\\"), LL_OK);
  CHECK(ll_red(p), 0);
  q = ll_position_copy(p);
  CHECK(q > 0 && q != p, 1);
  CHECK(ll_hash(p, &one), LL_OK);
  CHECK(ll_hash(q, &other), LL_OK);
  CHECK(one == other, 1);
  CHECK(ll_try(p, 2, 1, LL_BACKSLASH), LL_OK);
  CHECK(ll_plies(p), 2);
  CHECK(ll_hash(p, &other), LL_OK);
  CHECK(one == other, 1);
  CHECK(play(p, "B1\\"), LL_OK);
  CHECK(ll_hash(p, &other), LL_OK);
  CHECK(one != other, 1);
  CHECK(ll_position_state(p, &s), LL_OK);
  CHECK(s.width, 2);
  CHECK(s.height, 2);
  CHECK(s.tiles, 4);
  CHECK(s.plies, 3);
  CHECK(s.red, 0);
  CHECK(s.over, 1);
  CHECK(s.winner, 1);
  CHECK(s.completed, LL_RED_LOOP);
  CHECK(ll_width(p), 2);
  CHECK(ll_height(p), 2);
  CHECK(ll_tiles(p), 4);
  CHECK(ll_over(p), 1);
  CHECK(ll_winner(p), 1);
  CHECK(ll_completed(p), LL_RED_LOOP);
  CHECK(ll_placed(p, tiles, 8), 2);
  CHECK(tiles[0].col == 2 && tiles[0].row == 1 && tiles[0].tile == (LL_LEFT | LL_BOTTOM) && !tiles[0].forced, 1);
  CHECK(tiles[1].col == 2 && tiles[1].row == 2 && tiles[1].tile == (LL_LEFT | LL_TOP) && tiles[1].forced, 1);
  CHECK(ll_placed(p, NULL, 0), 2);
  CHECK(ll_square(p, 1, 1), LL_RIGHT | LL_BOTTOM);
  CHECK(ll_square(p, 9, 9), 0);
  CHECK(ll_square(p, -1, -2147483647), 0);
  CHECK(ll_board(p, text, sizeof text), 6);
  SAME(text, "Sb\nBs\n");
  CHECK(ll_board(p, text, 3), 6);
  SAME(text, "Sb");
  CHECK(ll_board(p, NULL, 0), 6);
  CHECK(ll_history(p, text, sizeof text), 11);
  SAME(text, "@0/ A2\\ B1\\");
  CHECK(ll_reason(p, text, sizeof text), 0);
  CHECK(ll_moves(p, moves, 512), 0);
  CHECK(play(p, "C1+"), LL_GAME_OVER);
  CHECK(ll_reason(p, text, sizeof text) > 0, 1);
  HAS(text, "C1+");
  CHECK(ll_undo(p), LL_OK);
  CHECK(ll_hash(p, &other), LL_OK);
  CHECK(one == other, 1);
  CHECK(ll_position_reset(p), LL_OK);
  CHECK(ll_plies(p), 0);
  CHECK(ll_moves(p, moves, 512), 2);
  CHECK(ll_plies(q), 2);

  // Every status of a turn.
  CHECK(play(q, "Z9+"), LL_OFF_BOARD);
  CHECK(play(q, "A1+"), LL_OCCUPIED);
  CHECK(play(q, "@0+"), LL_ISOLATED);
  CHECK(play(q, "a1+"), LL_SYNTAX);
  CHECK(ll_play_text(q, "B1\\B1\\B1", 3), LL_OK);
  CHECK(ll_position_reset(q), LL_OK);
  CHECK(play(q, "@0+"), LL_OK);
  CHECK(ll_refused(q, moves, 512), 0);
  int64_t n = ll_moves(q, moves, 512);
  CHECK(n > 3, 1);
  CHECK(ll_moves(q, moves, 1), n);
  for (int64_t i = 0; i < n; i++) CHECK(ll_try(q, moves[i].col, moves[i].row, moves[i].shape), LL_OK);

  // A position in which forced play refuses turns.
  int32_t stimulus = ll_stimulus_new(1, 4, 1 << LL_UNDO | 1 << LL_TRY | 1 << LL_GEN, 0), found = 0, full = 0;
  int32_t t = ll_position_new(4);
  CHECK(stimulus > 0, 1);
  for (int i = 0; i < 20000 && !(found >= 50 && full); i++) {
    int32_t c = ll_stimulus_next(stimulus), op = c & 7;
    CHECK(c >= 0, 1);
    if (op == LL_NEW) ll_position_reset(t);
    if (op != LL_PLAY) continue;
    int32_t status = ll_play(t, c >> 8 & 1023, c >> 18 & 1023, c >> 4 & 3);
    full += status == LL_BOARD_FULL;
    if (status < 0) CHECK(status, LL_OK);
    int64_t refused = ll_refused(t, moves, 512);
    for (int64_t k = 0; k < refused; k++, found++)
      CHECK(ll_play(t, moves[k].col, moves[k].row, moves[k].shape), LL_FORCED_PLAY);
  }
  CHECK(found >= 50, 1);
  CHECK(full > 0, 1);
  CHECK(ll_stimulus_free(stimulus), LL_OK);

  // Many commands in one call.
  ll_command_word c[] = {{LL_NEW, {0, 0, 0}}, {LL_PLAY, {0, 0, LL_SLASH}}, {LL_PLAY, {1, 2, LL_BACKSLASH}},
                         {LL_TRY, {2, 1, LL_BACKSLASH}}, {LL_UNDO, {0, 0, 0}}, {LL_GEN, {0, 0, 0}}, {LL_NEW, {0, 0, 0}}};
  ll_answer a[7];
  CHECK(ll_run(p, c, 7, a), 5);
  CHECK(a[3].forced, 1);
  CHECK(a[3].completed, LL_RED_LOOP);
  CHECK(a[5].status, LL_ERROR_ARGUMENT);
  CHECK(ll_plies(p), 1);
  CHECK(ll_run(p, c, 5, NULL), 5);
  CHECK(ll_run(p, NULL, 0, NULL), 0);
  CHECK(ll_position_free(p), LL_OK);
  CHECK(ll_position_free(q), LL_OK);
  CHECK(ll_position_free(t), LL_OK);
}

static void scoreboards(void) {
  char text[8192];
  int32_t b = ll_scoreboard_new(5);
  CHECK(b > 0, 1);
  CHECK(ll_sb_reset(b), 0);
  CHECK(ll_sb_state(b, 0, 0, 0, 0, 0, 0, 0, 0), 0);
  CHECK(ll_sb_ready(b), 0);
  CHECK(ll_sb_finish(b), 1); // nothing was compared
  CHECK(ll_sb_command(b, LL_PLAY, 0, 0, LL_PLUS), 0);
  CHECK(ll_sb_trace(b, 0, 0, 31, 31, LL_LEFT | LL_RIGHT, 30, 30), 0);
  CHECK(ll_sb_state(b, 1, 1, 1, 1, 0, 0, 30, 30), 0);
  CHECK(ll_sb_response(b, LL_OK, 0), 0);
  CHECK(ll_sb_ready(b), 0);
  CHECK(ll_sb_turns(b), 1);
  CHECK(ll_sb_finish(b), 0);
  CHECK(ll_sb_report(b), 0);
  CHECK(ll_sb_report_exit(b), 0);
  CHECK(ll_sb_bin(b, "first.plus", 10), 1);
  CHECK(ll_sb_bin(b, "first.slash", 11), 0);
  CHECK(ll_sb_bin(b, "first", 5), LL_ERROR_ARGUMENT);
  CHECK(ll_sb_difference(b, text, sizeof text), 0);
  CHECK(ll_sb_differs(b), 0);
  CHECK(ll_sb_command(b, LL_GEN, 0, 0, 0), 0);
  CHECK(ll_sb_finish(b), 1); // GEN waits for its answer
  CHECK(ll_sb_gen(b, 0, 1, LL_PLUS, LL_OK, 0), 0);
  CHECK(ll_sb_response(b, LL_OK, 0), LL_DIFFERS);
  CHECK(ll_sb_differs(b), LL_DIFFERS);
  CHECK(ll_sb_difference(b, text, sizeof text) > 0, 1);
  HAS(text, "isn't streamed");
  CHECK(ll_sb_finish(b), 1);
  CHECK(ll_sb_summary(b, text, sizeof text) > 0, 1);
  HAS(text, "FAIL: the core differs, after 1 turn as the rules say");
  CHECK(ll_scoreboard_free(b), LL_OK);
  b = ll_scoreboard_new(8);
  CHECK(ll_sb_timeout(b), LL_DIFFERS);
  CHECK(ll_scoreboard_free(b), LL_OK);
}

static void blocks(void) {
  uint8_t before[25] = {1, 1, 2}, after[25], window[9];
  int32_t merges;
  int64_t gain;
  CHECK(ll_slide(before, 3, after, &merges, &gain), 1);
  CHECK(merges, 1);
  CHECK(gain, 4);
  CHECK(after[0] == 2 && after[1] == 2 && after[2] == 0, 1);
  CHECK(ll_slide(before, 0, after, NULL, NULL), 0);
  uint64_t walls[3] = {7, 5, 7}, inside[3];
  CHECK(ll_flood(3, 3, 8, walls, inside), LL_OK);
  CHECK(inside[0] == 0 && inside[1] == 2 && inside[2] == 0, 1);
  uint8_t cells[6] = {0, 3, 2, 0, 0, 0};
  CHECK(ll_window(3, 2, cells, 0, 0, 1, 1, 0, 0, window), LL_OK);
  const uint8_t seen[9] = {2, 2, 2, 2, 0, 3, 2, 0, 1};
  CHECK(memcmp(window, seen, 9), 0);
  CHECK(ll_window(3, 2, cells, 0, 0, 1, 1, 2, 1, window), LL_OK);
  CHECK(window[0], 3);

  char answer[4096];
  const char *q = "{\"id\":7,\"moves\":\"@0/ A2\\\\ B1\\\\\"}";
  CHECK(ll_replay(LL_TRAX, q, strlen(q), answer, sizeof answer) > 0, 1);
  HAS(answer, "{\"id\":7,\"plies\":3,\"winner\":\"red\",\"reason\":\"loop\"");
  CHECK(ll_replay(LL_TRAX, "{}", 2, answer, sizeof answer), LL_ERROR_QUESTION);
  HAS(answer, "\"error\"");
  CHECK(ll_replay(LL_DPT, "[]", 2, answer, sizeof answer), LL_ERROR_QUESTION);
}

// What a caller may do wrong: each is an error and changes nothing.
static void misuse(void) {
  char text[8];
  ll_state s;
  uint64_t words[64] = {0};
  uint8_t cells[25] = {0}, seen[9];
  int32_t p = ll_position_new(5), b = ll_scoreboard_new(5), t = ll_stimulus_new(1, 5, 0, 0);
  int32_t wrong[] = {0, -1, -2147483647 - 1, 2147483647, 65535, 0x10000 | 77, p + 0x10000, b, t};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    int32_t h = wrong[i];
    CHECK(ll_play(h, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_play_text(h, "@0+", 3), LL_ERROR_HANDLE);
    CHECK(ll_try(h, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_undo(h), LL_ERROR_HANDLE);
    CHECK(ll_run(h, NULL, 0, NULL), LL_ERROR_HANDLE);
    CHECK(ll_position_state(h, &s), LL_ERROR_HANDLE);
    CHECK(ll_width(h), LL_ERROR_HANDLE);
    CHECK(ll_square(h, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_placed(h, NULL, 0), LL_ERROR_HANDLE);
    CHECK(ll_moves(h, NULL, 0), LL_ERROR_HANDLE);
    CHECK(ll_refused(h, NULL, 0), LL_ERROR_HANDLE);
    CHECK(ll_board(h, text, 8), LL_ERROR_HANDLE);
    CHECK(ll_history(h, text, 8), LL_ERROR_HANDLE);
    CHECK(ll_reason(h, text, 8), LL_ERROR_HANDLE);
    CHECK(ll_hash(h, words), LL_ERROR_HANDLE);
    CHECK(ll_position_copy(h), LL_ERROR_HANDLE);
    CHECK(ll_position_reset(h), LL_ERROR_HANDLE);
    CHECK(ll_position_free(h), LL_ERROR_HANDLE);
  }
  int32_t others[] = {0, -1, p, p + 0x10000};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    int32_t h = others[i];
    CHECK(ll_sb_reset(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_command(h, 0, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_sb_trace(h, 0, 0, 0, 0, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_sb_gen(h, 0, 0, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_sb_state(h, 0, 0, 0, 0, 0, 0, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_sb_response(h, 0, 0), LL_ERROR_HANDLE);
    CHECK(ll_sb_ready(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_timeout(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_differs(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_turns(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_difference(h, text, 8), LL_ERROR_HANDLE);
    CHECK(ll_sb_summary(h, text, 8), LL_ERROR_HANDLE);
    CHECK(ll_sb_bin(h, "a", 1), LL_ERROR_HANDLE);
    CHECK(ll_sb_finish(h), LL_ERROR_HANDLE);
    CHECK(ll_sb_report(h), LL_ERROR_HANDLE);
    CHECK(ll_scoreboard_free(h), LL_ERROR_HANDLE);
    CHECK(ll_stimulus_next(h), LL_ERROR_HANDLE);
    CHECK(ll_stimulus_free(h), LL_ERROR_HANDLE);
  }
  CHECK(ll_play_text(p, NULL, 3), LL_ERROR_NULL);
  CHECK(ll_play_text(p, NULL, 0), LL_SYNTAX);
  CHECK(ll_run(p, NULL, 1, NULL), LL_ERROR_NULL);
  CHECK(ll_position_state(p, NULL), LL_ERROR_NULL);
  CHECK(ll_placed(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_moves(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_refused(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_board(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_history(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_reason(p, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_hash(p, NULL), LL_ERROR_NULL);
  CHECK(ll_sb_difference(b, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_sb_summary(b, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_sb_bin(b, NULL, 1), LL_ERROR_NULL);
  CHECK(ll_version(NULL, 1), LL_ERROR_NULL);
  CHECK(ll_slide(NULL, 0, cells, NULL, NULL), LL_ERROR_NULL);
  CHECK(ll_slide(cells, 0, NULL, NULL, NULL), LL_ERROR_NULL);
  CHECK(ll_flood(3, 3, 4, NULL, words), LL_ERROR_NULL);
  CHECK(ll_flood(3, 3, 4, words, NULL), LL_ERROR_NULL);
  CHECK(ll_window(5, 5, NULL, 0, 0, 0, 0, 0, 0, cells), LL_ERROR_NULL);
  CHECK(ll_window(5, 5, cells, 0, 0, 0, 0, 0, 0, NULL), LL_ERROR_NULL);
  CHECK(ll_replay(LL_TRAX, NULL, 1, NULL, 0), LL_ERROR_NULL);
  CHECK(ll_replay(LL_TRAX, "{}", 2, NULL, 1), LL_ERROR_NULL);

  CHECK(ll_position_new(2), LL_ERROR_ARGUMENT);
  CHECK(ll_position_new(9), LL_ERROR_ARGUMENT);
  CHECK(ll_position_new(-5), LL_ERROR_ARGUMENT);
  CHECK(ll_scoreboard_new(0), LL_ERROR_ARGUMENT);
  CHECK(ll_stimulus_new(0, 99, 0, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_stimulus_new(0, 5, 0, -1), LL_ERROR_ARGUMENT);
  CHECK(ll_play(p, -1, 0, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_play(p, 0, -7, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_play(p, 2147483647, 2147483647, 0), LL_FIRST_MOVE);
  CHECK(ll_run(p, (const ll_command_word *)words, (size_t)-1, NULL), LL_ERROR_ARGUMENT);
  CHECK(ll_slide(cells, 4, cells, NULL, NULL), LL_ERROR_ARGUMENT);
  cells[3] = 31;
  CHECK(ll_slide(cells, 0, cells, NULL, NULL), LL_ERROR_ARGUMENT);
  CHECK(ll_flood(0, 3, 4, words, words), LL_ERROR_ARGUMENT);
  CHECK(ll_flood(65, 3, 4, words, words), LL_ERROR_ARGUMENT);
  CHECK(ll_flood(3, 3, 6, words, words), LL_ERROR_ARGUMENT);
  words[0] = 8;
  CHECK(ll_flood(3, 3, 4, words, words), LL_ERROR_ARGUMENT);
  CHECK(ll_flood(64, 64, 4, words, words), LL_OK);
  CHECK(ll_window(256, 1, cells, 0, 0, 0, 0, 0, 0, cells), LL_ERROR_ARGUMENT);
  CHECK(ll_window(5, 5, cells, 0, 0, 0, 0, 0, 0, seen), LL_ERROR_ARGUMENT); // a cell is 31
  CHECK(ll_window(1, 1, cells, 0, 0, 0, 0, 3, 0, cells), LL_ERROR_ARGUMENT);
  CHECK(ll_window(1, 1, cells, 2147483647, 0, 0, 0, 0, 0, cells), LL_ERROR_ARGUMENT);
  CHECK(ll_replay(5, "{}", 2, NULL, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_replay(-1, "{}", 2, NULL, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_replay(LL_TRAX, "{}", (size_t)1 << 40, NULL, 0), LL_ERROR_ARGUMENT);
  CHECK(ll_replay(LL_CHASER, NULL, 0, NULL, 0), LL_ERROR_QUESTION);

  // Strings without end: not a byte behind the length is read.
  char *bytes = malloc(3);
  memcpy(bytes, "@0+", 3);
  CHECK(ll_play_text(p, bytes, 3), LL_OK);
  CHECK(ll_sb_bin(b, bytes, 3), LL_ERROR_ARGUMENT);
  CHECK(ll_replay(LL_KAKOMIMASU, bytes, 3, NULL, 0), LL_ERROR_QUESTION);
  char *huge = malloc(1 << 20);
  memset(huge, 'A', 1 << 20);
  CHECK(ll_play_text(p, huge, 1 << 20), LL_SYNTAX);
  free(huge);
  char *small = malloc(2); // not a byte behind the size is written
  CHECK(ll_board(p, small, 2), 2);
  CHECK(ll_board(p, small, 1), 2);
  CHECK(small[0], 0);
  free(small);
  free(bytes);

  CHECK(ll_position_free(p), LL_OK);
  CHECK(ll_position_free(p), LL_ERROR_HANDLE);
  CHECK(ll_play(p, 0, 0, 0), LL_ERROR_HANDLE);
  for (int i = 0; i < 100; i++) { // the number does not come again
    int32_t again = ll_position_new(0);
    CHECK(again != p, 1);
    CHECK(ll_position_free(again), LL_OK);
  }
  CHECK(ll_undo(p), LL_ERROR_HANDLE);
  CHECK(ll_scoreboard_free(b), LL_OK);
  CHECK(ll_stimulus_free(t), LL_OK);
}

// A diagonal from which a few thousand turns force a million tiles.
static void too_large(void) {
  int32_t p = ll_position_new(0), code = ll_play(p, 0, 0, LL_SLASH);
  int32_t x = 0, y = 0;
  for (int i = 1; i < 4000 && code == LL_OK; i++) {
    if (i & 1) y++;
    else x++;
    code = ll_play(p, x + 1, y + 1, LL_BACKSLASH);
  }
  CHECK(code, LL_ERROR_TOO_LARGE);
  CHECK(ll_tiles(p) > 900000, 1);
  CHECK(ll_undo(p), LL_OK);
  CHECK(ll_position_free(p), LL_OK);
}

// Notation and questions of other games, and of Trax where they have no place.
static void foreign(void) {
  static const char *moves[] = {"wr", "gr", "su", "a1+", "b2", "e2e4", "7g7f", "A2", "2A/", "@0/ A0\\", " @0/", "@0/\n", "@0/\r\n",
                                "B1\xef\xbc\x8f", "-T", "-W", "UP", "(1,2)", "[0,1,1,1]", "{\"moves\":\"@0/\"}", "A00+", "A01+"};
  static const char *none[] = {"@0/ A2\\", "wr", "gr su", "null", "7", "\"@0/\"", "[\"@0/\"]", "{\"moves\":\"@0/\"", "{} {}"};
  static const char *others[] = {"{\"script\":[\"wr\"]}", "{\"id\":1,\"map\":\"N:x\"}", "{\"width\":2,\"height\":1,\"points\":[[1,2]]}",
                                 "{\"moves\":[\"@0/\"]}", "{\"moves\":7}", "{\"moves\":null}"};
  char text[4096];
  int32_t p = ll_position_new(0);
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    int32_t code = play(p, moves[i]);
    CHECK(code, LL_SYNTAX);
    CHECK(ll_reason(p, text, sizeof text) > 0, 1);
    CHECK(ll_plies(p), 0);
  }
  CHECK(play(p, "AAAAAAAAAAAAAAAAAAAAAAAA99999999999999999999+"), LL_FIRST_MOVE);
  CHECK(ll_position_free(p), LL_OK);
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    for (int32_t game = LL_TRAX; game <= LL_KAKOMIMASU; game++)
      CHECK(ll_replay(game, none[i], strlen(none[i]), text, sizeof text), LL_ERROR_QUESTION);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    CHECK(ll_replay(LL_TRAX, others[i], strlen(others[i]), text, sizeof text), LL_ERROR_QUESTION);
    HAS(text, "\"error\":\"");
  }
}

// A million plies, by a staircase of crossings that forces nothing: then the board is full, each call
// says so, and all of it can be taken back.
static void plies(void) {
  char text[64];
  uint64_t hash;
  int32_t p = ll_position_new(0), n = 0, code;
  for (int32_t col = 0, row = 0; (code = ll_play(p, col, row, LL_PLUS)) == LL_OK;) {
    n++;
    row = n / 2 + 1;
    col = row + n % 2;
  }
  CHECK(code, LL_ERROR_TOO_LARGE);
  CHECK(n, 1048576);
  CHECK(ll_plies(p), n);
  CHECK(ll_tiles(p), n);
  HAS(ll_error_text(code), "more tiles");
  CHECK(ll_reason(p, text, sizeof text) > 0, 1);
  CHECK(ll_board(p, text, sizeof text), LL_ERROR_TOO_LARGE);
  CHECK(ll_hash(p, &hash), LL_ERROR_TOO_LARGE);
  CHECK(ll_history(p, text, sizeof text) > 4 * n, 1);
  int32_t q = ll_position_copy(p);
  CHECK(ll_plies(q), n);
  for (int32_t i = 0; i < n; i++) CHECK(ll_undo(p), LL_OK);
  CHECK(ll_undo(p), LL_NOTHING_TO_UNDO);
  CHECK(ll_position_reset(q), LL_OK);
  CHECK(ll_position_free(p), LL_OK);
  CHECK(ll_position_free(q), LL_OK);
}

// Threads with positions of their own work in parallel; one position for two is busy, never worse.
static int32_t shared;
static long busy;

static void *own(void *argument) {
  int32_t p = ll_position_new(5);
  for (int i = 0; i < 20000; i++) {
    CHECK(ll_play(p, 0, 0, i & 1), LL_OK);
    CHECK(ll_undo(p), LL_OK);
  }
  CHECK(ll_position_free(p), LL_OK);
  return argument;
}

static void *together(void *argument) {
  for (int i = 0; i < 50000; i++) {
    int32_t code = i & 1 ? ll_undo(shared) : ll_play(shared, 0, 0, LL_PLUS);
    if (code == LL_ERROR_BUSY) __atomic_fetch_add(&busy, 1, __ATOMIC_RELAXED);
    else if (code != LL_OK && code != LL_NOTHING_TO_UNDO && code != LL_FIRST_MOVE && code != LL_ISOLATED && code != LL_OCCUPIED)
      CHECK(code, LL_OK);
  }
  return argument;
}

static void *freeing(void *argument) {
  for (int i = 0; i < 2000; i++) {
    int32_t code = ll_position_free(shared);
    if (code == LL_OK) __atomic_store_n(&shared, ll_position_new(0), __ATOMIC_SEQ_CST);
  }
  return argument;
}

static void threads(void) {
  pthread_t all[4];
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&all[i], NULL, own, NULL), 0);
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  shared = ll_position_new(5);
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&all[i], NULL, together, NULL), 0);
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&all[i], NULL, freeing, NULL), 0);
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  CHECK(ll_position_free(shared), LL_OK);
}

static void many(void) {
  static int32_t all[70000];
  int n = 0;
  while (n < 1000 && (all[n] = ll_scoreboard_new(3)) > 0) n++;
  while (n > 0) CHECK(ll_scoreboard_free(all[--n]), LL_OK);
  while (n < 200 && (all[n] = ll_stimulus_new(1, 3, 0, 1)) > 0) n++;
  while (n > 0) CHECK(ll_stimulus_free(all[--n]), LL_OK);
  while ((all[n] = ll_position_new(0)) > 0) n++;
  CHECK(all[n], LL_ERROR_TOO_MANY);
  CHECK(n, 65535);
  CHECK(ll_position_copy(all[0]), LL_ERROR_TOO_MANY);
  int32_t first = all[0];
  CHECK(ll_position_free(first), LL_OK);
  all[0] = ll_position_new(0);
  CHECK(all[0] > 0 && all[0] != first, 1);
  CHECK(ll_plies(first), LL_ERROR_HANDLE);
  while (n > 0) CHECK(ll_position_free(all[--n]), LL_OK);
}

int main(int argc, char **argv) {
  char text[256];
  if (argc > 1 && !strcmp(argv[1], "unfinished")) {
    CHECK(ll_scoreboard_new(5) > 0, 1);
    return 0;
  }
  CHECK(ll_abi_version(), LL_ABI_VERSION);
  CHECK(ll_version(text, sizeof text) > 0, 1);
  HAS(text, "loopline ");
  SAME(ll_error_text(LL_OK), "ok");
  for (int32_t code = LL_ERROR_INTERNAL; code <= LL_NOTHING_TO_UNDO; code++)
    CHECK(strcmp(ll_error_text(code), ll_error_text(12345)) != 0, 1);
  positions();
  scoreboards();
  blocks();
  misuse();
  foreign();
  threads();
  if (argc > 1 && !strcmp(argv[1], "all")) {
    many();
    too_large();
    plies();
  }
  printf("%d checks\n", checks);
  return 0;
}
