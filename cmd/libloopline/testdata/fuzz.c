// Calls the library with random arguments, right ones and wrong ones, for some seconds, in one thread
// or in more, which share their handles: fuzz SECONDS [SEED [THREADS]]. It is to end without a fault of
// the address sanitizer, with nothing but codes of loopline.h, and with every code met.
#define _POSIX_C_SOURCE 200809L
#include "loopline.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Thread_local uint64_t state = 1;
static uint32_t rnd(uint32_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % n;
}

static int32_t handles[64];  // which any thread frees and replaces
static long met[32];

static int32_t at(uint32_t i) { return __atomic_load_n(&handles[i], __ATOMIC_RELAXED); }

// Frees what a handle is of, once no other thread is inside.
static void drop(int32_t h) {
  while (ll_position_free(h) == LL_ERROR_BUSY || ll_scoreboard_free(h) == LL_ERROR_BUSY || ll_stimulus_free(h) == LL_ERROR_BUSY) {}
}

static int32_t handle(void) {
  switch (rnd(16)) {
    case 0: return (int32_t)rnd(1u << 31);
    case 1: return -(int32_t)rnd(1000);
    default: return at(rnd(64));
  }
}

static int32_t number(void) {
  static const int32_t odd[] = {-1, -2147483647 - 1, 2147483647, 1 << 20, 255, 256, 65535};
  return rnd(12) ? (int32_t)rnd(12) : odd[rnd(7)];
}

// Memory of exactly the size that is told, so that a byte more is found.
static void *memory(size_t size) {
  unsigned char *m = malloc(size ? size : 1);
  for (size_t i = 0; i < size; i++) m[i] = (unsigned char)rnd(256);
  return m;
}

static void code(int64_t got) {
  if (got < LL_ERROR_INTERNAL || got == LL_ERROR_INTERNAL) {
    printf("code %lld: %s\n", (long long)got, ll_error_text((int32_t)got));
    exit(1);
  }
  __atomic_fetch_add(&met[got < 0 ? -got : got > 10 ? 20 : 10 + got], 1, __ATOMIC_RELAXED);
}

static char *question(size_t *length) {
  static const char *parts[] = {"{", "}", "\"moves\":", "\"@0/ A2\\\\ B1\\\\\"", "[", "]", ",", "\"id\":", "1e99", "\"width\":",
                                "\"points\":", "-1", "null", "\"script\":", "\"map\":", "\"turns\":", "\\", "\xff"};
  char *q = memory(256);
  size_t n = 0;
  for (uint32_t k = rnd(12); k > 0; k--) {
    const char *part = parts[rnd(18)];
    memcpy(q + n, part, strlen(part));
    n += strlen(part);
  }
  *length = n;
  return realloc(q, n ? n : 1);
}

