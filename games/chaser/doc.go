// Package chaser has the rules of CHaser, the game of the U-16 programming
// contests: two players, COOL and HOT, walk over a map that each sees only nine
// cells of at a time. They collect items, and try to shut the other in with
// blocks.
//
// A [Map] is where a game begins, a [Position] what was played since. The rules
// follow the contests' current server; where that leaves something open, the
// documents of the game say how it was decided.
//
// The package has no I/O and no clock.
package chaser
