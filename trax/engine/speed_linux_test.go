package engine_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// BenchmarkNodes tells how many moves search tries in a second of processor time to
// depth 4, in positions of 8 to 24 plies in which nobody wins at once, and in some of 32
// to 48, in the fastest round: a busy machine then counts for little. One bot thinks about
// all of them, as one does in a match.
func BenchmarkNodes(b *testing.B) {
	for _, plies := range []int{8, 32} {
		positions := quietPositions(rand.New(rand.NewPCG(27, 1)), 20, plies)
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) { benchmarkNodes(b, positions) })
	}
}

func benchmarkNodes(b *testing.B, positions []*trax.Position) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := 0.0
	var last Info
	bot, err := New("search", Options{Depth: 4, OnInfo: func(t Info) { last = t }})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		nodes, took := int64(0), time.Duration(0)
		for _, p := range positions {
			start := ProcessorTime()
			if _, err := bot.Move(b.Context(), p, time.Hour); err != nil {
				b.Fatal(err)
			}
			took += ProcessorTime().Sub(start)
			nodes += last.Nodes
		}
		best = max(best, float64(nodes)/took.Seconds())
	}
	b.ReportMetric(best, "nodes/s")
}

// quietPositions returns n positions of so many plies of random moves or up to 16 more,
// none of which lets anybody win at once.
func quietPositions(rng *rand.Rand, n, least int) (all []*trax.Position) {
	for len(all) < n {
		p := trax.NewPosition()
		for tries, plies := 0, least+len(all)%17; p.Ply() < plies && tries < 500; tries++ {
			moves := p.AppendMoves(nil)
			_ = p.Play(moves[rng.IntN(len(moves))])
			if p.Outcome().Over || len(p.Tactics().AppendEndings(nil)) > 0 {
				p.Undo()
			}
		}
		all = append(all, p)
	}
	return all
}
