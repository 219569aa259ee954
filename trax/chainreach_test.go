package trax_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax"
)

// TestReach: turns of which it is known which cells they fill fill those, and are legal;
// no loop needs cells between which no track leads.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	steps, dark := [5]int{}, 0
	for round := range 40 {
		for path := range paths {
			p := wanderAtRandom(rng, path, 10+5*round).p
			for range rng.IntN(30) { // and what lies around
				moves := p.AppendMoves(nil)
				if p.Play(moves[rng.IntN(len(moves))]) == nil && p.Outcome().Over {
					p.Undo()
				}
			}
			p.Reaches(func(r Reach) {
				require.True(t, r.MayEnd || !r.Legal || !r.Tracked, "%s\n%s", r.Move, p)
				if !r.Clear {
					dark++
					return
				}
				require.Less(t, r.Steps, len(steps))
				steps[r.Steps]++
				require.True(t, r.Legal, "%s\n%s", r.Move, p)
				require.Equal(t, r.Filled, r.Cells, "%s\n%s", r.Move, p)
				require.True(t, r.Closes || !r.Tracked, "%s\n%s", r.Move, p)
			})
		}
	}
	t.Log(steps, dark)
	for n, turns := range steps {
		require.Greater(t, turns, 100, "turns of which %d forced cells are known", n)
	}
	require.Greater(t, dark, 100)
}
