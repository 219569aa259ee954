// Package bots has players of DPT: random, greedy, search, and the model of the board.
package bots
