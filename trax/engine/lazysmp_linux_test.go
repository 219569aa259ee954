package engine

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/loopline/loopline/trax"
)

// BenchmarkThreads tells how many times as long the thread that answers computes
// to a depth alone as with a second one beside it, in the median of positions
// that take it a while.
func BenchmarkThreads(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const depth, least = 5, 20 * time.Millisecond
	rng := rand.New(rand.NewPCG(5, 1))
	var ratios []float64
	for b.Loop() {
		p := trax.NewPosition()
		randomMoves(rng, p, 5+rng.IntN(12))
		var took [2]time.Duration
		for i := range took {
			s := newSearch(Options{Evaluate: Tracks(), Depth: depth, Threads: i + 1})
			start := processorTime()
			if _, err := s.iterate(b.Context(), p, time.Hour); err != nil {
				b.Fatal(err)
			}
			took[i] = processorTime().Sub(start)
		}
		if took[0] >= least {
			ratios = append(ratios, took[0].Seconds()/took[1].Seconds())
		}
	}
	slices.Sort(ratios)
	if len(ratios) > 0 {
		b.ReportMetric(ratios[len(ratios)/2], "times/median")
	}
}
