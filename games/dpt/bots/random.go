package bots

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
)

// random plays any legal action.
type random struct{ rng *rand.Rand }

// Choose implements referee.Strategy.
func (b *random) Choose(_ context.Context, s *referee.TurnState, _ time.Duration) (actions []dpt.Action) {
	p := dpt.NewPosition(s.Field, false)
	for agent := range p.Agents(0) {
		legal := legalActions(p, 0, agent)
		actions = append(actions, legal[b.rng.IntN(len(legal))])
	}
	return actions
}

func legalActions(p *dpt.Position, team, agent int) []dpt.Action {
	all := []dpt.Action{{}}
	for _, t := range []dpt.Type{dpt.Move, dpt.Remove} {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if a := (dpt.Action{Type: t, DX: dx, DY: dy}); (dx != 0 || dy != 0) && p.Legal(team, agent, a) {
					all = append(all, a)
				}
			}
		}
	}
	return all
}
