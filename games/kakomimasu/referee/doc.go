// Package referee runs matches of Kakomimasu in the line form. If a player is late or
// sends an invalid line, its agents stay where they are for that turn.
//
// [Config.Game] makes the match, [Responder] answers for a player. The lines are
// specified in docs/protocol-kakomimasu.md.
package referee
