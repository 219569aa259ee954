// Package referee referees Kakomimasu: the line form of the game, its times, and
// the agents of players that are late or send invalid lines stay.
//
// [Config.Game] makes the match, [Responder] is a player's side of the lines.
// docs/protocol-kakomimasu.md has them.
package referee