static void step(void) {
  size_t n = rnd(4) ? rnd(40) : 0;
  char *text = rnd(20) ? memory(n) : NULL;
  size_t length;
  switch (rnd(32)) {
    case 0: {
      int32_t h = rnd(3) == 0 ? ll_position_copy(handle())
                  : rnd(2)    ? ll_position_new(rnd(3) ? 0 : number())
                              : (rnd(2) ? ll_scoreboard_new(number()) : ll_stimulus_new(number(), 3 + (int32_t)rnd(6), number(), (int32_t)rnd(9)));
      code(h);
      if (h <= 0) break;
      uint32_t i = rnd(64);
      int32_t old = at(i);
      __atomic_store_n(&handles[i], h, __ATOMIC_RELAXED);
      drop(old);
      break;
    }
    case 1: {
      int32_t h = rnd(40) ? 0 : handle();
      code(rnd(3) ? ll_position_free(h) : rnd(2) ? ll_scoreboard_free(h) : ll_stimulus_free(h));
      if (rnd(2)) code(ll_position_free(h));  // once more
      break;
    }
    case 2: code(ll_position_reset(rnd(20) ? 0 : handle())); break;
    case 3: {
      static const char *foreign[] = {"wr", "gr", "e2e4", "7g7f", "UP", "A2", "@0/ A0\\", "{\"moves\":\"@0/\"}", "A99999999999999999999+"};
      const char *one = foreign[rnd(9)];
      if (rnd(4)) code(ll_play_text(handle(), text, n));
      else code(ll_play_text(handle(), one, strlen(one) - rnd(2)));
      break;
    }
    case 4: code(ll_try(handle(), number(), number(), number())); break;
    case 5: code(ll_undo(rnd(3) ? 0 : handle())); break;
    case 6: {
      ll_command_word *c = memory(n * sizeof *c);
      ll_answer *a = rnd(2) ? memory(n * sizeof *a) : NULL;
      for (size_t i = 0; i < n && rnd(9); i++) c[i] = (ll_command_word){number() & 3, {number(), number(), number()}};
      code(ll_run(handle(), c, n, a));
      free(c), free(a);
      break;
    }
    case 7: {
      ll_state s;
      code(ll_position_state(handle(), rnd(9) ? &s : NULL));
      break;
    }
    case 8: code(ll_square(handle(), number(), number())); break;
    case 9: {
      ll_tile *t = memory(n * sizeof *t);
      code(ll_placed(handle(), t, n));
      free(t);
      break;
    }
    case 10: {
      ll_move *m = memory(n * sizeof *m);
      code(rnd(2) ? ll_moves(handle(), m, n) : ll_refused(handle(), m, n));
      free(m);
      break;
    }
    case 11: code(ll_board(handle(), text, n)); break;
    case 12: code(ll_history(handle(), text, n)); break;
    case 13: code(ll_reason(handle(), text, n)); break;
    case 14: {
      uint64_t hash;
      code(ll_hash(handle(), &hash));
      break;
    }
    case 15: code(ll_sb_command(handle(), number(), number(), number(), number())); break;
    case 16: code(ll_sb_trace(handle(), number() & 1, number(), number(), number(), number(), number(), number())); break;
    case 17: code(ll_sb_gen(handle(), number(), number(), number(), number(), number())); break;
    case 18: code(ll_sb_state(handle(), number(), number(), number(), number(), number(), number(), number(), number())); break;
    case 19: code(ll_sb_response(handle(), number(), number())); break;
    case 20: code(rnd(2) ? ll_sb_ready(handle()) : ll_sb_reset(handle())); break;
    case 21: code(rnd(9) ? ll_sb_turns(handle()) : rnd(2) ? ll_sb_timeout(handle()) : ll_sb_finish(handle())); break;
    case 22: code(rnd(2) ? ll_sb_difference(handle(), text, n) : ll_sb_summary(handle(), text, n)); break;
    case 23: code(ll_sb_bin(handle(), text, n)); break;
    case 24: {
      int32_t c = ll_stimulus_next(handle());
      code(c < 0 ? c : c & 7);
      break;
    }
    case 25: {
      uint8_t *before = memory(25), *after = memory(25);
      for (int i = 0; i < 25; i++) before[i] &= rnd(50) ? 15 : 63;
      code(ll_slide(before, number(), after, NULL, NULL));
      free(before), free(after);
      break;
    }
    case 26: {
      int32_t w = (int32_t)rnd(67), h = (int32_t)rnd(67);
      uint64_t *walls = memory((size_t)h * 8), *inside = memory((size_t)h * 8);
      for (int32_t y = 0; y < h && w < 64; y++) walls[y] &= ((uint64_t)1 << w) - (rnd(200) ? 1 : 0);
      code(ll_flood(w, h, rnd(9) ? 4 + 4 * (int32_t)rnd(2) : number(), walls, inside));
      free(walls), free(inside);
      break;
    }
    case 27: {
      int32_t w = 1 + (int32_t)rnd(20), h = 1 + (int32_t)rnd(20);
      uint8_t *cells = memory((size_t)(w * h)), *window = memory(9);
      for (int32_t i = 0; i < w * h; i++) cells[i] = (uint8_t)(rnd(3) ? 2 * rnd(2) : rnd(900) ? 3 : 1);
      code(ll_window(w, h, cells, number(), number(), number(), number(), number() & 3, number() & 3, window));
      free(cells), free(window);
      break;
    }
    case 28: {
      char *q = question(&length);
      code(ll_replay(number() & 7, q, length, text, text ? n : 0));
      free(q);
      break;
    }
    default: code(ll_play(handle(), number(), number(), number() & 3));
  }
  free(text);
}

static double seconds = 1;
static long calls;

static void *run(void *seed) {
  struct timespec began, now;
  state = (uint64_t)(uintptr_t)seed * 0x9e3779b97f4a7c15u | 1;
  clock_gettime(CLOCK_MONOTONIC, &began);
  do {
    for (int i = 0; i < 20000; i++) step();
    __atomic_fetch_add(&calls, 20000, __ATOMIC_RELAXED);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((double)(now.tv_sec - began.tv_sec) < seconds);
  return NULL;
}

int main(int argc, char **argv) {
  enum { MOST = 64 };
  pthread_t all[MOST];
  if (argc > 1) seconds = atof(argv[1]);
  uintptr_t seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  int threads = argc > 3 ? atoi(argv[3]) : 1;
  if (threads < 1 || threads > MOST) return 2;
  for (int i = 0; i < 64; i++)
    handles[i] = i % 4 == 0 ? ll_scoreboard_new(3 + i % 6) : i % 4 == 1 ? ll_stimulus_new(i, 3 + i % 6, 0, 0) : ll_position_new(i % 3 ? 0 : 4);
  for (int i = 0; i < threads; i++)
    if (pthread_create(&all[i], NULL, run, (void *)(seed + (uintptr_t)i))) return 2;
  for (int i = 0; i < threads; i++) pthread_join(all[i], NULL);
  printf("%ld calls; errors:", calls);
  for (int i = 1; i <= 8; i++) printf(" %ld", met[i]);
  printf("; statuses:");
  for (int i = 10; i <= 20; i++) printf(" %ld", met[i]);
  printf("\n");
  for (int i = 0; i < 64; i++) drop(handles[i]);
  return 0;
}
