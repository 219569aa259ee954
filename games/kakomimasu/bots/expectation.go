package bots

import (
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// model is a way to foresee what an opponent does.
type model int

// The models: an opponent acts as greedy does, or by plans as search makes them.
const (
	modelGreedy model = iota
	modelPlans
	models
)

// fading is how much of what a model has hit still counts a turn later.
const fading = 0.8

// expectation finds out by which model each opponent is foreseen best: it counts the agents that went
// where the model had them go. It starts anew where turns are missing.
type expectation struct {
	turn    int // that the guesses are for
	guesses [kakomimasu.MaxPlayers][models][]kakomimasu.Action
	hits    [kakomimasu.MaxPlayers][models]float64
}

// look compares the guesses with the position of the next turn.
func (e *expectation) look(s *referee.TurnState) {
	if s.Turn != e.turn+1 {
		*e = expectation{}
	}
	for player := range e.guesses {
		for m, guesses := range e.guesses[player] {
			e.hits[player][m] *= fading
			for _, a := range guesses {
				if a.Type != kakomimasu.Remove && s.Position.Agent(player, a.Agent) == a.To {
					e.hits[player][m]++
				}
			}
			e.guesses[player][m] = nil
		}
	}
	e.turn = s.Turn
}

// plans reports whether an opponent is foreseen best by plans.
func (e *expectation) plans(player int) bool {
	return e.hits[player][modelPlans] > e.hits[player][modelGreedy]
}
