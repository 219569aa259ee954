/* SPDX-License-Identifier: Apache-2.0
 *
 * libloopline: the rules by which Loopline referees, as a library for your own testbench.
 * docs/golden-model.md begins from nothing; docs/rtl-interface.md has the ports and codes.
 *
 * Results. A function returns 0 or more, or one of the errors below, all negative. The answer to
 * a command (play, try, undo) is a status of docs/rtl-interface.md, from LL_OK to
 * LL_NOTHING_TO_UNDO. ll_error_text says any of them in words.
 *
 * Handles. A position, a scoreboard and a stimulus are numbers above 0. The number of one that
 * was freed isn't given out again before two thousand million others, so that a stale handle is
 * LL_ERROR_HANDLE. 65,535 may live at once.
 *
 * Text out. The functions with a buffer and its size in bytes write as much as fits, and a zero
 * byte behind it; they return the length of the whole text, as snprintf does. Lists work
 * likewise: they return the number of entries, and write at most as many as you have room for. A
 * buffer of size 0 may be NULL.
 *
 * Text in has a length in bytes and needs no zero byte.
 *
 * Threads. Any thread may call any function. Different handles share nothing, and work in parallel.
 * Two calls with one handle at the same time don't wait for each other: the second returns
 * LL_ERROR_BUSY and changes nothing. The functions without a handle may always be called.
 *
 * Limits. A position holds at most 1,048,576 tiles, which fit into half a gigabyte; a turn
 * beyond that is LL_ERROR_TOO_LARGE and changes nothing.
 *
 * The library contains the Go runtime, which starts threads of its own. Don't call it in a child
 * process between fork and exec.
 */
#ifndef LOOPLINE_H
#define LOOPLINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. Functions and codes are added under the same number; it grows
 * when something that was there changes or goes. Compare it with ll_abi_version() once. */
#define LL_ABI_VERSION 1

/* Statuses, with the numbers of docs/rtl-interface.md. */
enum {
  LL_OK = 0,
  LL_SYNTAX = 1,
  LL_GAME_OVER = 2,
  LL_FIRST_MOVE = 3,
  LL_OFF_BOARD = 4,
  LL_OCCUPIED = 5,
  LL_ISOLATED = 6,
  LL_COLOUR = 7,
  LL_FORCED_PLAY = 8,
  LL_BOARD_FULL = 9,
  LL_NOTHING_TO_UNDO = 10
};

/* Errors: the call was wrong, and changed nothing. */
enum {
  LL_ERROR_HANDLE = -1,    /* no such handle: never made, freed already, or of another kind */
  LL_ERROR_NULL = -2,      /* a pointer is NULL that must not be */
  LL_ERROR_ARGUMENT = -3,  /* a number is outside of its range */
  LL_ERROR_BUSY = -4,      /* another thread is inside a call with this handle */
  LL_ERROR_TOO_LARGE = -5, /* more than 1,048,576 tiles would lie on the board */
  LL_ERROR_TOO_MANY = -6,  /* 65,535 handles live already */
  LL_ERROR_QUESTION = -7,  /* ll_replay: the text is no question; the answer says why */
  LL_ERROR_INTERNAL = -8   /* a fault of the library; the handle is freed. Please report it */
};

/* Operations and shapes, with the numbers of docs/rtl-interface.md. */
enum { LL_NEW = 0, LL_PLAY = 1, LL_UNDO = 2, LL_TRY = 3, LL_GEN = 4 };
enum { LL_PLUS = 0, LL_SLASH = 1, LL_BACKSLASH = 2, LL_NO_MOVE = 3 };

/* A tile is the set of its red sides, 0 is an empty cell; what a turn completed is a set too. */
enum { LL_RIGHT = 1, LL_TOP = 2, LL_LEFT = 4, LL_BOTTOM = 8 };
enum { LL_WHITE_LOOP = 1, LL_WHITE_LINE = 2, LL_RED_LOOP = 4, LL_RED_LINE = 8 };

/* A written move: column @ is 0, A is 1, of the box before the turn. */
typedef struct {
  int32_t col, row;
  int32_t shape; /* LL_PLUS and so on */
} ll_move;

/* A tile that lies on the board: cell A1, the top left one of the box after the turn, is 1, 1. */
typedef struct {
  int32_t col, row;
  int32_t tile;
  int32_t forced; /* 1: forced play placed it */
} ll_tile;

/* What the state ports of a core show. */
typedef struct {
  int32_t width, height; /* of the box; 0 on the empty board */
  int32_t tiles;         /* on the board */
  int32_t plies;         /* turns played */
  int32_t red;           /* 1: red is to move; 0 after the end */
  int32_t over, winner;  /* winner: 0 white, 1 red; 0 before the end */
  int32_t completed;     /* by the last turn */
} ll_state;

