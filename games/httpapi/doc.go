// Package httpapi serves games to clients over HTTP, for addresses such as
// api:8880?token=SECRET. Several seats share a port. It knows no game.
//
// A game plugs in with a [Handler], which answers the requests on one port, and a
// [Seat] for each seat there:
//
//	server := &httpapi.Server{New: func(game string, say func(string)) httpapi.Handler { return newHandler(say) }}
//
// The Open field of the game's descriptor is server.Open. The steps of a game:
//
//  1. [Server.Open] listens on the port, or finds the port open, and has the Handler
//     make a Seat with the token of the address. It returns when the Seat is
//     ready: its client has joined, or asked something that only it can ask.
//  2. The host plays the seat like every other, by the game's lines. Seat.Serve
//     implements the player's side of them, as a bot does: it reads a question, shows
//     its clients the state, takes their actions until the time for it is over,
//     and writes one line of answer. The clock of the turn is the Seat's own; the host
//     knows by Session.PollingClient that this player answers at the end of the time, and adds
//     a margin.
//  3. When the host closes the line, Serve continues until the clients have seen
//     the end, but no longer than [Linger]. The port closes with its last seat.
//
// A request is rate limited (a token bucket for each seat, connection and source)
// before the Handler sees it: see [Server]. The Handler finds the team of a request
// with [Credentials] and [EqualConstantTime], reads bodies with [Body], answers with
// [JSON], and sends server-sent events with [Stream].
package httpapi
