package finding

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReportIsNoFinding: newer versions end with a report of what they did.
func TestReportIsNoFinding(t *testing.T) {
	require.Empty(t, Of("verilator", "- V e r i l a t i o n   R e p o r t: Verilator 5.032 2025-01-01 rev (Debian 5.032-1)\n"+
		"- Verilator: Built from 0.032 MB sources in 3 modules, into 0.000 MB in 0 C++ files needing 0.000 MB\n"+
		"- Verilator: Walltime 0.024 s (elab=0.006, cvt=0.001, bld=0.000); cpu 0.012 s on 1 threads; allocated 19.238 MB\n"))
}
