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

// Analyzer scores single moves by a fixed-depth search, on the same scale for every move. It
// is not safe for concurrent use.
type Analyzer struct {
	depth int
	tree  tree
}

// NewAnalyzer returns an analyzer that searches depth plies, the analysed move among them:
// depth 1 evaluates the position after it. A nil evaluator is Tracks(). It returns an error for
// a depth outside 1..64.
func NewAnalyzer(depth int, evaluate Evaluator) (*Analyzer, error) {
	if depth < 1 || depth > maxDepth {
		return nil, fmt.Errorf("depth %d is outside 1..%d", depth, maxDepth)
	}
	if evaluate == nil {
		evaluate = Tracks()
	}
	return &Analyzer{depth, tree{evaluate: evaluate, tt: newTTable(0)}}, nil
}

// Depth returns the plies that the analyzer searches.
func (j *Analyzer) Depth() int { return j.depth }

// Analyze returns the score of m for the side to move in p, in points of an [Evaluator], or a
// decisive score: see [DecisivePlies]. It leaves p as it was. It returns an error if m is
// illegal, and [ErrNoTime] if limit, less [MoveOverhead], or ctx ended first.
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

// DecisivePlies returns the plies until the end of a game with a decisive score, the analysed
// move among them, and whether it is won. ok is false if the score is not decisive.
func DecisivePlies(value int) (plies int, won, ok bool) {
	if !isDecisive(value) {
		return 0, false, false
	}
	if value > 0 {
		return win - value, true, true
	}
	return win + value, false, true
}

// ForOpponent converts the score of the position after a move, for the side to move there,
// into that of the move, one ply earlier, for the side that made it.
func ForOpponent(value int) int { return -shiftMate(value, -1) }
