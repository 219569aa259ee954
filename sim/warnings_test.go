package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
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
	m, err := quick().BuildBoard(t.Context(), BoardConfig{Source: files("all.v", faulty)})
	require.NoError(t, err)
	var texts []string
	for _, f := range m.Warnings() {
		require.Equal(t, ChangesBehaviour, f.Kind)
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

// TestNoFalseConflicts has designs that drive a variable from several places as
// they may.
func TestNoFalseConflicts(t *testing.T) {
	tier.NoRace(t)
	for name, body := range map[string]string{
		"bits of a bus":     "wire [3:0] w; assign w[0] = rx; assign w[3:1] = 3'd2; assign tx = ^w;",
		"generate":          "wire [3:0] w; genvar g; generate for (g = 0; g < 4; g = g + 1) begin : l wire x; assign x = rx; assign w[g] = x; end endgenerate assign tx = ^w;",
		"initial value":     "reg q = 1; initial q = 1; always @(posedge clk) q <= rx; assign tx = q;",
		"a memory":          "reg [7:0] m [0:3]; always @(posedge clk) m[0] <= 8'd1; always @(posedge clk) m[1] <= {8{rx}}; assign tx = m[1][0] & m[0][0];",
		"ends of a bus":     "wire w; assign w = rx ? 1'b1 : 1'bz; assign w = rx ? 1'bz : 1'b0; assign tx = w;",
		"a loop's counter":  "integer i; reg [1:0] a, b; always @(posedge clk) for (i = 0; i < 2; i = i + 1) a[i] <= rx; always @(posedge clk) for (i = 0; i < 2; i = i + 1) b[i] <= rx; assign tx = ^a & ^b;",
		"ends in instances": "wire w; end3 x(rx, 1'b1, w); end3 y(!rx, 1'b0, w); assign tx = w;",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newBoard(files("top.v", "module top(input clk, input rx, output tx);\n"+body+"\nendmodule\n"+
				"module end3(input on, input v, output o); assign o = on ? v : 1'bz; endmodule\n"), "top")
			found, err := quick().inspect(t.Context(), d, nil)
			require.NoError(t, err)
			require.Empty(t, found.netlist.conflicts())
		})
	}
}

// TestModuleTwice has two files that define one module: neither is taken.
func TestModuleTwice(t *testing.T) {
	tier.NoRace(t)
	const leaf, top = "module leaf(input i, output o); assign o = i; endmodule\n", "module top(input clk, input rx, output tx); leaf l(rx, tx); endmodule\n"
	inverted := strings.Replace(leaf, "= i", "= !i", 1)
	for _, tt := range []struct {
		name, want string
		files      []string
	}{
		{"by name", "module leaf is declared twice, at leaf.v:1 and old.v:2; take one of them out, or list the files that belong together in files.f", []string{"top.v", top, "leaf.v", leaf, "old.v", "\n" + inverted}},
		{"in folders", "at a/leaf.v:1 and b/leaf.v:1", []string{"top.v", top, "a/leaf.v", leaf, "b/leaf.v", inverted}},
		{"examples", "module leaf is declared twice, at examples/a/rtl/leaf.v:1 and examples/b/leaf.v:1; if the folders examples/a and examples/b are designs of " +
			"their own, give the folder of one instead of board: board/examples/a; else take one of them out, or list the files that belong together in files.f",
			[]string{"examples/a/rtl/top.v", top, "examples/a/rtl/leaf.v", leaf, "examples/b/leaf.v", leaf}},
		{"the top", "module top is declared twice", []string{"top.v", top, "copy.v", top, "leaf.v", leaf}},
		{"in one file", "at all.v:2 and all.v:3", []string{"all.v", top + leaf + inverted}},
		{"listed", "", []string{"top.v", top, "leaf.v", leaf, "old.v", inverted, "files.f", "top.v leaf.v\n"}},
		{"in a test", "", []string{"top.v", top, "leaf.v", leaf, "testbenches/mock_leaf.v", inverted}},
		{"not used", "", []string{"top.v", top, "leaf.v", leaf, "a.v", "module tb; endmodule\n", "b.v", "module tb; endmodule\n"}},
		{"one or the other", "", []string{"top.v", top, "leaf.v", "`ifdef X\n" + leaf + "`else\n" + inverted + "`endif\n"}},
		{"included", "", []string{"top.v", "`include \"leaf.v\"\n" + top, "leaf.v", leaf}},
		{"in a comment", "", []string{"top.v", top, "leaf.v", leaf, "old.v", "/* " + inverted + "*/ // " + leaf}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := quick().inspect(t.Context(), newBoard(files(tt.files...), "top"), nil)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// TestCoreTwice: a core is built of no two files that define it.
func TestCoreTwice(t *testing.T) {
	tier.NoRace(t)
	core := "module ll_core(input clk_i); endmodule\n"
	_, err := quick().BuildModule(t.Context(), ModuleConfig{Top: "ll_core", Harness: teamModule().Harness,
		Source: files("ll_core.sv", "module ll_core(input clk_i); endmodule\n", "b.v", core)})
	require.ErrorContains(t, err, "module ll_core is declared twice, at b.v:1 and ll_core.sv:1")
}

// TestModulesAnywhere builds a top whose modules are in files of other names.
func TestModulesAnywhere(t *testing.T) {
	tier.NoRace(t)
	s := files("Board.v", "module top(input clk, input rx, output tx); wire w; first f(rx, w); second #(2) s[0:0] (w, tx); endmodule\n",
		"rtl/stuff.v", "module second #(parameter N = 1) (input i, output o); assign o = i; endmodule\n"+
			"module first(input i, output o); assign o = `LEVEL ? i : 1'b0; endmodule\n",
		"all_defines.v", "`define LEVEL 1\n", "broken_tb.v", "module tb; top t(.clk(; endmodule\n")
	_, err := quick().BuildBoard(t.Context(), BoardConfig{Source: s})
	require.NoError(t, err)
}

// TestLintBoard takes a board as it is named to sim check, and puts the worst
// first.
func TestLintBoard(t *testing.T) {
	tier.NoRace(t)
	a, err := ParseAddress("all?top=top&clk=1e6&param.N=3")
	require.NoError(t, err)
	a.Board.Source = files("strange name.v", strings.Replace(faulty, "module top(", "module top #(parameter N = 0) (", 1))
	report, err := quick().LintBoard(t.Context(), a.Board.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"top"}, report.Modules)
	require.GreaterOrEqual(t, report.Changing(), 5)
	worst := Fails
	for _, f := range report.Findings {
		require.NotEqual(t, "DECLFILENAME", f.Code)
		require.GreaterOrEqual(t, f.Kind, worst)
		worst = f.Kind
	}
	require.Equal(t, codeMultiDriven, report.Findings[0].Code)
	a.Board.Source = files("top.v", "module top(input clk); assign x = ; endmodule")
	report, err = quick().LintBoard(t.Context(), a.Board.Design())
	require.NoError(t, err)
	require.Equal(t, Fails, report.Findings[0].Kind)
}
