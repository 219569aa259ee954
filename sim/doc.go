// Package sim runs RTL: it has Verilator make models of designs, and drives
// them. It knows no game.
//
// A model is a process. Loopline talks to it through a pipe in batches: a board
// through its pins ([Board]), any other module by a harness that the caller
// gives ([Module]). A model that crashes, stalls or never answers is an error
// and takes nothing else with it. Models are built once and kept ([Builder]).
//
// A [Player] is a simulated board at the host's table, whose time is counted in
// clock cycles.
package sim
