// Prints how much processor time calls take.
#define _POSIX_C_SOURCE 200809L
#include "loopline.h"

#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

enum { TURNS = 2000000, BATCH = 1024 };

int main(void) {
  static ll_command_word batch[2 * BATCH];
  ll_move moves[512];
  int32_t p = ll_position_new(0);
  if (ll_play(p, 0, 0, LL_SLASH) || ll_play(p, 0, 1, LL_PLUS) || ll_play(p, 0, 1, LL_PLUS)) return 1;
  int n = (int)ll_moves(p, moves, 512);

  double t = now();
  for (int i = 0; i < TURNS; i++)
    if (ll_square(p, 0, 0) != 0) return 1;
  printf("a call that does nothing: %.0f ns\n", (now() - t) / TURNS * 1e9);

  t = now();
  for (int i = 0; i < TURNS; i++)
    if (ll_play(p, moves[i % n].col, moves[i % n].row, moves[i % n].shape) || ll_undo(p)) return 1;
  printf("ll_play and ll_undo: %.0f a second\n", TURNS / (now() - t));

  t = now();
  for (int i = 0; i < TURNS; i++)
    if (ll_try(p, moves[i % n].col, moves[i % n].row, moves[i % n].shape)) return 1;
  printf("ll_try: %.0f a second\n", TURNS / (now() - t));

  for (int i = 0; i < BATCH; i++) {
    batch[2 * i] = (ll_command_word){LL_PLAY, moves[i % n]};
    batch[2 * i + 1].op = LL_UNDO;
  }
  t = now();
  for (int i = 0; i < TURNS / BATCH; i++)
    if (ll_run(p, batch, 2 * BATCH, NULL) != 2 * BATCH) return 1;
  printf("ll_run of play and undo: %.0f a second\n", TURNS / BATCH * BATCH / (now() - t));
  return 0;
}
