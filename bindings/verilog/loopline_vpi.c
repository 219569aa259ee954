// SPDX-License-Identifier: Apache-2.0
//
// loopline.h for Verilog simulators without DPI, as system functions by VPI (IEEE 1364-2005, clause
// 26): $ll_play and so on take and return integers, and do what the functions of the same names do.
//
//   iverilog-vpi --name=loopline loopline_vpi.c -I. -L. -lloopline
//   iverilog -g2012 ... && vvp -M. -mloopline bench
//
// Three take a string: $ll_play_text(position, "C2/"), $ll_sb_bin(scoreboard, "line.merged") and
// $ll_expect(got, want, "what"), which says both in words if they differ, counts it, and returns 1.
// A simulation that ends with such a difference has exit status 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sv_vpi_user.h>

#include "loopline.h"

enum { ARGUMENTS = 9 };

typedef int32_t n;

// Each function behind a common form.
#define F0(name) static n c_##name(const n *a) { (void)a; return name(); }
#define F1(name) static n c_##name(const n *a) { return name(a[0]); }
#define F3(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2]); }
#define F4(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2], a[3]); }
#define F5(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2], a[3], a[4]); }
#define F6(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2], a[3], a[4], a[5]); }
#define F8(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]); }
#define F9(name) static n c_##name(const n *a) { return name(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]); }
#define ALL                                                                                     \
  X(0, ll_abi_version) X(1, ll_position_new) X(1, ll_position_copy) X(1, ll_position_free)      \
  X(1, ll_position_reset) X(4, ll_play) X(4, ll_try) X(1, ll_undo) X(1, ll_width)               \
  X(1, ll_height) X(1, ll_tiles) X(1, ll_plies) X(1, ll_red) X(1, ll_over) X(1, ll_winner)      \
  X(1, ll_completed) X(3, ll_square) X(1, ll_scoreboard_new) X(1, ll_scoreboard_free)           \
  X(1, ll_sb_reset) X(5, ll_sb_command) X(8, ll_sb_trace) X(6, ll_sb_gen) X(9, ll_sb_state)     \
  X(3, ll_sb_response) X(1, ll_sb_ready) X(1, ll_sb_timeout) X(1, ll_sb_differs)                \
  X(1, ll_sb_turns) X(1, ll_sb_finish) X(1, ll_sb_report) X(1, ll_sb_report_exit)               \
  X(4, ll_stimulus_new) X(1, ll_stimulus_free) X(1, ll_stimulus_next)
#define X(count, name) F##count(name)
ALL
#undef X

typedef struct {
  const char *name;
  int count;
  n (*call)(const n *);
} function;

static const function functions[] = {
#define X(count, name) {"$" #name, count, c_##name},
    ALL
#undef X
};

static int failures;

// fault says in which line the simulator called us wrongly, and ends it.
static void fault(const char *name, const char *what) {
  vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
  vpi_printf("%s:%d: %s: %s\n", vpi_get_str(vpiFile, call), (int)vpi_get(vpiLineNo, call), name, what);
  failures++;
  vpi_control(vpiFinish, 1);
}

// arguments reads those of the call: integers into a, at most one string into text.
static int arguments(const char *name, n *a, int most, const char **text) {
  vpiHandle call = vpi_handle(vpiSysTfCall, NULL), each = vpi_iterate(vpiArgument, call), argument;
  int count = 0;
  while (each && (argument = vpi_scan(each))) {
    s_vpi_value v;
    PLI_INT32 type = vpi_get(vpiType, argument);
    int is_text = type == vpiStringVar || (type == vpiConstant && vpi_get(vpiConstType, argument) == vpiStringConst);
    if (is_text && text) {
      v.format = vpiStringVal;
      vpi_get_value(argument, &v);
      *text = v.value.str;
      continue;
    }
    if (count == most) {
      vpi_free_object(each);
      count++;
      break;
    }
    v.format = vpiVectorVal; // unknown bits must not become 0 unseen
    vpi_get_value(argument, &v);
    int size = (int)vpi_get(vpiSize, argument);
    if (size < 32 ? (v.value.vector[0].bval & ((1u << size) - 1)) != 0 : v.value.vector[0].bval != 0) {
      fault(name, "an argument is x or z");
      vpi_free_object(each);
      return -1;
    }
    v.format = vpiIntVal;
    vpi_get_value(argument, &v);
    a[count++] = v.value.integer;
  }
  return count;
}

static void give(n result) {
  s_vpi_value v;
  v.format = vpiIntVal;
  v.value.integer = result;
  vpi_put_value(vpi_handle(vpiSysTfCall, NULL), &v, NULL, vpiNoDelay);
}

static PLI_INT32 call(PLI_BYTE8 *data) {
  const function *f = (const function *)(void *)data;
  n a[ARGUMENTS] = {0};
  int count = arguments(f->name, a, f->count, NULL);
  if (count < 0) return 0;
  if (count != f->count) {
    fault(f->name, "wrong number of arguments; loopline.h has them");
    return 0;
  }
  fflush(stdout);
  give(f->call(a));
  return 0;
}

static PLI_INT32 with_text(PLI_BYTE8 *data) {
  n a[2] = {0};
  const char *text = NULL;
  int expects = !strcmp(data, "$ll_expect");
  int count = arguments(data, a, expects ? 2 : 1, &text);
  if (count < 0) return 0;
  if (!text || count != (expects ? 2 : 1)) {
    fault(data, "wants a number and a string");
    return 0;
  }
  if (!expects) {
    give(strcmp(data, "$ll_sb_bin") ? ll_play_text(a[0], text, strlen(text)) : (n)ll_sb_bin(a[0], text, strlen(text)));
    return 0;
  }
  if (a[0] != a[1]) {
    vpi_printf("FAIL: %s is %d (%s), not %d (%s)\n", text, a[0], ll_error_text(a[0]), a[1], ll_error_text(a[1]));
    failures++;
  }
  give(a[0] != a[1]);
  return 0;
}

static PLI_INT32 at_end(p_cb_data unused) {
  (void)unused;
  if (failures == 0) return 0;
  fflush(NULL);
  exit(1);
}

static void enroll(void) {
  static const char *texts[] = {"$ll_play_text", "$ll_sb_bin", "$ll_expect"};
  s_vpi_systf_data f = {0};
  f.type = vpiSysFunc;
  f.sysfunctype = vpiIntFunc;
  f.calltf = call;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    f.tfname = (PLI_BYTE8 *)functions[i].name;
    f.user_data = (PLI_BYTE8 *)&functions[i];
    vpi_register_systf(&f);
  }
  f.calltf = with_text;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    f.tfname = f.user_data = (PLI_BYTE8 *)texts[i];
    vpi_register_systf(&f);
  }
  s_cb_data end = {0};
  end.reason = cbEndOfSimulation;
  end.cb_rtn = at_end;
  vpi_register_cb(&end);
}

void (*vlog_startup_routines[])(void) = {enroll, NULL};
