package tournament

import (
	"github.com/loopline/loopline/contest/tournament/pairing"
)

// heatsRound pairs a round of heats.
func (d *Tournament) heatsRound(s *Stage, field []int, c *Decision) bool {
	rounds := s.heatRounds(len(field))
	if c.Round > rounds {
		return false
	}
	plays := map[int]bool{}
	for i, heat := range pairing.Heats(len(field), s.Heat, s.smallest(), rounds)[c.Round-1] {
		d.pair(c, i+1, 0, field[heat[0]], field[heat[1]])
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
