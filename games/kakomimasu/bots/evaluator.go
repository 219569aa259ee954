package bots

import (
	"context"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// foresight is the number of turns that an evaluator plays on.
const foresight = 2

// NewEvaluator returns a suggester that compares nothing, and says after each turn
// the value of the position for the first seat: by how many points it leads when
// the bot of the spec has played two turns more for everybody.
func NewEvaluator(spec string) (compare.Suggester, error) {
	a, err := newSuggester(spec)
	return &evaluator{*a}, err
}

// evaluator follows a match with a bot in each seat.
type evaluator struct{ suggester }

// Take implements compare.Suggester.
func (j *evaluator) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	turn := j.reader.Take(e)
	if turn == nil {
		return nil, ctx.Err()
	}
	p := j.reader.Position.Clone()
	p.Turn(turn.Actions())
	w, err := j.value(ctx, p)
	if err != nil {
		return nil, err
	}
	return []compare.Move{{Eval: &w}}, ctx.Err()
}

// value is the value of a position, which it plays on.
func (a *suggester) value(ctx context.Context, p *kakomimasu.Position) (w compare.Eval, err error) {
	if p.Over() {
		w.Wins = outcome(p, 0)
	}
	for range foresight {
		if p.Over() {
			break
		}
		actions, err := a.all(ctx, p)
		if err != nil {
			return w, err
		}
		p.Turn(actions)
	}
	w.Points = lead(p, 0)
	return w, nil
}

func (a *suggester) all(ctx context.Context, p *kakomimasu.Position) (actions [][]kakomimasu.Action, err error) {
	actions = make([][]kakomimasu.Action, p.Field().Players)
	for seat := range actions {
		if actions[seat], err = a.choose(ctx, p, seat); err != nil {
			return nil, err
		}
	}
	return actions, nil
}

// outcome is 1 if a player has won, -1 if another has, 0 if it is a draw.
func outcome(p *kakomimasu.Position, player int) int {
	switch winner, _ := p.Winner(); winner {
	case player:
		return 1
	case -1:
		return 0
	}
	return -1
}
