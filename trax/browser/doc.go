// Package browser answers the questions that a page has about positions of Trax: what is on the
// board and what may be played, what a position is worth, which moves were mistakes. A page runs
// it as WebAssembly, in a worker: package engine is that program, and package bundle holds it.
//
// Questions and answers are objects of JSON. A [Session] answers one at a time.
package browser
