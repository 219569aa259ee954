// Package kernel has small modules of RTL, the kernels of games, answer golden
// vectors, and compares them with the rules in lock-step. It knows no game: what
// the module is and what its words mean is a [Module], which the game hands in.
package kernel
