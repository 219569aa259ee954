package netlist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEmptyDescription takes nothing for a description.
func TestEmptyDescription(t *testing.T) {
	for _, tree := range []string{
		"", "<verilator_xml/>", "<verilator_xml><netlist>", "{}", `{"type":"NETLIST"`, "[]", "null", "Killed",
		`{"type":"NETLIST","modulesp":[{"type":"MODULE","name":"m","level":1}]}`,
		strings.Repeat(`{"type":"A","a":[`, 20_000),
	} {
		_, err := ReadDescription([]byte(tree), []byte(`{"files":{"a":{"filename":"a.sv"}}}`), false)
		require.ErrorContains(t, err, "read Verilator's description: ", tree[:min(len(tree), 80)])
	}
}
