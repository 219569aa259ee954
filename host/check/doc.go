// Package check checks a player of any game in numbered steps: does it keep to
// the wire and the rules, fault by fault? A Session runs the steps of a game,
// keeps what all of them observe, and reports each. A game has steps of its own,
// or those of a Checker: it plays matches under the game's referee with our bots
// at the other seats, and judges by the events of the record. What is particular
// to a game is in a Table then.
package check
