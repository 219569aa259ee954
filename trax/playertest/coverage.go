package playertest

import "github.com/loopline/loopline/trax"

// Coverage counts the rules that a game brought the player to. Rules and forbidden moves count
// once the player has answered as they want.
type Coverage struct {
	Rules     RuleCounts
	Positions int // in which the player could have made a move that forced play forbids
	Moves     int // of this kind, in all of them

	// Picks is the mean number of forbidden moves made by a player that
	// chooses by chance among the moves that fit.
	Picks float64

	// Baits is in how many positions a forbidden move looked like a loop of the
	// player's colour.
	Baits int
	// FirstForbidden is in how many positions a forbidden move was the first of
	// all that fit, by the order.
	FirstForbidden [orders]int
	Habits         MoveHabits

	Width, Height int // of the board
	Forced        int // the most forced tiles in a turn

	pending []Rule // met since the player's last answer
}

func (s *Coverage) noteSize(p *trax.Position) {
	s.Width, s.Height, s.Forced = p.Width(), p.Height(), max(s.Forced, p.Forced())
}

// confirmPending counts what the player has answered as it should.
func (s *Coverage) confirmPending() {
	if s.Rules == nil {
		s.Rules = RuleCounts{}
	}
	for _, r := range s.pending {
		s.Rules[r]++
	}
	s.pending = s.pending[:0]
}

// noteChoice counts what the player might have chosen instead of its legal move m.
func (s *Coverage) noteChoice(m trax.Move, o *observer) {
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
	if o.baits > 0 {
		s.Baits++
	}
	s.Positions++
	s.Moves += len(banned)
	s.Picks += float64(len(banned)) / float64(len(banned)+len(legal))
}

// Larger returns s with the larger board and the longer chain of two.
func (s Coverage) Larger(t Coverage) Coverage {
	s.Width, s.Height, s.Forced = max(s.Width, t.Width), max(s.Height, t.Height), max(s.Forced, t.Forced)
	return s
}
