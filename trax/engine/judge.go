package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/trax"
)

// ErrNoTime is the error of a [Judge] whose time was up before it had a value.
var ErrNoTime = errors.New("no time to value the move")

// Judge says what a move is worth, by the same search and on the same scale
// for every move. It must not be used by two goroutines at once.
type Judge struct {
	depth int
	tree  tree
}

// NewJudge returns a judge that looks depth plies ahead, the move among them:
// depth 1 looks at the board behind it. A nil evaluator is Tracks().
func NewJudge(depth int, evaluate Evaluator) (*Judge, error) {
	if depth < 1 || depth > maxDepth {
		return nil, fmt.Errorf("depth %d is outside 1..%d", depth, maxDepth)
	}
	if evaluate == nil {
		evaluate = Tracks()
	}
	return &Judge{depth, tree{evaluate: evaluate, table: newTable(0)}}, nil
}

// Depth is how many plies the judge looks ahead.
func (j *Judge) Depth() int { return j.depth }

// Value returns what m is worth for the side to move in p, in the points of an
// [Evaluator], or as the end of a game: see [Forced]. It leaves p as it was.
// The error is that of a move that is not legal, or [ErrNoTime] when limit,
// less [Margin], or ctx ended first.
func (j *Judge) Value(ctx context.Context, p *trax.Position, m trax.Move, limit time.Duration) (int, error) {
	if err := p.Play(m); err != nil {
		return 0, err
	}
	p.Undo()
	t := &j.tree
	t.begin(p, newBudget(ctx, nil, limit, 0), false)
	c, ok := t.try(m, 0)
	if !ok {
		return 0, ErrNoTime
	}
	value := t.child(&c, j.depth, 0, -infinite, infinite)
	if t.budget.spent {
		return 0, ErrNoTime
	}
	return value, nil
}

// Forced tells whether value is that of a game that ends by force: after how
// many plies, the move that was valued among them, and whether it is won.
func Forced(value int) (plies int, won, ok bool) {
	if !decided(value) {
		return 0, false, false
	}
	if value > 0 {
		return win - value, true, true
	}
	return win + value, false, true
}

// Answered is what a move is worth, for who makes it, behind which the position is
// worth value to the other side.
func Answered(value int) int { return -shift(value, -1) }