/* A command of the command port, and what it answers. */
typedef struct {
  int32_t op; /* LL_NEW, LL_PLAY, LL_UNDO or LL_TRY */
  ll_move move;
} ll_command_word;

typedef struct {
  int32_t status; /* or an error */
  int32_t forced; /* tiles that the turn forced */
  int32_t completed;
} ll_answer;

/* ---- The library ---- */

/* The version of this interface that the library has. */
int32_t ll_abi_version(void);

/* The version of Loopline, such as "v1.4.0". */
int64_t ll_version(char *text, size_t size);

/* The sentence for a status or an error, in memory that always stays. */
const char *ll_error_text(int32_t code);

/* ---- A Trax position ---- */

/* Makes the empty board with white to move, and returns its handle. log_size is that of
 * docs/rtl-interface.md, 3 to 8: 5 is a board of 32x32, which refuses turns as LL_BOARD_FULL.
 * With 0 the board has no edge. */
int32_t ll_position_new(int32_t log_size);
/* Makes another position with the same board and history, and returns its handle. */
int32_t ll_position_copy(int32_t position);
/* Frees a position. */
int32_t ll_position_free(int32_t position);
/* Takes all turns back. */
int32_t ll_position_reset(int32_t position);

/* Plays a turn: the written tile and all that forced play adds. Returns the status; a refused turn
 * changes nothing. A shape that isn't 0, 1 or 2 is LL_SYNTAX, a column or row below 0
 * LL_ERROR_ARGUMENT. */
int32_t ll_play(int32_t position, int32_t col, int32_t row, int32_t shape);
/* The same, written in notation such as C2/. */
int32_t ll_play_text(int32_t position, const char *move, size_t length);
/* The status that ll_play would return. */
int32_t ll_try(int32_t position, int32_t col, int32_t row, int32_t shape);
/* Takes the last turn back: LL_OK or LL_NOTHING_TO_UNDO. */
int32_t ll_undo(int32_t position);
/* Obeys commands in order, in one call; answers may be NULL. Returns how many were obeyed: all,
 * or those up to the first error. */
int64_t ll_run(int32_t position, const ll_command_word *commands, size_t count, ll_answer *answers);

/* What the state ports would show. */
int32_t ll_position_state(int32_t position, ll_state *state);
/* The same one by one, for languages without structures. */
int32_t ll_width(int32_t position);
int32_t ll_height(int32_t position);
int32_t ll_tiles(int32_t position);
int32_t ll_plies(int32_t position);
int32_t ll_red(int32_t position);
int32_t ll_over(int32_t position);
int32_t ll_winner(int32_t position);
int32_t ll_completed(int32_t position);

/* The tile at a cell of the box; 0 where there is none, outside of the box too. */
int32_t ll_square(int32_t position, int32_t col, int32_t row);
/* The tiles that the last turn placed: the written one, then the forced ones in the order in which
 * they became forced. */
int64_t ll_placed(int32_t position, ll_tile *tiles, size_t count);
/* All legal turns in reading order: row by row, in a row by column, at a cell by shape. */
int64_t ll_moves(int32_t position, ll_move *moves, size_t count);
/* The turns that fit their neighbours and that forced play alone refuses, in the same order. */
int64_t ll_refused(int32_t position, ll_move *moves, size_t count);
/* The box as letters (docs/vectors.md), each row ended by a line feed. */
int64_t ll_board(int32_t position, char *text, size_t size);
/* The moves played so far, separated by spaces. */
int64_t ll_history(int32_t position, char *text, size_t size);
/* Why the last turn was refused, in a sentence; empty if it wasn't. */
int64_t ll_reason(int32_t position, char *text, size_t size);
/* A hash of the box, its tiles and the side to move: equal positions have equal ones, in every
 * version of the library. FNV-1a over width and height as 4 bytes each, the lowest first, a byte a
 * cell row by row, and a byte that is 1 if red moves next. Boxes of more than 4,194,304 cells
 * have none: LL_ERROR_TOO_LARGE. */
int32_t ll_hash(int32_t position, uint64_t *hash);

/* ---- The scoreboard: a core against the rules, by what passes at its ports ---- */

/* Makes a scoreboard for a core with the given LogSize, 3 to 8. A scoreboard that is neither
 * finished nor freed when the process ends prints its summary, which then says so, and makes the
 * exit status 1. */
int32_t ll_scoreboard_new(int32_t log_size);
int32_t ll_scoreboard_free(int32_t scoreboard);

/* Tell it what happens in a clock cycle, in this order; each returns LL_OK, or LL_DIFFERS from the
 * first difference on.
 *
 *   rst_i                          ll_sb_reset
 *   trace_valid_o                  ll_sb_trace
 *   gen_valid_o and gen_ready_i    ll_sb_gen
 *   rsp_valid_o                    ll_sb_response
 *   cmd_ready_o                    ll_sb_ready (or only when it rises)
 *   cmd_valid_i and cmd_ready_o    ll_sb_command
 *
 * The arguments are the ports of the same names. ll_sb_state comes before ll_sb_response and
 * ll_sb_ready, with the state ports of that cycle. */
