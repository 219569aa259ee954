// Package referee referees Kakomimasu: the line form of the game, its times, and
// what comes of players that are late or say nonsense, whose agents stay.
//
// [Config.Game] makes the match, [Responder] is a player's side of the lines.
// docs/protocol-kakomimasu.md has them.
package referee
