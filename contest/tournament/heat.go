package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/contest/tournament/pairing"
)

// What gives points in a heat.
const (
	PointsByPlace = "place"
	PointsByScore = "score"
)

// heatUnit is a point of a heat in whole numbers: up to four who are equal share the points of their
// places.
const heatUnit = 12

// maxPlacePoints bounds the points of a place.
const maxPlacePoints = 1000

var (
	pointsBys     = []string{PointsByPlace, PointsByScore}
	heatTieBreaks = []string{Points, Wins, Score, Faults, Time}
)

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

// pointsOf is the points of a place, from 0.
func (s *StageConfig) pointsOf(place int) int {
	switch {
	case place < len(s.PlacePoints):
		return s.PlacePoints[place]
	case s.PlacePoints == nil:
		return s.Heat - 1 - place
	}
	return 0
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

// smallest is the least of a heat.
func (s *StageConfig) smallest() int {
	if s.SmallestHeat > 0 {
		return s.SmallestHeat
	}
	return s.Heat
}

// heatRounds counts the rounds of a stage of heats.
func (s *StageConfig) heatRounds(field int) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return pairing.HeatRounds(field, s.Heat, s.smallest())
}

// uneven reports whether some of a field play one heat more than others. Then means of a game rank them.
func (s *StageConfig) uneven(field int) bool {
	return s.Kind == Tables && field > 1 && s.heatRounds(field)*s.free(field, s.smallest())%field != 0
}

// free is the number of entrants who are free in a round, where heats may be so small.
func (s *StageConfig) free(field, smallest int) int {
	for _, k := range pairing.HeatSizes(field, s.Heat, smallest) {
		field -= k
	}
	return field
}

// unevenText says how a field plays heats in which not all play as many, and what would change that; empty
// where all do.
func (s *StageConfig) unevenText(field int) string {
	if !s.uneven(field) {
		return ""
	}
	rounds, free := s.heatRounds(field), s.free(field, s.smallest())
	more := field - rounds*free%field // of whom each is free less often
	least := rounds - (rounds*free+field-1)/field
	step := 1
	for step*free%field != 0 {
		step++
	}
	var fits []string
	if below := rounds / step * step; below > 0 {
		fits = append(fits, fmt.Sprintf("rounds = %d", below))
	}
	if above := (rounds/step + 1) * step; above <= maxHeatRounds {
		fits = append(fits, fmt.Sprintf("rounds = %d", above))
	}
	for smallest := s.smallest() - 1; smallest >= 2; smallest-- {
		if s.free(field, smallest) == 0 {
			fits = append(fits, fmt.Sprintf("smallest-heat = %d", smallest))
			break
		}
	}
	text := fmt.Sprintf("%d play %d heats and %d play %d: means of a game rank them", more, least+1, field-more, least)
	if len(fits) == 0 {
		return text
	}
	return text + "; all play as many with " + strings.Join(fits, " or ")
}

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

// Seats is the most seats of a game of the contest.
func (p *Config) Seats() int {
	most := 2
	for i := range p.Stages {
		most = max(most, p.Stages[i].Heat)
	}
	return most
}

// maxHeatRounds bounds the rounds of a stage of heats.
const maxHeatRounds = 100

// checkHeats looks at what only tables have.
func (s *StageConfig) checkHeats() *keyError {
	if s.Kind != Tables {
		switch {
		case s.Heat != 0:
			return &keyError{"heat", "heat is of tables"}
		case s.SmallestHeat != 0:
			return &keyError{"smallest-heat", "smallest-heat is of tables"}
		case s.PointsBy != "":
			return &keyError{"points-by", "points-by is of tables"}
		case s.PlacePoints != nil:
			return &keyError{"place-points", "place-points is of tables"}
		}
		return nil
	}
	switch {
	case s.Heat < 2 || s.Heat > pairing.MaxHeat:
		return &keyError{"heat", fmt.Sprintf("heat = %d: say how many play in one heat, 2 to %d", s.Heat, pairing.MaxHeat)}
	case s.SmallestHeat != 0 && (s.SmallestHeat < 2 || s.SmallestHeat > s.Heat):
		return &keyError{"smallest-heat", fmt.Sprintf("smallest-heat = %d is outside 2 to heat, %d", s.SmallestHeat, s.Heat)}
	case s.Rounds > maxHeatRounds:
		return &keyError{"rounds", fmt.Sprintf("rounds = %d: tables have 1 to %d", s.Rounds, maxHeatRounds)}
	case s.BestOf > 0:
		return &keyError{"best-of", "a heat has games: the points of all count"}
	case s.PointsBy != "" && !slices.Contains(pointsBys, s.PointsBy):
		return &keyError{"points-by", fmt.Sprintf("points-by = %.40q is not known; there are %s", s.PointsBy, strings.Join(pointsBys, ", "))}
	case s.PlacePoints != nil && s.PointsBy == PointsByScore:
		return &keyError{"place-points", `place-points stands with points-by = "place"`}
	case s.PlacePoints != nil && len(s.PlacePoints) != s.Heat:
		return &keyError{"place-points", fmt.Sprintf("place-points has %d numbers, and a heat %d places; write one for each", len(s.PlacePoints), s.Heat)}
	}
	for i, points := range s.PlacePoints {
		if points < 0 || points > maxPlacePoints || i > 0 && points > s.PlacePoints[i-1] {
			return &keyError{"place-points", fmt.Sprintf("place-points: %d is outside 0 to %d, or more than a better place has", points, maxPlacePoints)}
		}
	}
	for _, name := range s.TieBreaks {
		if !isTieBreak(name, heatTieBreaks) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %.40q is not of tables; there are %s", name, namesAndReasons(heatTieBreaks))}
		}
	}
	if s.By != "" && !isTieBreak(s.By, heatTieBreaks) {
		return &keyError{"by", fmt.Sprintf("by = %.40q is not of tables; there are %s", s.By, namesAndReasons(heatTieBreaks))}
	}
	return nil
}
