// Package procon30 lets clients play DPT over HTTP, by the interface that the
// Kosen programming contest of 2019 ("procon30") had.
//
// A [Server] answers the requests on one port and is an api.Handler, with a seat for
// each team there. A seat gets the game by its lines, shows it to its clients, and
// answers when the time of a turn is over. docs/protocol-dpt.md has the requests.
package procon30
