package openings_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/openings"
)

// first returns the first openings of a seed.
func first(t *testing.T, seed uint64, n int) (all [][]trax.Move) {
	s := openings.New(seed)
	for range n {
		p, moves, err := s.Next(t.Context())
		require.NoError(t, err)
		require.Equal(t, len(moves), p.Ply())
		require.False(t, p.Outcome().Over)
		_, plies, err := engine.FindThreatWin(t.Context(), p, 50_000)
		require.NoError(t, err)
		require.Zero(t, plies, "%s", p)
		again := trax.NewPosition()
		for _, m := range moves {
			require.NoError(t, again.Play(m))
		}
		require.Equal(t, p.String(), again.String())
		all = append(all, moves)
	}
	return all
}

func TestOpeningsFollowFromTheSeed(t *testing.T) {
	tier.NoRace(t)
	one := first(t, 1, 1)
	require.Equal(t, one, first(t, 1, 1))
	require.NotEqual(t, one, first(t, 2, 1))
}

func TestOpeningsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := openings.New(1).Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
}
