// Package kakomimasu has the rules of Kakomimasu, the game of territory of Code
// for KOSEN: two to four players put agents onto a field, whose steps leave
// walls, and walls that close a ring own what is inside. All act at once.
//
// A [Field] is where a game is played, a [Position] what stands on it; Turn
// plays one turn. The rules follow the contest's page of 2021; where that
// leaves something open, docs/games/kakomimasu.md says how it was decided.
//
// The package has no I/O and no clock.
package kakomimasu
