package bots

import (
	"context"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host/compare"
)

// Adviser returns the actions of a bot in any position, and the values of positions. The same
// position has the same answer, whatever it was asked before.
type Adviser struct{ bot string }

// NewAdviser returns an adviser that thinks as the bot of a name does.
func NewAdviser(name string) Adviser { return Adviser{name} }

// Choose returns the line that who is to move says: a start cell, or an answer.
func (a Adviser) Choose(ctx context.Context, p *battle2048.Position) (string, error) {
	s, err := a.suggester(p)
	if err != nil {
		return "", err
	}
	if !p.Started() {
		c, err := s.chooser.Start(ctx, p.Next())
		return c.String(), err
	}
	answer, err := s.chooser.Turn(ctx, referee.StateOf(p, time.Hour), time.Minute)
	return answer.String(), err
}

func (a Adviser) suggester(p *battle2048.Position) (*suggester, error) {
	s, err := newSuggester(a.bot + "?seed=1")
	if err == nil {
		s.game = *p
	}
	return s, err
}

// Value returns the value of a position for the first player; see NewSuggester.
func (a Adviser) Value(ctx context.Context, p *battle2048.Position) (compare.Eval, error) {
	switch {
	case p.Over:
		return compare.Eval{Wins: 1 - 2*p.Winner()}, nil
	case !p.Started():
		return compare.Eval{}, nil
	}
	points, ok := ahead(ctx, &p.Boards[p.Next()], &p.Boards[1-p.Next()], valueDepth)
	if !ok {
		return compare.Eval{}, context.Cause(ctx)
	}
	w := evalOf(points)
	if p.Next() != 0 {
		w = compare.Eval{Points: -w.Points, Wins: -w.Wins}
	}
	return w, nil
}

// Compare compares a line with what the bot says in the position. The move is nil for a start
// cell, of which any is as good.
func (a Adviser) Compare(ctx context.Context, p *battle2048.Position, line string) (*compare.Move, error) {
	s, err := a.suggester(p)
	if err != nil || !p.Started() || p.Over {
		return nil, err
	}
	return s.turn(ctx, &referee.Turn{Turn: p.Turn(), Seat: p.Next(), Answer: line})
}
