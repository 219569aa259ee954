package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// runWindow runs the testbench of ll_window on the RTL in a folder and returns what
// it printed.
func runWindow(t *testing.T, rtl string, args ...string) (string, error) {
	t.Helper()
	return runTestbench(t, "window", rtl, append(args, "+golden=../vectors/golden/chaser-window.hex")...)
}

func TestWindow(t *testing.T) {
	t.Parallel()
	out, err := runWindow(t, "rtl")
	require.NoError(t, err, out)
	require.Contains(t, out, "57 golden vectors")
	require.Contains(t, out, "PASS 20000 questions")
	out, err = runTestbench(t, "window", "rtl", "+golden="+cutFile(t, "../vectors/golden/chaser-window.hex"))
	require.Error(t, err)
	require.Contains(t, out, "has been cut")
}

// TestWindowFindsMutants shows that the testbench fails where it should.
func TestWindowFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const file = "ll_window.sv"
	finds(t, []mutant{
		{"look too near", file, "centre_x = action_i == Look ? ", "x_in + (step_x << 1)", "x_in + step_x", "it should be"},
		{"search from here", file, "x_q <= action_i == Search ? ", "x_in + step_x", "x_in", "it should be"},
		{"right of the map", file, "off_q <= ", "x_q >= Width[Bits-1:0]", "x_q > Width[Bits-1:0]", "it should be"},
		{"the map first", file, "window_q <= {", "hidden_q", "hidden_q && !off_q", "it should be"},
		{"a column too far", file, "column_q <= ", "column_q == 2'd2", "column_q == 2'd3", "it should be"},
		{"a cell too few", file, "left_q <= ", "4'd9", "4'd8", "an answer comes too early"},
		{"lost cells", file, "if (", "write_i", "write_i && write_x_i != 0", "it should be"},
		{"taken while busy", file, "assign ready_o = ", "!busy_q && !done_q", "!done_q", "while another is answered"},
		{"not dropped", file, "      reading_q <= 1'b0;\n      busy_q <= ", "1'b0", "busy_q", "a reset leaves something"},
	}, func(rtl string, args ...string) (string, error) { return runWindow(t, rtl, args...) })
}
