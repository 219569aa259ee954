package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// faulty is a board with one of each fault that a simulation does not show.
const faulty = `module top(input clk, input rx, output tx, output [3:0] led, input b);
  wire a; reg q; reg r, r2; integer i; reg [1:0] m;
  assign a = rx;
  assign a = ~rx & q;
  always @(*) if (rx) q = clk;
  assign tx = a;
  always @(posedge clk) begin r <= rx; for (i = 0; i < 2; i = i + 1) m[i] <= b; end
  always @(posedge clk) r <= q;
  always @(posedge clk) begin for (i = 0; i < 1; i = i + 1) r2 <= q; end
  sub s(.i(r), .o(led[0]));
  sub s2(.i(r2), .j(m[0]), .o(led[1]));
endmodule
module sub(input i, input j, output o, output unused); assign o = i & j; assign unused = i; endmodule
`

// TestBehaviourWarnings are found when a board is built: they are counted
// there, and no word is lost on style.
func TestBehaviourWarnings(t *testing.T) {
	tier.NoRace(t)
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("all.v", faulty)})
	require.NoError(t, err)
	var texts []string
	for _, f := range m.Warnings() {
		require.Equal(t, finding.ChangesBehaviour, f.Kind)
		texts = append(texts, f.Text)
	}
	require.Equal(t, []string{
		"board/all.v:4:12: several drivers of a: here and at all.v:3:12",
		"board/all.v:5:25: q is a latch: the block that begins in line 5 assigns it in some branches alone; assign it before the first one, or in all",
		"board/all.v:8:27: several drivers of r: here and at all.v:7:33",
		"board/all.v:1:57: Bits of signal are not driven: 'led'[3:2]",
		"board/all.v:10:7: Instance has missing pin: 'j'",
	}, texts)
	require.Equal(t, []string{"clk not given: 12 MHz assumed"}, m.Notes())
}

// TestCoreTwice: a core is built of no two files that define it.
func TestCoreTwice(t *testing.T) {
	tier.NoRace(t)
	core := "module ll_core(input clk_i); endmodule\n"
	_, err := simtest.Quick().BuildModule(t.Context(), model.ModuleConfig{Top: "ll_core", Harness: teamModule().Harness,
		Source: sourcestest.Files("ll_core.sv", "module ll_core(input clk_i); endmodule\n", "b.v", core)})
	require.ErrorContains(t, err, "module ll_core is declared twice, at b.v:1 and ll_core.sv:1")
}

// TestModulesAnywhere builds a top whose modules are in files of other names.
func TestModulesAnywhere(t *testing.T) {
	tier.NoRace(t)
	s := sourcestest.Files("Board.v", "module top(input clk, input rx, output tx); wire w; first f(rx, w); second #(2) s[0:0] (w, tx); endmodule\n",
		"rtl/stuff.v", "module second #(parameter N = 1) (input i, output o); assign o = i; endmodule\n"+
			"module first(input i, output o); assign o = `LEVEL ? i : 1'b0; endmodule\n",
		"all_defines.v", "`define LEVEL 1\n", "broken_tb.v", "module tb; top t(.clk(; endmodule\n")
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: s})
	require.NoError(t, err)
}

// TestLintBoard takes a board as it is named to sim check, and puts the worst
// first.
func TestLintBoard(t *testing.T) {
	tier.NoRace(t)
	a, err := ParseAddress("all?top=top&clk=1e6&param.N=3")
	require.NoError(t, err)
	a.Board.Source = sourcestest.Files("strange name.v", strings.Replace(faulty, "module top(", "module top #(parameter N = 0) (", 1))
	report, err := lint.Board(t.Context(), simtest.Quick(), a.Board.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"top"}, report.Modules)
	require.GreaterOrEqual(t, report.Changing(), 5)
	worst := finding.Fails
	for _, f := range report.Findings {
		require.NotEqual(t, "DECLFILENAME", f.Code)
		require.GreaterOrEqual(t, f.Kind, worst)
		worst = f.Kind
	}
	require.Equal(t, finding.CodeMultiDriven, report.Findings[0].Code)
	a.Board.Source = sourcestest.Files("top.v", "module top(input clk); assign x = ; endmodule")
	report, err = lint.Board(t.Context(), simtest.Quick(), a.Board.Design())
	require.NoError(t, err)
	require.Equal(t, finding.Fails, report.Findings[0].Kind)
}
