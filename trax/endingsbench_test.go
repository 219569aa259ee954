package trax_test

import (
	"math/rand/v2"
	"testing"

	"github.com/loopline/loopline/trax"
)

// BenchmarkThreats looks for wins in positions of games of usual length.
func BenchmarkThreats(b *testing.B) {
	var positions []*trax.Position
	rng := rand.New(rand.NewPCG(3, 4))
	for len(positions) < 200 {
		p := trax.NewPosition()
		for range 8 + rng.IntN(20) {
			moves := p.AppendMoves(nil)
			_ = p.Play(moves[rng.IntN(len(moves))])
			if p.Outcome().Over {
				p.Undo()
			}
		}
		positions = append(positions, p)
	}
	var threats []trax.Ending
	b.ResetTimer()
	for i := range b.N {
		threats, _, _ = positions[i%len(positions)].Threats(threats[:0])
	}
}

// BenchmarkAppendEndings is the same without stopping at a win.
func BenchmarkAppendEndings(b *testing.B) {
	p := trax.NewPosition()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 24 {
		moves := p.AppendMoves(nil)
		_ = p.Play(moves[rng.IntN(len(moves))])
		if p.Outcome().Over {
			p.Undo()
		}
	}
	var all []trax.Ending
	for b.Loop() {
		all = p.AppendEndings(all[:0])
	}
}
