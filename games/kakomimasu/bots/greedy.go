package bots

import (
	"context"
	"maps"
	"math/rand/v2"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// greedy maximises for each agent the present value of the cell: points of its own that
// it gains, points of others that they lose. It does not see rings.
type greedy struct {
	statelessBot
	contested
	rng *rand.Rand
}

// Turn implements referee.Strategy.
func (b *greedy) Turn(_ context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	var all []kakomimasu.Action
	b.begin(b.rng, s)
	named := maps.Clone(b.shun)
	for agent := range s.Board.Agents {
		choices := possible(s, agent)
		b.rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		best, gain := -1, -1
		for i, a := range choices {
			if g := eval(s, a); !named[a.To] && g > gain {
				best, gain = i, g
			}
		}
		if best >= 0 {
			named[choices[best].To] = true
			all = append(all, choices[best])
		}
	}
	b.last = all
	return all, nil
}

// eval returns the gain of an action by the points of its cell. A step that gains
// nothing still leads on; onto an occupied cell it does not.
func eval(s *referee.TurnState, a kakomimasu.Action) int {
	point, tile := s.Board.Point(a.To), s.Position.At(a.To)
	if _, _, taken := s.Position.Standing(a.To); taken {
		return -1
	}
	switch {
	case a.Type == kakomimasu.Remove && tile.Player == s.Me:
		return -1 - point
	case a.Type == kakomimasu.Remove:
		return point
	case tile.Wall:
		return 0
	}
	return point
}
