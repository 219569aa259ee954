// Package rating estimates the strength of players from the results of games, with
// margins of error.
//
// [Compare], of [Games] or [Pairs], is for two players: Elo and normalized Elo with
// their margins, and the likelihood of superiority. [SPRT] decides early between
// two hypotheses. [Fit] ranks many players at once by the Bradley–Terry
// model, with a term for who moves first.
//
// It knows no game and does no I/O.
package rating

import "math"

// perElo is one point of Elo in natural logarithms of odds.
const perElo = math.Ln10 / 400

// Elo is the difference in rating that a score between 0 and 1 stands for:
// plus or minus infinity at the ends.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -math.Log(1/score-1) / perElo
}

// Score is the expected score at a difference in rating.
func Score(elo float64) float64 { return 1 / (1 + math.Exp(-elo*perElo)) }

// phi is the distribution function of the standard normal distribution.
func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// z95 sets how many standard deviations hold 95 % of a normal distribution.
const z95 = 1.959963984540054
