// Package engine holds Loopline's own players: bots that choose a Trax move
// within a time limit.
//
//	random  any legal move, each as likely
//	greedy  one ply: takes a win, leaves the opponent none
//	level   search with a node limit and random moves, levels 1 to 10
//	board   the moves of ll_search_core, by its reference model: see package searchmodel
//	search  alpha-beta with iterative deepening, principal variation search, a transposition
//	        table, threat detection, reverse futility pruning, late move reduction, killer
//	        moves and history heuristic, and a proof-number search at the root
//
// Search1, which is not listed, is search without threat detection: the baseline of
// measurements.
//
// [New] makes a bot by name. Its static evaluation is an [Evaluator], which can be
// replaced.
//
// # Time
//
// A bot keeps a part of the limit for the wire: see [MoveOverhead]. It first finds
// some legal move and from then on looks at the clock after a bounded amount
// of work, so a board of hundreds of columns or a turn that forces a thousand
// tiles ends its thinking early but not late.
//
// # Whoever completed wins
//
// A turn can complete the opponent's loop or line: forced play does it more
// often than not. A bot never takes the winner from the mover.
package engine
