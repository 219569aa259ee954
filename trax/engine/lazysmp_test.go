package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// TestThreadsSeeTwoPlies lets several threads share a table: what they find there
// of each other is true, so that they win where they can and parry what they must.
func TestThreadsSeeTwoPlies(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	b := bot(t, "search", Options{Threads: 3, Nodes: 2500})
	seen := 0
	for seen < 10 {
		p := randomPosition(rng, 3+rng.IntN(20))
		found := fates(p)
		f, n := best(found)
		if n == len(found) {
			continue
		}
		seen++
		require.Equal(t, f, found[choose(t, b, p)], "\n%s", p)
	}
}

// TestThreadsEnd ends all threads with the answer, also one that is cut short.
func TestThreadsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bot(t, "search", Options{Threads: 4, Nodes: 50})
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for _, ctx := range []context.Context{t.Context(), gone} {
			m, err := b.Move(ctx, trax.NewPosition(), time.Second)
			require.NoError(t, err)
			require.NoError(t, trax.NewPosition().Play(m))
		}
	})
}

func TestThreadsOutOfRange(t *testing.T) {
	for _, threads := range []int{-1, 65} {
		_, err := New("search", Options{Threads: threads})
		require.ErrorContains(t, err, "threads are outside 0..64")
	}
	_, err := New("search", Options{Threads: 2, Evaluate: Tracks()})
	require.ErrorContains(t, err, "cannot share an evaluator")
}
