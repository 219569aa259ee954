// Package searchmodel is the cycle-accurate reference model of hdl's ll_search_core: in
// every position it plays the same move after the same number of nodes and of clock
// cycles. docs/rtl/search.md says how it searches.
//
// It has two parts: a model of the core, which knows the rules as hdl's ll_turn
// does and counts the clock cycles of each command, and the search, a state
// machine whose states take a fixed number of cycles or as many as the core does.
package searchmodel
