package trax_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/loopline/loopline/trax"
)

// BenchmarkThreats looks for wins in positions of games of usual length that
// their players keep from ending. It tells what a look takes in the median
// position, each at the fastest of many rounds, so that a busy machine counts for
// little.
func BenchmarkThreats(b *testing.B) {
	positions := keptGames(rand.New(rand.NewPCG(3, 4)), 400)
	fastest := make([]float64, len(positions))
	var threats []trax.EndingMove
	for b.Loop() {
		for i, p := range positions {
			const looks = 20
			start := time.Now()
			for range looks {
				threats, _, _ = p.Tactics().Threats(threats[:0])
			}
			took := float64(time.Since(start).Nanoseconds()) / looks
			if fastest[i] == 0 || took < fastest[i] {
				fastest[i] = took
			}
		}
	}
	slices.Sort(fastest)
	b.ReportMetric(fastest[len(fastest)/2], "ns/median")
	b.ReportMetric(fastest[len(fastest)*9/10], "ns/90%")
}

// keptGames returns positions of 6 to 30 plies, from games in which nobody ends
// the game and most moves leave no turn that does.
func keptGames(rng *rand.Rand, n int) (positions []*trax.Position) {
	for len(positions) < n {
		p := trax.NewPosition()
		for tries := 0; p.Ply() < 6+len(positions)%25 && tries < 300; tries++ {
			moves := p.AppendMoves(nil)
			_ = p.Play(moves[rng.IntN(len(moves))])
			if p.Outcome().Over || rng.IntN(10) > 0 && len(p.Tactics().AppendEndings(nil)) > 0 {
				p.Undo()
			}
		}
		positions = append(positions, p)
	}
	return positions
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
	var all []trax.EndingMove
	for b.Loop() {
		all = p.Tactics().AppendEndings(all[:0])
	}
}
