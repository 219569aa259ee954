package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/engine"
)

func TestChance(t *testing.T) {
	require.InDelta(t, 0.5, WinProbability(0), 1e-9)
	require.InDelta(t, 1, WinProbability(70)+WinProbability(-70), 1e-9, "one side's chance is what the other's lacks")
	require.Greater(t, WinProbability(71), WinProbability(70))
	require.Less(t, WinProbability(MaxValue), 1.0+1e-9)
	require.Equal(t, 1.0, WinProbability(MaxValue+1))
	require.Zero(t, WinProbability(-MaxValue-1))
}
