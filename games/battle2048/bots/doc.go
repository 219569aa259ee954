// Package bots has players of 2048 versus: one that plays at random, one that
// looks no further than its own turn, and one that searches.
package bots
