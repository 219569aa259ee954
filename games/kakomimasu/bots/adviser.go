package bots

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host/compare"
)

// Adviser returns the actions of a bot in any position, and the values of positions. The same
// position has the same answer, whatever it was asked before.
type Adviser struct{ bot string }

// NewAdviser returns an adviser that thinks as the bot of a name does.
func NewAdviser(name string) Adviser { return Adviser{name} }

// Choose returns the actions of a player. Last are those of its turn before.
func (a Adviser) Choose(ctx context.Context, p *kakomimasu.Position, seat int, last []kakomimasu.Action) ([]kakomimasu.Action, error) {
	s, err := newSuggester(a.spec(p, seat))
	if err != nil {
		return nil, err
	}
	if m, ok := s.choosers[seat].(interface{ remember([]kakomimasu.Action) }); ok {
		m.remember(last)
	}
	return s.choose(ctx, p, seat)
}

// spec has a seed of its own for each player in each turn: equal bots that want the same cell would
// want it again and again.
func (a Adviser) spec(p *kakomimasu.Position, seat int) string {
	return fmt.Sprintf("%s?seed=%d", a.bot, 1+p.Turns()*kakomimasu.MaxPlayers+seat)
}

// Value returns the value of a position for the first player; see NewEvaluator.
func (a Adviser) Value(ctx context.Context, p *kakomimasu.Position) (compare.Eval, error) {
	s, err := newSuggester(a.spec(p, 0))
	if err != nil {
		return compare.Eval{}, err
	}
	return s.value(ctx, p.Clone())
}

// Loss returns by how many points of the next position the actions played by a seat in a turn are
// worse for it than others, if everybody else does the same; see NewSuggester.
func (a Adviser) Loss(p *kakomimasu.Position, seat int, played [][]kakomimasu.Action, instead []kakomimasu.Action) int {
	return lossOf(p, seat, played, instead)
}

func (c *contested) remember(last []kakomimasu.Action) { c.last = last }
