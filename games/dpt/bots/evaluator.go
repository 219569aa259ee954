package bots

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewEvaluator returns a suggester that compares nothing, and says after each turn
// the value of the position for the first team, in tenths of a point, by the
// measure of search: an enclosed cell counts its average value, as long
// as values change, and half of it when the ring around it is only planned.
func NewEvaluator(spec string) (compare.Suggester, error) {
	a, err := newSuggester(spec)
	if err != nil {
		return nil, err
	}
	j := &evaluator{suggester: *a}
	for team, chooser := range j.choosers {
		mind, ok := chooser.(*search)
		if !ok {
			return nil, fmt.Errorf("bot %.40q says no values; write bot:search", spec)
		}
		j.minds[team] = mind
	}
	return j, nil
}

// evaluator follows a match with a search for each team.
type evaluator struct {
	suggester
	minds [2]*search
}

// Take implements compare.Suggester.
func (j *evaluator) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	note := j.follow(e)
	if note == nil {
		return nil, ctx.Err()
	}
	j.play(j.played(note))
	w := j.eval()
	return []compare.Move{{Eval: &w}}, ctx.Err()
}

func (j *evaluator) eval() (w compare.Eval) {
	if j.game.Over() {
		winner, _ := dpt.Decide([2]dpt.Points{j.game.Points(0), j.game.Points(1)})
		w.Points = known * lead(j.game.Position)
		w.Wins = [...]int{0, 1, -1}[winner+1]
		return w
	}
	f := j.game.Field()
	for team, mind := range j.minds {
		s := j.situation(f, team)
		mind.watch(s)
		p := dpt.NewPosition(s.Field, false)
		value := 0
		if mind.stay {
			value = known * p.Points(0).Total()
		} else {
			value = average*p.EnclosedCells(0) + mind.projectedGain(p, s.Turns-s.Turn+1)
		}
		w.Points += value * (1 - 2*team)
	}
	return w
}

func (b *search) projectedGain(p *dpt.Position, left int) int {
	if len(p.Agents(0)) != 1 {
		return 0
	}
	return int(b.planLoop(p, left).worth * average / 2)
}
