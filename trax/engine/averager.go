package engine

import (
	"context"
	"time"

	"github.com/loopline/loopline/trax"
)

// Averager scores single moves by the mean of searches to a depth and to one ply less. Whoever
// moves last at the end of a search looks better by that move, so the scores of one depth swing
// with every ply. It is not safe for concurrent use.
type Averager struct{ analyzers []*Analyzer } // the deepest first

// NewAverager returns an averager of searches to depth plies and to one less. Evaluate is that
// of [NewAnalyzer], as is the error.
func NewAverager(depth int, evaluate Evaluator) (*Averager, error) {
	a := &Averager{}
	for d := depth; d >= max(1, depth-1); d-- {
		j, err := NewAnalyzer(d, evaluate)
		if err != nil {
			return nil, err
		}
		a.analyzers = append(a.analyzers, j)
	}
	return a, nil
}

// Analyze returns the score of m for the side to move in p. Wins is 1 where the move wins by
// force, and -1 where it loses so; score is then 0. It leaves p as it was. Its error is that
// of [Analyzer.Analyze].
func (a *Averager) Analyze(ctx context.Context, p *trax.Position, m trax.Move, limit time.Duration) (score, wins int, err error) {
	for _, j := range a.analyzers {
		value, err := j.Analyze(ctx, p, m, limit)
		if err != nil {
			return 0, 0, err
		}
		if _, won, forced := DecisivePlies(value); forced && won {
			return 0, 1, nil
		} else if forced {
			return 0, -1, nil
		}
		score += value
	}
	return score / len(a.analyzers), 0, nil
}
