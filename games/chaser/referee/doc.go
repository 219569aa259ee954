// Package referee referees CHaser as the U-16 programming contests do: their
// lines over TCP, their times, and what their clients do besides.
//
// [New] is the host.Referee, [Config] what the organiser of a contest decides.
// docs/protocol-chaser.md has the lines.
package referee
