// Package bots has players of Kakomimasu that choose by themselves.
package bots
