// Package conformance checks that a player keeps to the contest's protocol and
// to the rules of Trax. A [Checker] plays with the player in numbered steps and
// reports each of them as a [Step]; who the player is and how it is opened is
// the caller's business.
package conformance
