package drill

import "github.com/loopline/loopline/trax"

// Seen is what a game brought a player to. The rules and the forbidden moves
// are counted when the player has answered as they want.
type Seen struct {
	Met       Tally
	Positions int // in which the player could have made a move that forced play forbids
	Moves     int // of this kind, in all of them

	// Picks is how many forbidden moves a player would have made on average that
	// chooses by chance among the moves that fit.
	Picks float64

	// Lures is in how many positions a forbidden move looked like a loop of the
	// player's colour.
	Lures int
	// FirstForbidden is in how many positions a forbidden move was the first of
	// all that fit, by the order.
	FirstForbidden [orders]int
	Habits         Habits

	Width, Height int // of the board
	Forced        int // the most forced tiles in a turn

	pending []Rule // met since the player's last answer
}

// look keeps the size of the board.
func (s *Seen) look(p *trax.Position) {
	s.Width, s.Height, s.Forced = p.Width(), p.Height(), max(s.Forced, p.Forced())
}

// answered counts what the player has answered as it should.
func (s *Seen) answered() {
	if s.Met == nil {
		s.Met = Tally{}
	}
	for _, r := range s.pending {
		s.Met[r]++
	}
	s.pending = s.pending[:0]
}

// chose counts what the player might have chosen instead of its legal move m.
func (s *Seen) chose(m trax.Move, o *observer) {
	banned, legal := o.banned, o.legal
	s.Habits.Choices++
	for order := range orders {
		first := order.first(legal)
		if first.Cell == m.Cell {
			s.Habits.First[order]++
		}
		if len(banned) > 0 && order.before(order.first(banned), first) {
			s.FirstForbidden[order]++
		}
	}
	if len(banned) == 0 {
		return
	}
	s.pending = append(s.pending, Forbidden)
	if o.lures > 0 {
		s.Lures++
	}
	s.Positions++
	s.Moves += len(banned)
	s.Picks += float64(len(banned)) / float64(len(banned)+len(legal))
}

// Larger returns s with the larger board and the longer chain of two.
func (s Seen) Larger(t Seen) Seen {
	s.Width, s.Height, s.Forced = max(s.Width, t.Width), max(s.Height, t.Height), max(s.Forced, t.Forced)
	return s
}
