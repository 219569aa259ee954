package model

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// Verilator's generator gives the same first bits for small numbers.
func TestSeedsLieFarApart(t *testing.T) {
	seen := make(map[uint32]bool)
	for seed := range uint32(1000) {
		s := PowerUpSeed(seed)
		require.Positive(t, s)
		require.Less(t, s, uint32(1<<31-1))
		require.False(t, seen[s])
		seen[s] = true
		require.Greater(t, bits.OnesCount32(s^PowerUpSeed(seed+1)), 3)
	}
	require.Positive(t, PowerUpSeed(1<<32-1))
}
