package netlist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/netlist/netlisttest"
)

// TestDescription reads a design as each form in which this machine's Verilator describes it: the drivers and the
// faults of its processes are the same in all versions.
func TestDescription(t *testing.T) {
	tier.Slow(t)
	seen := 0
	for _, asJSON := range []bool{false, true} {
		tree, details, ok := netlisttest.Described(t, asJSON)
		if !ok {
			continue
		}
		seen++
		require.Equal(t, asJSON, !isXML(tree))
		d, err := ReadDescription(tree, details, false)
		require.NoError(t, err)
		n := Read(d)
		require.NotNil(t, n.Top)
		require.Empty(t, n.Conflicts())
		var found []string
		for _, f := range n.ProcessFindings() {
			found = append(found, f.Code+" "+strings.Join(strings.Split(f.Text, ":")[:2], ":"))
		}
		require.Equal(t, []string{"LATCH a.sv:27", "FUNCTION a.sv:13"}, found, "JSON: %v", asJSON)
		sub := n.Modules[n.placed["a.sv:18:16"]]
		require.NotNil(t, sub, "%v", n.placed)
		require.Equal(t, "sub", sub.Name)
		for _, v := range sub.Vars {
			require.Equal(t, v.Name == "mem", v.Memory, v.Name)
		}
		io := sub.Ports["io"]
		require.True(t, io.Inout)
		require.True(t, n.floats(&io.drivers[0], 0))
		w := n.Top.Node
		require.NotNil(t, w)
		require.Len(t, n.Scopes[w].Find("w").drivers, 1)
		require.Equal(t, "q", n.Scopes[w].Find("w").drivers[0].port)
		words, width := n.array(variableOf(sub, "mem").Dtype)
		require.Equal(t, []int{512, 8}, []int{words, width})
	}
	require.Positive(t, seen)
}

func variableOf(m *Module, name string) *Variable {
	for _, v := range m.Vars {
		if v.Name == name {
			return v
		}
	}
	return nil
}
