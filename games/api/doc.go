// Package api is the room in which games speak HTTP to their clients: addresses
// such as api:8880?token=SECRET. Several seats share a port. It knows no game.
//
// A game plugs in with a [Wire], which answers the requests on one port, and a
// [Seat] for each seat there:
//
//	hall := &api.Hall{New: func(say func(string)) api.Wire { return newWire(say) }}
//
// and hall.Open is the Open of the game's row. This is what happens then:
//
//  1. [Hall.Open] listens on the port, or finds the port open, and has the Wire
//     make a Seat with the token of the address. It returns when the Seat is
//     ready: its client has joined, or asked something that only it can ask.
//  2. The host plays the seat like every other, by the game's lines. Seat.Serve
//     is the player's side of them, as a bot's is: it reads a question, shows
//     its clients the state, takes what they send until the time for it is over,
//     and writes one line of answer. Its clock is the Seat's own; the host knows
//     by Session.PollingClient that this player answers when a time is over, and gives it
//     that and something more.
//  3. When the host closes the line Serve goes on until the clients have seen
//     the end, but no longer than [Linger]. The port closes when its last seat
//     is left.
//
// What a request may cost is limited before the Wire sees it: see [Hall]. The
// Wire finds the team of a request with [Credentials] and [Same], reads bodies
// with [Body], answers with [JSON], and sends events with [Stream].
package api
