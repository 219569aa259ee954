package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// runFlood runs the testbench of ll_flood on the RTL in a folder and returns what
// it printed.
func runFlood(t *testing.T, rtl string, args ...string) (string, error) {
	t.Helper()
	return runTestbench(t, "flood", rtl, append(args, "+golden=../vectors/golden/dpt-flood.hex")...)
}

func TestFlood(t *testing.T) {
	t.Parallel()
	out, err := runFlood(t, "rtl")
	require.NoError(t, err, out)
	require.Contains(t, out, "25 golden vectors")
	require.Contains(t, out, "PASS 20000 random fields")
}

// TestFloodFindsMutants shows that the testbench fails where it should.
func TestFloodFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const file = "ll_flood.sv"
	finds(t, []mutant{
		{"corners", file, "assign from = Neighbours == 8 ? wider : ", "reached_q", "wider", "it should be"},
		{"never up", file, "(wider | (from << Width) | ", "(from >> Width)", "{Cells{1'b0}}", "it should be"},
		{"too early", file, "if (", "next == reached_q", "next[Cells-1:Cells/2] == reached_q[Cells-1:Cells/2]", "it should be"},
		{"taken while busy", file, "assign ready_o = ", "!busy_q && (!done_q || ready_i)", "!done_q || ready_i", "while another is flooded"},
		{"not dropped", file, "if (rst_i) begin\n      busy_q <= ", "1'b0", "busy_q", "a reset leaves something"},
	}, func(rtl string, args ...string) (string, error) { return runFlood(t, rtl, args...) })
}