enum { LL_DIFFERS = 1 };
int32_t ll_sb_reset(int32_t scoreboard);
int32_t ll_sb_command(int32_t scoreboard, int32_t op, int32_t col, int32_t row, int32_t shape);
int32_t ll_sb_trace(int32_t scoreboard, int32_t undo, int32_t forced, int32_t x, int32_t y,
                    int32_t tile, int32_t origin_x, int32_t origin_y);
int32_t ll_sb_gen(int32_t scoreboard, int32_t col, int32_t row, int32_t shape, int32_t status,
                  int32_t completed);
int32_t ll_sb_state(int32_t scoreboard, int32_t width, int32_t height, int32_t tiles, int32_t red,
                    int32_t over, int32_t winner, int32_t origin_x, int32_t origin_y);
int32_t ll_sb_response(int32_t scoreboard, int32_t status, int32_t completed);
int32_t ll_sb_ready(int32_t scoreboard);
/* The core took too long: the difference is that there is no answer, or that it isn't ready. */
int32_t ll_sb_timeout(int32_t scoreboard);

/* Whether there is a difference: 0 or LL_DIFFERS. */
int32_t ll_sb_differs(int32_t scoreboard);
/* PLAY and TRY that were compared. */
int32_t ll_sb_turns(int32_t scoreboard);
/* The first difference with both boards and the moves that lead there; empty without one. */
int64_t ll_sb_difference(int32_t scoreboard, char *text, size_t size);
/* What was compared: turns, operations by status, coverage bins met and missed. */
int64_t ll_sb_summary(int32_t scoreboard, char *text, size_t size);
/* How often a coverage bin of docs/vectors.md, such as line.merged, was met. */
int64_t ll_sb_bin(int32_t scoreboard, const char *name, size_t length);
/* Ends it: returns 0 if turns were compared and all agree and no command waits for its answer,
 * else 1. Call it before the summary. */
int32_t ll_sb_finish(int32_t scoreboard);
/* Finishes it, and prints difference and summary to standard output. Returns as ll_sb_finish. */
int32_t ll_sb_report(int32_t scoreboard);
/* The same, then ends the process with exit status 1 if the result isn't 0. */
int32_t ll_sb_report_exit(int32_t scoreboard);

/* ---- Stimulus: commands to send to a core ---- */

/* Makes a source of random games, legal and illegal turns, for a core with the given LogSize.
 * without is a set of operations that the core lacks (1 << LL_UNDO and so on); plies ends games
 * after so many turns, 0 where they end. The same arguments give the same commands, whatever the
 * core answers. */
int32_t ll_stimulus_new(int32_t seed, int32_t log_size, int32_t without, int32_t plies);
int32_t ll_stimulus_free(int32_t stimulus);
/* The next command, packed: op in bits 2:0, shape in 5:4, column in 17:8, row in 27:18. */
int32_t ll_stimulus_next(int32_t stimulus);

/* ---- RTL blocks of other games (docs/rtl/kernels.md) ---- */

/* 2048 versus, ll_slide: cells are exponents up to 30, row by row; direction 0 up, 1 right,
 * 2 down, 3 left. Returns 1 if the slide changes the board. merges and gain may be NULL. */
int32_t ll_slide(const uint8_t before[25], int32_t direction, uint8_t after[25], int32_t *merges,
                 int64_t *gain);
/* DPT and Kakomimasu, ll_flood: a word a row, a bit a column, column 0 in the lowest; width and
 * height 1 to 64, neighbours 4 or 8. */
int32_t ll_flood(int32_t width, int32_t height, int32_t neighbours, const uint64_t *walls,
                 uint64_t *inside);
/* CHaser, ll_view: a cell is 0 floor, 2 block, 3 item, row by row; width and height 1 to 255.
 * action 0 around, 1 look, 2 search; direction 0 up, 1 right, 2 left, 3 down. */
int32_t ll_window(int32_t width, int32_t height, const uint8_t *cells, int32_t x, int32_t y,
                  int32_t other_x, int32_t other_y, int32_t action, int32_t direction,
                  uint8_t window[9]);

/* Answers a JSON question as "loopline replay --json" does, without its line feed. A question that
 * isn't one is LL_ERROR_QUESTION, and the answer is the object that says why. At most 64 MiB. */
enum { LL_TRAX = 0, LL_BATTLE2048 = 1, LL_CHASER = 2, LL_DPT = 3, LL_KAKOMIMASU = 4 };
int64_t ll_replay(int32_t game, const char *question, size_t length, char *answer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
