// Package pairing pairs entrants: round robin by Berger's tables, knockout, gauntlet, heats of several, and
// Swiss by minimum-cost perfect matching.
//
// Entrants are numbers from 0, in the order of their seeds. Nothing here reads a
// clock or draws chance: equal questions get equal answers, so that anyone can
// derive a pairing again.
package pairing

// Pair is two entrants who meet. First has the first seat in their first game.
type Pair struct{ First, Second int }

// None is the opponent of an entrant with a bye.
const None = -1
