package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/engine"
)

func TestChance(t *testing.T) {
	require.InDelta(t, 0.5, Chance(0), 1e-9)
	require.InDelta(t, 1, Chance(70)+Chance(-70), 1e-9, "one side's chance is what the other's lacks")
	require.Greater(t, Chance(71), Chance(70))
	require.Less(t, Chance(MaxValue), 1.0+1e-9)
	require.Equal(t, 1.0, Chance(MaxValue+1))
	require.Zero(t, Chance(-MaxValue-1))
}
