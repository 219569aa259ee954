package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/trax"
)

// ErrNoTime is the error of a [Analyzer] whose time was up before it had a value.
var ErrNoTime = errors.New("no time to value the move")

// Analyzer says what a move is worth, by the same search and on the same scale
// for every move. It must not be used by two goroutines at once.
type Analyzer struct {
	depth int
	tree  tree
}

// NewAnalyzer returns a judge that looks depth plies ahead, the move among them:
// depth 1 looks at the board behind it. A nil evaluator is Tracks().
func NewAnalyzer(depth int, evaluate Evaluator) (*Analyzer, error) {
	if depth < 1 || depth > maxDepth {
		return nil, fmt.Errorf("depth %d is outside 1..%d", depth, maxDepth)
	}
	if evaluate == nil {
		evaluate = Tracks()
	}
	return &Analyzer{depth, tree{evaluate: evaluate, tt: newTTable(0)}}, nil
}

// Depth is how many plies the judge looks ahead.
func (j *Analyzer) Depth() int { return j.depth }

// Analyze returns what m is worth for the side to move in p, in the points of an
// [Evaluator], or as the end of a game: see [DecisivePlies]. It leaves p as it was.
// The error is that of a move that is not legal, or [ErrNoTime] when limit,
// less [MoveOverhead], or ctx ended first.
func (j *Analyzer) Analyze(ctx context.Context, p *trax.Position, m trax.Move, limit time.Duration) (int, error) {
	if err := p.Play(m); err != nil {
		return 0, err
	}
	p.Undo()
	t := &j.tree
	t.begin(p, newLimits(ctx, nil, limit, 0), false)
	c, ok := t.tryMove(m, 0)
	if !ok {
		return 0, ErrNoTime
	}
	value := t.scoreChild(&c, j.depth, 0, -infinite, infinite)
	if t.limits.stopped {
		return 0, ErrNoTime
	}
	return value, nil
}

// DecisivePlies tells whether value is that of a game that ends by force: after how
// many plies, the move that was valued among them, and whether it is won.
func DecisivePlies(value int) (plies int, won, ok bool) {
	if !isDecisive(value) {
		return 0, false, false
	}
	if value > 0 {
		return win - value, true, true
	}
	return win + value, false, true
}

// ForOpponent is what a move is worth, for who makes it, behind which the position is
// worth value to the other side.
func ForOpponent(value int) int { return -shiftMate(value, -1) }
