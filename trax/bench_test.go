package trax_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	. "github.com/loopline/loopline/trax"
)

// BenchmarkPerft measures counting from the empty board in leaves a second.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name  string
		depth int
		o     PerftOptions
	}{
		{"depth=6/threads=1", 6, PerftOptions{Threads: 1}},
		{"depth=7/threads=1", 7, PerftOptions{Threads: 1}},
		{"depth=7/threads=2", 7, PerftOptions{Threads: 2}},
		{"depth=6/threads=1/ended", 6, PerftOptions{Threads: 1, Ended: true}},
		{"depth=8/threads=1/classes", 8, PerftOptions{Threads: 1, Classes: true, Ended: true}},
		{"depth=8/threads=1/cache", 8, PerftOptions{Threads: 1, Cache: 256 << 20, Ended: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var leaves uint64
			for b.Loop() {
				n, err := Perft(context.Background(), NewPosition(), c.depth, c.o)
				if err != nil || n.Leaves != known[c.depth].Leaves {
					b.Fatal(n, err)
				}
				leaves += n.Leaves
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// BenchmarkPlayUndo measures one random legal move and its undo in random
// positions of about the given number of plies.
func BenchmarkPlayUndo(b *testing.B) {
	for _, plies := range []int{10, 20, 40} {
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, uint64(plies)))
			type sample struct {
				p *Position
				m []Move
			}
			samples := make([]sample, 256)
			for i := range samples {
				p := randomPosition(rng, plies)
				all := p.AppendMoves(nil)
				moves := make([]Move, 64)
				for k := range moves {
					moves[k] = all[rng.IntN(len(all))]
				}
				samples[i] = sample{p, moves}
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				s := &samples[i/64%len(samples)]
				if s.p.Play(s.m[i%64]) != nil {
					b.Fatal("illegal")
				}
				s.p.Undo()
				i++
			}
		})
	}
}

// BenchmarkMoves measures move generation in positions of 20 plies.
func BenchmarkMoves(b *testing.B) {
	p := randomPosition(rand.New(rand.NewPCG(6, 7)), 20)
	var moves []Move
	b.ReportAllocs()
	for b.Loop() {
		moves = p.AppendMoves(moves[:0])
	}
}

// randomPosition plays random games until one lasts long enough.
func randomPosition(rng *rand.Rand, plies int) *Position {
	p := NewPosition()
	for p.Ply() < plies || p.Outcome().Over {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			p.Reset()
			continue
		}
		if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
	return p
}

// BenchmarkLongRow measures what the command moves does with a row of 100,000
// tiles, on which every tile below it forces all others. It has to take less
// than a second.
func BenchmarkLongRow(b *testing.B) {
	moves := wander("row", 100_000).moves
	fastest := time.Hour
	for b.Loop() {
		start := time.Now()
		p := NewPosition()
		for _, m := range moves {
			if err := p.PlayText(m); err != nil {
				b.Fatal(err)
			}
		}
		if n := len(p.AppendMoves(nil)) + len(p.AppendForcedIllegal(nil)); n != 600_006 {
			b.Fatal(n)
		}
		fastest = min(fastest, time.Since(start))
	}
	if fastest > time.Second {
		b.Fatalf("%s, more than a second", fastest)
	}
}
