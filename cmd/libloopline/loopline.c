// SPDX-License-Identifier: Apache-2.0
//
// The functions of loopline.h. Null pointers are rejected here; all else is in Go.

#include "loopline.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "_cgo_export.h"

// NEEDS returns the error of a null pointer.
#define NEEDS(pointer) \
  if (!(pointer)) return LL_ERROR_NULL
// ROOM is that of a buffer, which may be null if it has no bytes.
#define ROOM(pointer, size) \
  if (!(pointer) && (size) > 0) return LL_ERROR_NULL

int32_t ll_abi_version(void) { return LL_ABI_VERSION; }

const char *ll_error_text(int32_t code) {
  switch (code) {
    case LL_OK: return "ok";
    case LL_SYNTAX: return "syntax: the text is not column, row, shape";
    case LL_GAME_OVER: return "game-over: the game had ended before this turn";
    case LL_FIRST_MOVE: return "first-move: the first tile is @0+ or @0/";
    case LL_OFF_BOARD: return "off-board: the cell lies more than one outside of the box";
    case LL_OCCUPIED: return "occupied: the cell holds a tile";
    case LL_ISOLATED: return "isolated: no neighbour of the cell holds a tile";
    case LL_COLOUR: return "colour: neither orientation of the shape fits the touching edges";
    case LL_FORCED_PLAY: return "forced-play: three or four edges of one colour would enter an empty cell";
    case LL_BOARD_FULL: return "board-full: the board has no room for a larger box";
    case LL_NOTHING_TO_UNDO: return "nothing to undo: the board is empty";
    case LL_ERROR_HANDLE: return "no such handle: make one, and don't use it after it was freed";
    case LL_ERROR_NULL: return "a pointer is NULL; give the address of your memory";
    case LL_ERROR_ARGUMENT: return "a number is outside of its range; loopline.h has the ranges";
    case LL_ERROR_BUSY: return "another thread is inside a call with this handle; give each thread its own";
    case LL_ERROR_TOO_LARGE: return "the board would have more tiles or cells than the limit of loopline.h";
    case LL_ERROR_TOO_MANY: return "65,535 handles live already; free those that are not used any more";
    case LL_ERROR_QUESTION: return "the text is no question of this game; the answer says why";
    case LL_ERROR_INTERNAL: return "a fault of libloopline; please report it";
  }
  return "no code of loopline.h";
}

int64_t ll_version(char *text, size_t size) {
  ROOM(text, size);
  return llgo_version(text, size);
}

int32_t ll_position_new(int32_t log_size) { return llgo_position_new(log_size); }
int32_t ll_position_copy(int32_t position) { return llgo_position_copy(position); }
int32_t ll_position_free(int32_t position) { return llgo_position_free(position); }
int32_t ll_position_reset(int32_t position) { return llgo_position_reset(position); }
int32_t ll_play(int32_t position, int32_t col, int32_t row, int32_t shape) {
  return llgo_play(position, col, row, shape);
}
int32_t ll_play_text(int32_t position, const char *move, size_t length) {
  ROOM(move, length);
  return llgo_play_text(position, (char *)move, length);
}
int32_t ll_try(int32_t position, int32_t col, int32_t row, int32_t shape) {
  return llgo_try(position, col, row, shape);
}
int32_t ll_undo(int32_t position) { return llgo_undo(position); }
int64_t ll_run(int32_t position, const ll_command_word *commands, size_t count, ll_answer *answers) {
  ROOM(commands, count);
  return llgo_run(position, (ll_command_word *)commands, count, answers);
}

int32_t ll_position_state(int32_t position, ll_state *state) {
  NEEDS(state);
  return llgo_position_state(position, state);
}

// FIELD is a function that returns one field of the state.
#define FIELD(name, field)                                   \
  int32_t name(int32_t position) {                           \
    ll_state state;                                          \
    int32_t code = llgo_position_state(position, &state);    \
    return code < 0 ? code : state.field;                    \
  }
FIELD(ll_width, width)
FIELD(ll_height, height)
FIELD(ll_tiles, tiles)
FIELD(ll_plies, plies)
FIELD(ll_red, red)
FIELD(ll_over, over)
FIELD(ll_winner, winner)
FIELD(ll_completed, completed)

int32_t ll_square(int32_t position, int32_t col, int32_t row) { return llgo_square(position, col, row); }
int64_t ll_placed(int32_t position, ll_tile *tiles, size_t count) {
  ROOM(tiles, count);
  return llgo_placed(position, tiles, count);
}
int64_t ll_moves(int32_t position, ll_move *moves, size_t count) {
  ROOM(moves, count);
  return llgo_moves(position, moves, count);
}
int64_t ll_refused(int32_t position, ll_move *moves, size_t count) {
  ROOM(moves, count);
  return llgo_refused(position, moves, count);
}
int64_t ll_board(int32_t position, char *text, size_t size) {
  ROOM(text, size);
  return llgo_board(position, text, size);
}
int64_t ll_history(int32_t position, char *text, size_t size) {
  ROOM(text, size);
  return llgo_history(position, text, size);
}
int64_t ll_reason(int32_t position, char *text, size_t size) {
  ROOM(text, size);
  return llgo_reason(position, text, size);
}
int32_t ll_hash(int32_t position, uint64_t *hash) {
  NEEDS(hash);
  return llgo_hash(position, hash);
}

// print writes what a function of a scoreboard says to standard output.
static void print(int32_t scoreboard, int64_t (*say)(int32_t, char *, size_t)) {
  int64_t length = say(scoreboard, NULL, 0);
  char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
  if (!text) return;
  say(scoreboard, text, (size_t)length + 1);
  fputs(text, stdout);
  fflush(stdout);
  free(text);
}

