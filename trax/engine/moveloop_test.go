package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// parryAtOnce is tree.searchEvasions with a single list.
func parryAtOnce(t *tree, best uint64, depth, ply, alpha, beta int, e *ttEntry) {
	n := &t.plies[ply]
	n.candidates, n.keys = n.candidates[:0], n.keys[:0]
	n.moves = t.appendEvasions(n.moves[:0], n)
	t.addEvasions(n, best, ply, -infinite, infinite)
	t.searchMoves(depth, ply, alpha, beta, e)
}

// warmed returns a tree at p, which is attacked, that has searched it, and the score.
func warmed(t *testing.T, p *trax.Position, depth int) (tr *tree, score int) {
	s := newSearch(Options{Evaluate: Learned()})
	s.begin(p, newLimits(t.Context(), nil, time.Hour, 0), false)
	require.True(t, s.listRootMoves())
	for d := range depth {
		finished := false
		score, finished = s.searchRoot(d + 1)
		require.True(t, finished)
	}
	_, attacked := s.tree.findThreats(0)
	require.True(t, attacked)
	return &s.tree, score
}

// TestParriesInTwoSteps compares parries that are listed in two steps with those listed at
// once: they are searched in the same order, with and without a move of the table, whatever
// the first ones did to the history.
func TestParriesInTwoSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	var first, later, vain, changed int
	for found := 0; found < 100; {
		p := trax.NewPosition()
		randomMoves(rng, p, 10+rng.IntN(20))
		if threats, _, won := p.Tactics().Threats(nil); won || len(threats) == 0 {
			continue
		}
		steps, score := warmed(t, p, 2)
		if isDecisive(score) {
			continue
		}
		found++
		once, _ := warmed(t, p.Clone(), 2)
		depth := 1 + rng.IntN(stagedDepth)
		listed := p.Tactics().AppendEvasionMoves(nil, steps.plies[0].threats)
		for i := range 8 {
			best := uint64(0)
			if i%2 == 1 {
				best = steps.zobrist.top().moveKey(listed[rng.IntN(len(listed))])
			}
			beta := score + rng.IntN(300) - 200
			a := ttEntry{score: -infinite, bound: upperBound}
			b, before := a, steps.order.history
			steps.searchEvasions(best, depth, 0, beta-1, beta, &a)
			parryAtOnce(once, best, depth, 0, beta-1, beta, &b)
			require.Equal(t, b, a, "\n%s", p)
			require.Equal(t, once.nodes, steps.nodes, "\n%s", p)
			require.Equal(t, once.order.history, steps.order.history)
			require.Equal(t, once.order.killers, steps.order.killers)
			require.Zero(t, steps.order.snapshots)
			if before != steps.order.history {
				changed++
			}
			switch {
			case a.bound != lowerBound:
				vain++
			case len(steps.plies[0].keys) < len(once.plies[0].keys):
				first++
			default:
				later++
			}
		}
	}
	t.Logf("cut off at first %d, later %d, not at all %d; history changed %d", first, later, vain, changed)
	require.Greater(t, first, 20)
	require.Greater(t, later, 20)
	require.Greater(t, vain, 20)
}

// TestRewoundHistory changes the history while it is watched, rewinds it and replays it.
func TestRewoundHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	var o ordering
	o.reset(false)
	change := func() {
		for range 100 {
			tag := uint64(rng.IntN(20))<<8 | uint64(trax.Plus)
			if rng.IntN(2) == 0 {
				o.recordCutoff(tag, 0, rng.IntN(10))
			} else {
				o.recordMalus(tag, rng.IntN(10))
			}
		}
	}
	thereAndBack := func(from int, was [1 << historyBits]int32) {
		after := o.history
		o.rollback(from)
		require.Equal(t, was, o.history)
		o.redo(from)
		o.release()
		require.Equal(t, after, o.history)
	}
	change()
	outer, before := o.snapshot(), o.history
	change()
	inner, between := o.snapshot(), o.history
	change()
	thereAndBack(inner, between)
	change()
	thereAndBack(outer, before)
	change()
	require.Len(t, o.changes, 300)
	require.Zero(t, o.snapshot())
}
