// Package bots has players of 2048 versus: one that plays at random, one that
// looks no further than its own turn, one that searches, and the reference model of the
// board that does.
package bots
