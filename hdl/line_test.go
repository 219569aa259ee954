package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// runLine runs the testbench of ll_line_rx on the RTL in a folder, with lines of at
// most so many characters, and returns what it printed.
func runLine(t *testing.T, rtl, longest string, args ...string) (string, error) {
	t.Helper()
	return runTestbenchWith(t, "MAX="+longest, "line", rtl, args...)
}

func TestLine(t *testing.T) {
	t.Parallel()
	for _, longest := range []string{"1", "16"} {
		out, err := runLine(t, "rtl", longest)
		require.NoError(t, err, out)
		require.Contains(t, out, "PASS "+longest+" characters a line")
	}
}

// TestLineFindsMutants shows that the testbench fails where it should.
func TestLineFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	const file = "ll_line_rx.sv"
	finds(t, []mutant{
		{"too long", file, "assign full = ", "length_q == Most", "1'b0", "nothing should"},
		{"no space", file, "assign char_o = ", "space_q ? 8'h20 : data_i", "data_i", "it should be 0x20"},
		{"empty lines", file, "assign wanted = end_in ? ", "length_q != 0 || bad_q", "1'b1", "nothing should"},
		{"a loss forgotten", file, "lost_q <= ", "waits && (lost_i || lost_q)", "1'b0", "something comes out of byte"},
		{"early", file, "assign ready_o = ", "!waits", "1'b1", "the byte is taken"},
		{"an end that stays", file, "if (valid_i && end_in) begin\n        if (", "!waits", "1'b1", "nothing comes out"},
	}, func(rtl string, args ...string) (string, error) { return runLine(t, rtl, "3", args...) })
}
