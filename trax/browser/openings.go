package browser

import (
	"strconv"

	"github.com/loopline/loopline/trax/book"
)

// Class is the legal moves that are equal up to symmetry.
type Class struct {
	Moves []string `json:"moves"`
	To    string   `json:"to"` // the key of the position after them
}

// openings names the position, and what may be played, as books of openings do.
func (s *Session) openings() Answer {
	a := Answer{From: keyOf(s.pos.SymmetryKey())}
	if s.pos.Outcome().Over {
		return a
	}
	for _, m := range book.Classes(s.pos) {
		a.Classes = append(a.Classes, Class{Moves: textOf(m.Alike), To: keyOf(m.To)})
	}
	return a
}

// keyOf is a key as pages have it.
func keyOf(key uint64) string { return strconv.FormatUint(key, 16) }
