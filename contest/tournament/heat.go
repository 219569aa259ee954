package tournament

import (
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/contest/config"
)

// HeatUnit is a point of a heat in whole numbers: up to four who are equal share the points of their
// places.
const HeatUnit = 12

// IsHeat reports whether the match is a heat, of up to four.
func (m *Match) IsHeat() bool { return m.Stage.Kind == config.Tables }

// Except are the entrants without some.
func (m *Match) Except(some []int) []int {
	return slices.DeleteFunc(slices.Clone(m.Entrants), func(e int) bool { return slices.Contains(some, e) })
}

// heatPoints are the points of an entrant in a game of a heat, in parts of HeatUnit. Winner and scores
// make the places; who is equal shares the points of the places. Who was not there has none.
func (s *Stage) heatPoints(g *Game, entrant int) int {
	if g.State != Settled || g.Void || slices.Contains(g.Absent, entrant) {
		return 0
	}
	seat := slices.Index(g.Seats, entrant)
	if seat < 0 {
		return 0
	}
	if s.PointsBy == config.PointsByScore {
		return HeatUnit * int(g.Quantity(config.QuantityScore, entrant))
	}
	better, equal := 0, 0
	for other, e := range g.Seats {
		switch by := g.placed(other, seat); {
		case slices.Contains(g.Absent, e):
		case by > 0:
			better++
		case by == 0:
			equal++
		}
	}
	points := 0
	for place := better; place < better+equal; place++ {
		points += HeatUnit * s.PointsOf(place)
	}
	return points / equal
}

// placed compares two seats of a game: above 0 is a better place of the first.
func (g *Game) placed(one, other int) int {
	if !g.Draw && g.Winner != None && one != other {
		switch g.Winner {
		case g.Seats[one]:
			return 1
		case g.Seats[other]:
			return -1
		}
	}
	if len(g.Scores) != len(g.Seats) {
		return 0
	}
	return g.Scores[one] - g.Scores[other]
}

// HeatSum is the points of an entrant in all games of a heat.
func (m *Match) HeatSum(entrant int) (points int) {
	for _, g := range m.Games {
		points += m.Stage.heatPoints(g, entrant)
	}
	return points
}

// heatLead is the side with the most points, or None where there are several.
func (m *Match) heatLead() int {
	lead, most := None, -1
	for side, e := range m.Entrants {
		switch points := m.HeatSum(e); {
		case points > most:
			lead, most = side, points
		case points == most:
			lead = None
		}
	}
	return lead
}

// ScoreText is the points of a side in the match, as people write them.
func (m *Match) ScoreText(side int) string {
	if m.IsHeat() {
		return heatNumber(m.HeatSum(m.Entrants[side]))
	}
	return halvesText(m.Score()[side])
}

// heatNumber writes points of a heat with two decimals at most.
func heatNumber(parts int) string {
	text := strconv.FormatFloat(float64(parts)/HeatUnit, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
