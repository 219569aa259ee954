package bots

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/compare"
)

// Adviser follows a game, and returns the actions of bots in its positions, and their values. The
// same position of the same game has the same answer, whatever was asked before. It is used by
// one goroutine at a time.
type Adviser struct {
	suggester
	before *referee.TurnState // the turn before, as team 0 sees it; nil in the first turn
	rings  []loop             // of the field
}

// NewAdviser begins with a game by rules, which were checked.
func NewAdviser(r dpt.Rules) *Adviser {
	a := &Adviser{suggester: suggester{limit: adviceTime}}
	a.begin(dpt.New(r))
	return a
}

// adviceTime bounds nothing: who asks for advice wants the same as before.
const adviceTime = time.Hour

// adviceEnd is the number of last turns that are played out for advice.
const adviceEnd = 3

// Game returns the game, which only Play changes.
func (a *Adviser) Game() *dpt.Game { return a.game }

// Play plays a turn. Values are shown from it on; nil are those that the rules have.
func (a *Adviser) Play(actions [2][]dpt.Action, values []int) {
	a.before = a.situation(a.game.Field(), 0)
	a.before.Last, a.before.Applied = [2][]dpt.Action{}, [2][]dpt.ActionStatus{} // nobody looks at them
	a.play(actions)
	if values != nil {
		a.game.SetValues(values)
	}
}

// bot makes a bot that knows the turn before.
func (a *Adviser) bot(name string, team int) (referee.Strategy, error) {
	chooser, err := New(fmt.Sprintf("%s?seed=%d", name, 1+2*a.game.Turn()+team))
	mind, ok := chooser.(*search)
	if !ok {
		return chooser, err
	}
	mind.size[0], mind.size[1] = a.game.Size()
	if mind.ends = adviceEnd; a.rings == nil && mind.size[0]*mind.size[1] <= 20*20 {
		a.rings = loopsOf(mind.size[0], mind.size[1])
	}
	mind.rings = a.rings
	if a.before != nil {
		mind.watch(a.before.Of(team))
	}
	return mind, err
}

// Choose returns what the bot of a name does for a team.
func (a *Adviser) Choose(ctx context.Context, name string, team int) ([]dpt.Action, error) {
	chooser, err := a.bot(name, team)
	if err != nil {
		return nil, err
	}
	return chooser.Choose(ctx, a.situation(a.game.Field(), team), a.limit), nil
}

// Value returns the value of the position for the first team, in tenths of a point; see
// NewEvaluator.
func (a *Adviser) Value() (compare.Eval, error) {
	j := evaluator{suggester: a.suggester}
	for team := range j.minds {
		chooser, err := a.bot("search", team)
		if err != nil {
			return compare.Eval{}, err
		}
		j.minds[team] = chooser.(*search)
	}
	return j.eval(), nil
}

// Loss returns by how many points, by the values that are shown, what a team plays in the turn is
// worse than other actions of its own.
func (a *Adviser) Loss(team int, played [2][]dpt.Action, chosen []dpt.Action) int {
	return lossOf(a.game.Field(), team, played, chosen)
}

// begin begins with a game.
func (a *suggester) begin(g *dpt.Game) {
	a.game = g
	for team := range a.last {
		n := len(g.Agents(team))
		a.last[team], a.applied[team] = make([]dpt.Action, n), slices.Repeat([]dpt.ActionStatus{dpt.Done}, n)
	}
}
