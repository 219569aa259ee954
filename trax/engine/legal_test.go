package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestCellByCell finds the same moves in the same order, one by one, as the
// rules do at once.
func TestCellByCell(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 200 {
		p := trax.NewPosition()
		require.NoError(t, p.PlayText("@0/"))
		randomMoves(rng, p, rng.IntN(30))
		b := newLimits(t.Context(), nil, time.Hour, 0)
		var found []trax.Move
		for row := 0; row <= p.Height()+1; row++ {
			for col := 0; col <= p.Width()+1; col++ {
				found = b.appendCell(found, p, trax.Cell{Col: col, Row: row})
			}
		}
		require.Equal(t, p.AppendMoves(nil), found, "\n%s", p)
	}
}

func TestAnyMoveIsLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 300 {
		p := trax.NewPosition()
		randomMoves(rng, p, rng.IntN(40))
		m, err := anyMove(p)
		require.NoError(t, err)
		require.Contains(t, p.AppendMoves(nil), m)
	}
}
