package tournament

import (
	"slices"
	"strconv"
	"strings"
)

// heatUnit is a point of a heat in whole numbers: up to four who are equal share the points of their
// places.
const heatUnit = 12

// heat reports whether the match is a heat, of up to four.
func (m *Match) heat() bool { return m.Stage.Kind == Tables }

// except are the entrants without some.
func (m *Match) except(some []int) []int {
	return slices.DeleteFunc(slices.Clone(m.Entrants), func(e int) bool { return slices.Contains(some, e) })
}

// heatPoints are the points of an entrant in a game of a heat, in parts of heatUnit. Winner and scores
// make the places; who is equal shares the points of the places. Who was not there has none.
func (s *Stage) heatPoints(g *Game, entrant int) int {
	if g.State != Settled || g.Void || slices.Contains(g.Absent, entrant) {
		return 0
	}
	seat := slices.Index(g.Seats, entrant)
	if seat < 0 {
		return 0
	}
	if s.PointsBy == PointsByScore {
		return heatUnit * int(g.quantity(QuantityScore, entrant))
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
		points += heatUnit * s.pointsOf(place)
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

// heatSum is the points of an entrant in all games of a heat.
func (m *Match) heatSum(entrant int) (points int) {
	for _, g := range m.Games {
		points += m.Stage.heatPoints(g, entrant)
	}
	return points
}

// heatLead is the side with the most points, or None where there are several.
func (m *Match) heatLead() int {
	lead, most := None, -1
	for side, e := range m.Entrants {
		switch points := m.heatSum(e); {
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
	if m.heat() {
		return heatNumber(m.heatSum(m.Entrants[side]))
	}
	return halvesText(m.Score()[side])
}

// heatNumber writes points of a heat with two decimals at most.
func heatNumber(parts int) string {
	text := strconv.FormatFloat(float64(parts)/heatUnit, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
