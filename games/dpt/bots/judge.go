package bots

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// NewJudge returns an adviser that compares nothing, and says after each turn
// what the position is worth to the first team, in tenths of a point, by the
// measure of search: an enclosed cell counts what it is worth on average, as long
// as values change, and half of it when the ring around it is only planned.
func NewJudge(spec string) (compare.Suggester, error) {
	a, err := newAdviser(spec)
	if err != nil {
		return nil, err
	}
	j := &judge{adviser: *a}
	for team, chooser := range j.choosers {
		mind, ok := chooser.(*search)
		if !ok {
			return nil, fmt.Errorf("bot %.40q says no values; write bot:search", spec)
		}
		j.minds[team] = mind
	}
	return j, nil
}

// judge follows a match with a search for each team.
type judge struct {
	adviser
	minds [2]*search
}

// Take implements compare.Suggester.
func (j *judge) Take(ctx context.Context, e *record.Event) ([]compare.Move, error) {
	note := j.follow(e)
	if note == nil {
		return nil, ctx.Err()
	}
	j.play(j.played(note))
	w := j.worth()
	return []compare.Move{{Eval: &w}}, ctx.Err()
}

// worth is what the position is worth to the first team.
func (j *judge) worth() (w compare.Eval) {
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
			value = average*p.EnclosedCells(0) + mind.hopes(p, s.Turns-s.Turn+1)
		}
		w.Points += value * (1 - 2*team)
	}
	return w
}

// hopes is what the ring is worth that is planned.
func (b *search) hopes(p *dpt.Position, left int) int {
	if len(p.Agents(0)) != 1 {
		return 0
	}
	return int(b.ringing(p, left).worth * average / 2)
}
