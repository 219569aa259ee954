// Package exec runs a program as a player.
package exec
