// Package host referees one game between players that answer lines of text.
//
// A [Referee] is a function that gets a [Session] and calls it: Tell, Ask, AskFor,
// Each, Note. The host never calls a referee back and contains no game-specific type;
// it knows lines, seats, clocks, fouls and verdicts.
//
//	game := &host.Game{Referee: guess, Name: "guess", Seats: seats, Record: file}
//	verdict, err := game.Run(ctx)
//
// # Time
//
// Time is judged by arrival stamps, never by when a goroutine woke up. The
// clock of a question runs from the moment its last byte left the host and
// stops when the last byte of the answer arrived. All stamps are cut to whole
// microseconds since the start of the game before they are judged, so that
// the record holds exactly the numbers that decided.
//
// Host stalls are not charged to a player, within bounds: a [stalls.Detector]
// notices them, [Game] says how much is credited, and the record holds each
// stall that counted. What a player's own processes did to the host earns no
// credit. One pure function makes an answer or a foul of a question, what came
// and the stalls; a game and [Verify] both call it.
//
// # Record
//
// A [Game] writes all events to a record, which package record defines. [record.Read] reads
// it back and [Verify] runs the game again on the recorded events: every verdict follows
// from its record alone.
package host
