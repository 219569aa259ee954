package pinout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/internal/netlist/netlisttest"
)

// TestTopPorts: the ports of a top are the same in each form of its description, whether all of it is read or the
// ports alone.
func TestTopPorts(t *testing.T) {
	tier.Slow(t)
	seen := 0
	for _, asJSON := range []bool{false, true} {
		tree, details, ok := netlisttest.Described(t, asJSON)
		if !ok {
			continue
		}
		seen++
		for _, alone := range []bool{false, true} {
			d, err := netlist.ReadDescription(tree, details, alone)
			require.NoError(t, err)
			require.Equal(t, []Port{
				{Name: "clk", Input: true, Width: 1}, {Name: "rst_n", Input: true, Width: 1}, {Name: "d", Input: true, Width: 3},
				{Name: "q", Width: 3}, {Name: "o", Width: 8}, {Name: "io", Inout: true, Width: 1}, {Name: "p", Width: 2, Dims: 1},
			}, TopPorts(d), "JSON: %v, alone: %v", asJSON, alone)
		}
	}
	require.Positive(t, seen)
}
