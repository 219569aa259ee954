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
		windows := make([]pattern, n)
		rimPatterns(windows, rim, trax.White)
		for _, w := range windows {
			require.Zero(t, w&wideMask, "%d edges", n)
		}
	}
}
