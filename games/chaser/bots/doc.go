// Package bots has players of CHaser: one that walks at random, one that takes
// what it sees beside it, and one that keeps a map of what it has seen.
package bots