// at_end reports the scoreboards that nobody has finished. Nothing after it may make the exit
// status 0 again.
static void at_end(void) {
  int32_t scoreboard = llgo_unfinished(0);
  if (scoreboard <= 0) return;
  for (; scoreboard > 0; scoreboard = llgo_unfinished(scoreboard)) {
    print(scoreboard, ll_sb_difference);
    print(scoreboard, ll_sb_summary);
  }
  fflush(NULL);
  _exit(1);
}

int32_t ll_scoreboard_new(int32_t log_size) {
  static int registered;
  int32_t scoreboard = llgo_scoreboard_new(log_size);
  if (scoreboard > 0 && !__atomic_exchange_n(&registered, 1, __ATOMIC_RELAXED)) atexit(at_end);
  return scoreboard;
}
int32_t ll_scoreboard_free(int32_t scoreboard) { return llgo_scoreboard_free(scoreboard); }
int32_t ll_sb_reset(int32_t scoreboard) { return llgo_sb_reset(scoreboard); }
int32_t ll_sb_command(int32_t scoreboard, int32_t op, int32_t col, int32_t row, int32_t shape) {
  return llgo_sb_command(scoreboard, op, col, row, shape);
}
int32_t ll_sb_trace(int32_t scoreboard, int32_t undo, int32_t forced, int32_t x, int32_t y,
                    int32_t tile, int32_t origin_x, int32_t origin_y) {
  return llgo_sb_trace(scoreboard, undo, forced, x, y, tile, origin_x, origin_y);
}
int32_t ll_sb_gen(int32_t scoreboard, int32_t col, int32_t row, int32_t shape, int32_t status,
                  int32_t completed) {
  return llgo_sb_gen(scoreboard, col, row, shape, status, completed);
}
int32_t ll_sb_state(int32_t scoreboard, int32_t width, int32_t height, int32_t tiles, int32_t red,
                    int32_t over, int32_t winner, int32_t origin_x, int32_t origin_y) {
  return llgo_sb_state(scoreboard, width, height, tiles, red, over, winner, origin_x, origin_y);
}
int32_t ll_sb_response(int32_t scoreboard, int32_t status, int32_t completed) {
  return llgo_sb_response(scoreboard, status, completed);
}
int32_t ll_sb_ready(int32_t scoreboard) { return llgo_sb_ready(scoreboard); }
int32_t ll_sb_timeout(int32_t scoreboard) { return llgo_sb_timeout(scoreboard); }
int32_t ll_sb_differs(int32_t scoreboard) { return llgo_sb_differs(scoreboard); }
int32_t ll_sb_turns(int32_t scoreboard) { return llgo_sb_turns(scoreboard); }
int64_t ll_sb_difference(int32_t scoreboard, char *text, size_t size) {
  ROOM(text, size);
  return llgo_sb_difference(scoreboard, text, size);
}
int64_t ll_sb_summary(int32_t scoreboard, char *text, size_t size) {
  ROOM(text, size);
  return llgo_sb_summary(scoreboard, text, size);
}
int64_t ll_sb_bin(int32_t scoreboard, const char *name, size_t length) {
  ROOM(name, length);
  return llgo_sb_bin(scoreboard, (char *)name, length);
}
int32_t ll_sb_finish(int32_t scoreboard) { return llgo_sb_finish(scoreboard); }
int32_t ll_sb_report(int32_t scoreboard) {
  int32_t code = llgo_sb_finish(scoreboard);
  if (code < 0) return code;
  print(scoreboard, ll_sb_difference);
  print(scoreboard, ll_sb_summary);
  return code;
}
int32_t ll_sb_report_exit(int32_t scoreboard) {
  int32_t code = ll_sb_report(scoreboard);
  if (code == 0) return 0;
  if (code < 0) fprintf(stderr, "ll_sb_report_exit: %s\n", ll_error_text(code));
  fflush(NULL);
  exit(1);
}

int32_t ll_stimulus_new(int32_t seed, int32_t log_size, int32_t without, int32_t plies) {
  return llgo_stimulus_new(seed, log_size, without, plies);
}
int32_t ll_stimulus_free(int32_t stimulus) { return llgo_stimulus_free(stimulus); }
int32_t ll_stimulus_next(int32_t stimulus) { return llgo_stimulus_next(stimulus); }

int32_t ll_slide(const uint8_t before[25], int32_t direction, uint8_t after[25], int32_t *merges,
                 int64_t *gain) {
  NEEDS(before);
  NEEDS(after);
  return llgo_slide((uint8_t *)before, direction, after, merges, gain);
}
int32_t ll_flood(int32_t width, int32_t height, int32_t neighbours, const uint64_t *walls,
                 uint64_t *inside) {
  NEEDS(walls);
  NEEDS(inside);
  return llgo_flood(width, height, neighbours, (uint64_t *)walls, inside);
}
int32_t ll_window(int32_t width, int32_t height, const uint8_t *cells, int32_t x, int32_t y,
                  int32_t other_x, int32_t other_y, int32_t action, int32_t direction,
                  uint8_t window[9]) {
  NEEDS(cells);
  NEEDS(window);
  return llgo_window(width, height, (uint8_t *)cells, x, y, other_x, other_y, action, direction, window);
}
int64_t ll_replay(int32_t game, const char *question, size_t length, char *answer, size_t size) {
  ROOM(question, length);
  ROOM(answer, size);
  return llgo_replay(game, (char *)question, length, answer, size);
}
