// Package bots are players of DPT: random, greedy, and one that searches.
package bots
