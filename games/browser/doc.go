// Package browser answers the questions that a page has about positions of the games in which
// bots choose by positions alone: what is on the board and what may be done, what a position is
// worth, what the bots do, which actions lost most. A page runs it as WebAssembly, in a worker:
// package engine is that program, and package bundle holds it. Trax has a package of its own.
//
// Questions and answers are objects of JSON. A [Session] answers one at a time. Moves are codes,
// of letters, digits and -,:_ alone: of a game in which all seats act at once the codes of their
// actions, between low lines.
package browser
