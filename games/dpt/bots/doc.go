// Package bots has players of DPT: random, greedy, and search.
package bots
