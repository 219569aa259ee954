package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestHistoryStaysInBounds notes moves at every depth, again and again.
func TestHistoryStaysInBounds(t *testing.T) {
	var o ordering
	o.reset(false)
	refutes, vain := uint64(1)<<8|uint64(trax.Plus), uint64(2)<<8|uint64(trax.Plus)
	last := o.orderBonus(refutes, 0, 0)
	for range 200 {
		for depth := range maxDepth + 1 {
			o.recordCutoff(refutes, 1, depth)
			o.recordMalus(vain, depth)
			now := o.orderBonus(refutes, 0, 0)
			require.GreaterOrEqual(t, now, last)
			require.LessOrEqual(t, now, historyWeight)
			require.GreaterOrEqual(t, o.orderBonus(vain, 0, 0), -historyWeight)
			last = now
		}
	}
	require.Greater(t, last, historyWeight*9/10)
	require.Less(t, o.orderBonus(vain, 0, 0), -historyWeight*9/10)
}

// TestSearch1OrdersAsBefore holds the history of search1, which is a measure.
func TestSearch1OrdersAsBefore(t *testing.T) {
	var o ordering
	o.reset(true)
	tag := uint64(1)<<8 | uint64(trax.Plus)
	for _, step := range []struct{ depth, points int }{{1, 1}, {2, 5}, {3, 14}, {5, 39}, {6, 40}} {
		o.recordCutoff(tag, 1, step.depth)
		o.recordMalus(tag, step.depth)
		require.Equal(t, step.points, o.orderBonus(tag, 0, 0))
	}
}

// TestRememberedValues compares values with those of an evaluator that is asked each
// time, while moves are played and taken back.
func TestRememberedValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	s := newSearch(Options{Evaluate: Learned()})
	evaluate, p := Learned(), trax.NewPosition()
	randomMoves(rng, p, 3)
	s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
	tr, again := &s.tree, 0
	seen := map[uint64]bool{}
	for range 3000 {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || tr.nodes > 0 && rng.IntN(2) == 0 && p.Ply() > 4 {
			tr.undo()
			continue
		}
		require.True(t, tr.play(moves[rng.IntN(min(len(moves), 4))]))
		if p.Outcome().Over || p.Ply() > 12 {
			tr.undo()
			continue
		}
		if key := tr.zobrist.top().posKey; seen[key] {
			again++
		} else {
			seen[key] = true
		}
		require.Equal(t, clamp(evaluate(p)), tr.eval(), "\n%s", p)
	}
	require.Greater(t, again, 100)
	require.NotEmpty(t, tr.evalCache)
}
