package vectors

import (
	"github.com/loopline/loopline/trax"
)

// Status is the answer to a move: legal, a reason of package trax, or that the
// board is too small.
type Status uint8

// The statuses. Their numbers are part of hex files.
const (
	OK Status = iota
	Syntax
	GameOver
	FirstMove
	OffBoard
	Occupied
	Isolated
	Colour
	ForcedPlay
	// BoardFull: the rules have an answer, a core with the board of the
	// file has not the room to find it.
	BoardFull

	numStatuses
)

// statusNames are the names of the statuses, in the order of their numbers.
func statusNames() (names []string) {
	for s := range numStatuses {
		names = append(names, s.String())
	}
	return names
}

// String returns "ok", "board-full", or the reason.
func (s Status) String() string {
	return [...]string{
		"ok", string(trax.Syntax), string(trax.GameOver), string(trax.FirstMove),
		string(trax.OffBoard), string(trax.Occupied), string(trax.Isolated),
		string(trax.Colour), string(trax.ForcedPlay), "board-full",
	}[s]
}

// statusOf returns the status for a reason of package trax, or OK for none.
func statusOf(r trax.Reason) Status {
	for s := Syntax; s < BoardFull; s++ {
		if s.String() == string(r) {
			return s
		}
	}
	return OK
}
