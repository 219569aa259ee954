// Package vectors has the golden vectors of 2048 versus: a board and a
// direction, and what the slide makes of it.
package vectors
