// Package engine holds Loopline's own players: bots that choose a Trax move
// within a time limit.
//
//	random  any legal move, each as likely
//	greedy  looks one ply ahead: takes a win, leaves the opponent none
//	level   search with fewer moves and slips, on a ladder from 1 to 10
//	board   plays what the board that searches plays, see package board
//	search  iterative deepening alpha-beta with a transposition table, which knows at
//	        every position what wins at once
//
// One more is in no list: search1, search before it knew that. Its strength does not change,
// so the gain of a change is measured by it.
//
// [New] makes a bot by name, and what it thinks of a position that is not over
// is an [Evaluator], which can be replaced.
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
