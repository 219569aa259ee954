// Package addr reads and writes the addresses of players.
package addr
