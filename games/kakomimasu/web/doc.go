// Package web speaks Kakomimasu's own HTTP interface: /v1/matches as clients use
// it now, with its stream of events, and /v1/match as the contest of 2021 had it.
//
// A [Handler] plugs into the room games/httpapi: its seats are players of the line form
// whose answers are what clients sent while a turn took actions. [Client] is the
// other side: one of our own players as an HTTP client.
//
// docs/protocol-kakomimasu.md has the interface.
package web
