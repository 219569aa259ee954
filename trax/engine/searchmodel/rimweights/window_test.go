package rimweights

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWalk: a window has its edges, the newest in the lowest bits; an edge whose mate comes later has
// its bit; and a window is whole from the tenth edge of a walk on.
func TestWalk(t *testing.T) {
	var w Walk
	for range 2 {
		w.First()
		for n := range uint16(12) {
			e := Edge{At: 100 + n, Mate: 1}
			if n == 10 {
				e = Edge{At: 110, Other: true, Bend: 2, Mate: 104}
			}
			window, whole := w.Pass(e)
			require.Equal(t, n >= Wide-1, whole, n)
			switch {
			case n < 10:
				require.Zero(t, window&(1<<(4*(n+1))-1))
			case n == 10: // six edges after edge 104
				require.Equal(t, Window(8<<(4*6)|5), window)
			default:
				require.Equal(t, Window(8<<(4*7)|5<<4), window)
			}
		}
	}
}
