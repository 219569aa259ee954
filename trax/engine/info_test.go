package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// TestThoughts wants a thought for every depth that is finished, whose moves are
// legal one behind the other and begin with the answer.
func TestThoughts(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	forced, longest := 0, 0
	for range 30 {
		p := randomPosition(rng, 4+rng.IntN(12))
		var told []Info
		m := choose(t, bot(t, "search", Options{Depth: 3, OnInfo: func(t Info) { told = append(told, t) }}), p)
		require.NotEmpty(t, told)
		last := told[len(told)-1]
		require.Equal(t, m, last.PV[0])
		for i, thought := range told {
			require.Equal(t, i+1, thought.Depth)
			require.LessOrEqual(t, len(thought.PV), thought.Depth)
			q := p.Clone()
			for _, m := range thought.PV {
				require.NoError(t, q.Play(m))
			}
			longest = max(longest, len(thought.PV))
		}
		if plies, won, ok := DecisivePlies(last.Value); ok && won && len(last.PV) == plies {
			forced++
			q := p.Clone()
			for _, m := range last.PV {
				require.NoError(t, q.Play(m))
			}
			require.Equal(t, p.Turn(), q.Outcome().Winner)
		}
	}
	require.Positive(t, forced)
	require.Equal(t, 3, longest)
}

func TestThoughtInWords(t *testing.T) {
	line := []trax.Move{{Cell: trax.Cell{Col: 2, Row: 2}, Shape: trax.Slash}, {Cell: trax.Cell{}, Shape: trax.Plus}}
	for _, c := range []struct {
		thought Info
		words   string
	}{
		{Info{Depth: 4, Value: -35, PV: line, Nodes: 1234}, "depth 4, value -35, B2/ @0+, 1234 nodes"},
		{Info{Depth: 3, Value: 1<<20 - 3, PV: line[:1], Nodes: 9}, "depth 3, wins in 3, B2/, 9 nodes"},
		{Info{Depth: 2, Value: 2 - 1<<20, PV: line[:1], Nodes: 9}, "depth 2, loses in 2, B2/, 9 nodes"},
	} {
		require.Equal(t, c.words, c.thought.String())
	}
}
