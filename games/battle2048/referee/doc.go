// Package referee referees 2048 versus as the AI Challenge at CODE FESTIVAL 2018
// does: the judge's lines, its times, and its names for what loses.
//
// [New] is the host.Referee, [Config] what the organiser of a match decides, and
// [Log] the file that the contest's viewer reads. docs/protocol-battle2048.md has
// the lines.
package referee
