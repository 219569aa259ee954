package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestOldVerilog builds and lints .v files with such names beside .v files that are SystemVerilog, and says so.
func TestOldVerilog(t *testing.T) {
	tier.NoRace(t)
	old := "module part(input clk, input [1:0] type, input do, output reg interface);\n  reg rand, import;\n" +
		"  always @(posedge clk) begin rand <= do ^ type[0]; import <= rand; interface <= import; end\nendmodule\n"
	top := "module top(input clk, input rx, output tx);\n  part p(clk, {2{rx}}, rx, tx);\nendmodule\n"
	s := sourcestest.Files("part.v", old, "top.v", top)
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s, Clock: 1e6})
	require.NoError(t, err)
	require.Equal(t, []string{"part.v is read as Verilog-2005: it names something do, which is a word of SystemVerilog"}, m.Notes())
	report, err := lint.Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: s, Top: "top"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	later := "module top(input clk, input rx, output logic tx);\n  logic q;\n  part p(clk, {2{rx}}, rx, q);\n  always_ff @(posedge clk) tx <= q;\nendmodule\n"
	_, err = BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("part.v", old, "top.v", later), Clock: 1e6})
	require.NoError(t, err)
	_, err = BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("part.v", old+"wrong\n", "top.v", top), Clock: 1e6})
	require.ErrorContains(t, err, "part.v:5:") // the lines keep their numbers
}
