// Package puzzle finds positions in games in which the side to move wins within a
// few turns by one move alone.
//
// [Solve] looks at every move and every answer, so what it says is exact. That
// takes a millisecond for two turns on a board of 25 tiles, and about 60 times as
// long for each turn more.
package puzzle
