package bots

import (
	"context"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/games/kakomimasu/stepmodel"
)

// board plays as the RTL board does, by its reference model.
type board struct{ statelessBot }

// Turn implements referee.Strategy.
func (board) Turn(_ context.Context, s *referee.TurnState) ([]kakomimasu.Action, error) {
	return stepmodel.Of(s.Position, s.Me, s.Turn).Choose(), nil
}
