package bots

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewEvaluator returns a suggester that compares nothing, and says after each method
// the value of the position for COOL, in tenths of an item: by how many it leads,
// with those that search expects in either seat. It knows what the seats' players
// have been told, no more.
func NewEvaluator(spec string) (compare.Suggester, error) {
	var j evaluator
	for seat := range j.choosers {
		chooser, err := New(spec)
		if err != nil {
			return nil, err
		}
		mind, ok := chooser.(*search)
		if !ok {
			return nil, fmt.Errorf("bot %.40q says no values; write bot:search", spec)
		}
		j.choosers[seat], j.minds[seat] = chooser, mind
	}
	return &j, nil
}

// evaluator follows a match with a search in each seat.
type evaluator struct {
	suggester
	minds [2]*search
	game  *chaser.Position // nil before one
}

const tenths = 10

// Take implements compare.Suggester.
func (j *evaluator) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	if e.Type == record.EventGame {
		j.game = nil
		if c, err := referee.FromRecord(e); err == nil {
			m := c.Start()
			j.game = chaser.New(m, m.Turns)
		}
	}
	moves, err := j.suggester.Take(ctx, e)
	if err != nil || len(moves) == 0 || j.game == nil || j.game.Outcome().Over || j.game.Next() != moves[0].Seat {
		return nil, err
	}
	played, err := chaser.ParseMethod(moves[0].Move)
	if err != nil {
		return nil, err
	}
	j.game.Play(played)
	w := j.eval()
	return []compare.Move{{Eval: &w}}, ctx.Err()
}

func (j *evaluator) eval() (w compare.Eval) {
	w.Points = tenths * (j.game.Items(0) - j.game.Items(1))
	if end := j.game.Outcome(); end.Over {
		w.Wins = [...]int{0, 1, -1}[end.Winner+1]
		return w
	}
	for seat, mind := range j.minds {
		w.Points += int(tenths*mind.hopes) * (1 - 2*seat)
	}
	return w
}
