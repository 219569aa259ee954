// Package bots has players of CHaser: one that walks at random, one that takes
// the cells in sight, and one that keeps a map of the cells seen.
package bots
