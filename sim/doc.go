// Package sim simulates boards of RTL: it wires a board, drives it through its pins ([Board]), and says why one is
// silent. It knows no game.
//
// A model is a process. Loopline talks to it through a pipe in batches. A model that crashes, stalls or never answers
// is an error and takes nothing else with it. Package model builds models, those of boards and of other modules, and
// keeps them; the other folders here read, check and convert designs.
//
// A [Player] is a simulated board at the host's table, whose time is counted in
// clock cycles.
package sim
