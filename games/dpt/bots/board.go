package bots

import (
	"context"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/dpt/ringmodel"
)

// board plays as the RTL board does, by its reference model: the first agent acts, the
// others stay.
type board struct{}

// Choose implements referee.Strategy.
func (board) Choose(_ context.Context, s *referee.TurnState, _ time.Duration) []dpt.Action {
	f := s.Field
	actions := make([]dpt.Action, len(f.Agents[0]))
	if len(actions) == 0 {
		return actions
	}
	q := ringmodel.Question{
		Turn: s.Turn, Turns: s.Turns, Width: f.Width, Height: f.Height, Tiles: f.Tiles,
		Own: f.Agents[0][0], Other: dpt.Point{X: -1, Y: -1},
	}
	if len(f.Agents[1]) > 0 {
		q.Other = f.Agents[1][0]
	}
	actions[0] = q.Choose()
	return actions
}
