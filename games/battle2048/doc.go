// Package battle2048 has the rules of 2048 versus, the game of the AI Challenge
// at CODE FESTIVAL 2018: two players slide boards of 5 x 5 tiles by the rules of
// 2048, and put the tiles that they merged onto each other's board.
//
// A [Grid] slides and takes attacks; a [Position] is what both players have done.
// The rules follow the contest's official judge, version 1.0.3; where it counts
// in 32 bits, this package counts exactly.
//
// The package has no I/O and no clock.
package battle2048
