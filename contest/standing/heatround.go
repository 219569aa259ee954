package standing

import (
	"github.com/loopline/loopline/contest/pairing"
	"github.com/loopline/loopline/contest/tournament"
)

// heatsRound pairs a round of heats.
func heatsRound(d *tournament.Tournament, s *tournament.Stage, field []int, c *tournament.Decision) bool {
	rounds := s.HeatRounds(len(field))
	if c.Round > rounds {
		return false
	}
	plays := map[int]bool{}
	for i, heat := range pairing.Heats(len(field), s.Heat, s.Smallest(), rounds)[c.Round-1] {
		pair(d, c, i+1, 0, field[heat[0]], field[heat[1]])
		for _, at := range heat {
			plays[at] = true
		}
		for _, at := range heat[2:] {
			c.Pairs[i].Others = append(c.Pairs[i].Others, d.Entrants[field[at]].Name)
		}
	}
	for at, e := range field {
		if !plays[at] {
			c.Byes = append(c.Byes, d.Entrants[e].Name)
		}
	}
	return true
}
