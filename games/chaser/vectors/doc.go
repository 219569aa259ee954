// Package vectors has the golden vectors of CHaser: a map with both players, what
// one of them does, and the nine cells that it sees.
package vectors
