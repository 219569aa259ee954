package standing

import (
	"github.com/loopline/loopline/contest/tournament"
)

// fideRounds are the rounds of a Swiss stage as FIDE's regulations have them.
type fideRounds struct{ table *fideTable }

func FIDEOf(d *tournament.Tournament, s *tournament.Stage) fideRounds {
	return fideRounds{table(d, s, 0).fide()}
}

// Rounds counts the rounds of an entrant.
func (f fideRounds) Rounds(e int) int { return len(f.table.all[e]) }

// Score is an entrant's points.
func (f fideRounds) Score(e int) float64 { return float64(f.table.score(e)) / 2 }

// Buchholz is the sum of the scores of an entrant's opponents, without some of the lowest.
func (f fideRounds) Buchholz(e, cut int) float64 { return f.table.buchholz(e, cut) }

func WasPlayed(m *tournament.Match) bool { return wasPlayed(m) }
