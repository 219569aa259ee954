package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestWindowsBesideHoles: a track that ends in a hole ends at no other edge of a window.
func TestWindowsBesideHoles(t *testing.T) {
	for _, n := range []int{narrow, wide, 14} {
		rim := make([]trax.RimEdge, n)
		for i := range rim {
			rim[i].Mate = -1
		}
		w := windowsOf(rim, trax.White)
		for range rim {
			require.Zero(t, w.window()&wideMask, "%d edges", n)
		}
	}
}
