package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestNewerCodes lints a board, and its modules, whose comments are for a newer Verilator than this one.
func TestNewerCodes(t *testing.T) {
	s := sourcestest.Files("top.v", "module top(input clk, input rx, output tx);\n  /* verilator lint_off WIDTHTRUNC, NOTYETKNOWN */ // verilator lint_off SOMENEWCODE\n"+
		"  assign tx = rx & clk;\n  // verilator lint_on NOTYETKNOWN\nendmodule\n")
	report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: s, Top: "top"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	report, err = Sources(t.Context(), simtest.Quick(), s, false)
	require.NoError(t, err)
	require.Empty(t, report.Findings)
}
