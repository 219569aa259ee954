package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestLintManyModules reads every module of a file, whatever its name.
func TestLintManyModules(t *testing.T) {
	s := sourcestest.Files("all.sv", "package p; localparam N = 2; endpackage\n"+
		"module a(input wire [p::N-1:0] x, output wire y);\n  assign y = ^x;\nendmodule\n"+
		"module b(input wire x, output wire y);\n  a u (.x(x), .y(y));\nendmodule\n")
	report, err := Sources(t.Context(), simtest.Quick(), s, true)
	require.NoError(t, err)
	report.All()
	found := report.Findings
	require.Equal(t, []string{"a", "b"}, report.Modules)
	told := false
	for _, f := range found {
		require.NotContains(t, f.Text, "not found")
		told = told || f.Tool == "verilator" && f.Code == "DECLFILENAME"
	}
	require.True(t, told, "%v", found)
	report, err = Sources(t.Context(), simtest.Quick(), s, false)
	require.NoError(t, err)
	for _, f := range append(report.Findings, report.Remarks...) {
		require.NotEqual(t, "DECLFILENAME", f.Code, "the file of a foreign design has any name")
	}
}

// TestLint wants not a word about our RTL, and finds what is wrong elsewhere.
func TestLint(t *testing.T) {
	tier.NoRace(t)
	report, err := Sources(t.Context(), simtest.Quick(), simtest.OurRTL(), true)
	require.NoError(t, err)
	require.Contains(t, report.Modules, "ll_core")
	report.All()
	require.Empty(t, report.Findings)
	report, err = Sources(t.Context(), simtest.Quick(), sourcestest.Files("wide.v", "module wide(input [3:0] a, output [1:0] b);\n  assign b = a;\nendmodule\n"), false)
	require.NoError(t, err)
	found := report.Findings
	require.NotEmpty(t, found)
	require.Equal(t, "wide", found[0].Module)
	require.Contains(t, found[0].Text, "board/wide.v:2")
	_, err = Sources(t.Context(), simtest.Quick(), sourcestest.Files("readme.txt", ""), false)
	require.ErrorContains(t, err, "holds no .sv, .v or .vhd file")
}
