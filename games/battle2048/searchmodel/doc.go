// Package searchmodel is the reference model of ll_battle2048_search, the search
// of the board that plays 2048 versus: it chooses the same answers after the same
// number of nodes and of clock cycles.
package searchmodel
