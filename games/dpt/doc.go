// Package dpt holds the rules of DPT, a small territory game made of the tasks of
// the Kosen programming contests of 2018 and 2019 ("procon29", "procon30"), and
// those contests' fields.
//
// A [Field] is what a game begins with, a [Position] is what is played on. Both
// teams act at once, and a team is 0 or 1. Cells are counted from 0, x to the
// right and y down. A [Game] is a position whose values change by turns.
package dpt
