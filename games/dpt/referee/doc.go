// Package referee referees DPT: both teams act at once, and who is late, or
// answers what cannot be read, stays for a turn and plays on.
//
// [New] is the host.Referee, [Config] what the organiser of a contest decides, and
// [Responder] the player's side. docs/protocol-dpt.md has the lines.
package referee
