package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/pairing"
)

// What gives points in a heat.
const (
	PointsByPlace = "place"
	PointsByScore = "score"
)

// maxPlacePoints bounds the points of a place.
const maxPlacePoints = 1000

var (
	pointsBys     = []string{PointsByPlace, PointsByScore}
	heatTieBreaks = []string{Points, Wins, Score, Faults, Time}
)

// PointsOf is the points of a place, from 0.
func (s *StageConfig) PointsOf(place int) int {
	switch {
	case place < len(s.PlacePoints):
		return s.PlacePoints[place]
	case s.PlacePoints == nil:
		return s.Heat - 1 - place
	}
	return 0
}

// Smallest is the least of a heat.
func (s *StageConfig) Smallest() int {
	if s.SmallestHeat > 0 {
		return s.SmallestHeat
	}
	return s.Heat
}

// HeatRounds counts the rounds of a stage of heats.
func (s *StageConfig) HeatRounds(field int) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return pairing.HeatRounds(field, s.Heat, s.Smallest())
}

// Uneven reports whether some of a field play one heat more than others. Then means of a game rank them.
func (s *StageConfig) Uneven(field int) bool {
	return s.Kind == Tables && field > 1 && s.HeatRounds(field)*s.free(field, s.Smallest())%field != 0
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
	if !s.Uneven(field) {
		return ""
	}
	rounds, free := s.HeatRounds(field), s.free(field, s.Smallest())
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
	for smallest := s.Smallest() - 1; smallest >= 2; smallest-- {
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
