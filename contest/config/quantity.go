package config

import (
	"slices"
	"strings"
)

// The quantities of a game that every game has. Scores are in its verdict; the others are
// measured from its record.
const (
	QuantityScore    = "score"          // of the seat
	QuantityOpponent = "opponent-score" // of the other seat
	QuantityPlies    = "plies"          // of the game
	QuantityTime     = "time"           // of the seat's answers, in milliseconds
	QuantityFaults   = "faults"         // fouls of the seat
)

// Quantities lists them.
var Quantities = []string{QuantityScore, QuantityOpponent, QuantityPlies, QuantityTime, QuantityFaults}

// Measures are the quantities that the config uses and that no verdict has.
func (p *Config) Measures() (names []string) {
	for i := range p.Stages {
		s := &p.Stages[i]
		for _, rule := range append(slices.Clone(s.TieBreaks), s.By) {
			switch name, ok := strings.CutPrefix(rule, ReasonPrefix); {
			case ok:
				names = append(names, name)
			case rule == QuantityTime || rule == QuantityFaults:
				names = append(names, rule)
			}
		}
		names = append(append(names, s.Quantities()...), s.strikeQuantities()...)
		if s.Kind == Qualifier {
			names = append(names, QuantityFaults)
		}
	}
	return names
}

// Quantities are the names that the formulas of the stage use.
func (s *StageConfig) Quantities() (names []string) {
	for _, text := range []string{s.PointsWin, s.PointsLoss, s.PointsDraw} {
		if f, err := ParseFormula(text); err == nil {
			names = append(names, f.Names...)
		}
	}
	return names
}

// Reasons are the reasons of wins that the stage's tie-breaks name.
func (s *StageConfig) Reasons() (reasons []string) {
	for _, rule := range append(slices.Clone(s.TieBreaks), s.By) {
		if reason, ok := strings.CutPrefix(rule, ReasonPrefix); ok {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// QuantityOfKind names the measured fouls of one kind.
func QuantityOfKind(kind string) string { return QuantityFaults + ":" + kind }

// strikeQuantities are the measures that the strikes of the stage need.
func (s *StageConfig) strikeQuantities() (names []string) {
	if s.Strikes > 0 && s.StrikeReasons == nil {
		return []string{QuantityFaults}
	}
	for _, reason := range s.StrikeReasons {
		if reason != AbsentReason {
			names = append(names, QuantityOfKind(reason))
		}
	}
	return names
}
