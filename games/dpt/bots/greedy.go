package bots

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// greedy lets each agent in turn do what is best at once, by the values that are
// shown, if the others stay.
type greedy struct{ rng *rand.Rand }

// Choose implements referee.Strategy.
func (b *greedy) Choose(_ context.Context, s *referee.TurnState, _ time.Duration) []dpt.Action {
	p, try := dpt.NewPosition(s.Field, false), dpt.NewPosition(s.Field, false)
	actions := make([]dpt.Action, len(p.Agents(0)))
	for agent := range actions {
		best, at := -1<<62, actions[agent]
		legal := legalActions(p, 0, agent)
		for _, i := range b.rng.Perm(len(legal)) {
			actions[agent] = legal[i]
			p.CopyTo(try)
			applied := try.Play([2][]dpt.Action{actions, nil})
			value := 4 * lead(try)
			switch {
			case applied[0][agent] != dpt.Done:
				continue
			case legal[i].Type == dpt.Move && p.Tile(try.Agents(0)[agent]) == dpt.Nobody:
				value++ // of equal steps rather one onto a new cell
			case legal[i].Type == dpt.Stay:
				value--
			}
			if value > best {
				best, at = value, legal[i]
			}
		}
		actions[agent] = at
	}
	return actions
}

func lead(p *dpt.Position) int { return p.Points(0).Total() - p.Points(1).Total() }
