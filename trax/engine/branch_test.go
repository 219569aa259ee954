package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// parryAtOnce is tree.parry with a single list.
func parryAtOnce(t *tree, best uint64, depth, ply, alpha, beta int, e *entry) {
	n := &t.plies[ply]
	n.list, n.keys = n.list[:0], n.keys[:0]
	n.answers = t.appendAnswers(n.answers[:0], n)
	t.addAnswers(n, best, ply, -infinite, infinite)
	t.branch(depth, ply, alpha, beta, e)
}

// warmed returns a tree at p, which is attacked, that has searched it, and the score.
func warmed(t *testing.T, p *trax.Position, depth int) (tr *tree, score int) {
	s := newSearch(Options{Evaluate: Learned()})
	s.begin(p, newBudget(t.Context(), nil, time.Hour, 0), false)
	require.True(t, s.list())
	for d := range depth {
		finished := false
		score, finished = s.deepen(d + 1)
		require.True(t, finished)
	}
	_, attacked := s.tree.attacks(0)
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
		if decided(score) {
			continue
		}
		found++
		once, _ := warmed(t, p.Clone(), 2)
		depth := 1 + rng.IntN(stepsDepth)
		listed := p.Tactics().AppendParries(nil, steps.plies[0].threats)
		for i := range 8 {
			best := uint64(0)
			if i%2 == 1 {
				best = steps.frame.top().tag(listed[rng.IntN(len(listed))])
			}
			beta := score + rng.IntN(300) - 200
			a := entry{score: -infinite, bound: atMost}
			b, before := a, steps.order.history
			steps.parry(best, depth, 0, beta-1, beta, &a)
			parryAtOnce(once, best, depth, 0, beta-1, beta, &b)
			require.Equal(t, b, a, "\n%s", p)
			require.Equal(t, once.nodes, steps.nodes, "\n%s", p)
			require.Equal(t, once.order.history, steps.order.history)
			require.Equal(t, once.order.killers, steps.order.killers)
			require.Zero(t, steps.order.watching)
			if before != steps.order.history {
				changed++
			}
			switch {
			case a.bound != atLeast:
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
				o.cutoff(tag, 0, rng.IntN(10))
			} else {
				o.vain(tag, rng.IntN(10))
			}
		}
	}
	thereAndBack := func(from int, was [1 << historyBits]int32) {
		after := o.history
		o.rewind(from)
		require.Equal(t, was, o.history)
		o.replay(from)
		o.unwatch()
		require.Equal(t, after, o.history)
	}
	change()
	outer, before := o.watch(), o.history
	change()
	inner, between := o.watch(), o.history
	change()
	thereAndBack(inner, between)
	change()
	thereAndBack(outer, before)
	change()
	require.Len(t, o.changes, 300)
	require.Zero(t, o.watch())
}
