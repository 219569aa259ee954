package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestShell has players of no game behind the serial shell: lines of 16 and of
// 300 characters come back, by LF and by CR LF, and a greeting comes unasked.
func TestShell(t *testing.T) {
	t.Parallel()
	out, err := runTestbench(t, "shell", "rtl")
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS 16 and 300 characters a line")
}

// TestShellFindsMutants shows that the testbench fails where it should.
func TestShellFindsMutants(t *testing.T) {
	tier.Rest(t)
	t.Parallel()
	finds(t, []mutant{
		{"a CR left out", "ll_line_tx.sv", "assign return_due = ", "eol_i && !return_sent_q", "1'b0", "it answers"},
		{"a CR for ever", "ll_line_tx.sv", "return_sent_q <= ", "return_due", "1'b0", "it answers"},
		{"a hurt line", "ll_line_rx.sv", "assign bad_o = ", "bad_q", "1'b0", "it should be"},
		{"too fast", "ll_line_tx.sv", "assign char_ready_o = ", "ready_i && !return_due", "!return_due", "it answers"},
	}, func(rtl string, args ...string) (string, error) {
		return runTestbench(t, "shell", rtl, append(args, "+lines=60")...)
	})
}
