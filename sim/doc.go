// Package sim runs RTL: it has Verilator make models of designs, drives them,
// and compares what they do with the rules.
//
// A model is a process. Loopline talks to it through a pipe in batches: a core
// through its command port ([Core]), a board through its pins ([Board]). A
// model that crashes, stands still or never answers is an error and takes
// nothing else with it. Models are built once and kept ([Builder]).
//
// [Compare] plays random games on a core in lock-step with package trax and
// stops at the first difference. A [Player] is a simulated board at the host's
// table, whose time is counted in clock cycles.
package sim
