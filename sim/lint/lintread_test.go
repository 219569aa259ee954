package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
	"github.com/loopline/loopline/sim/tooling"
)

// texts returns what is found, a text a finding.
func (r *Report) texts() (all []string) {
	for _, f := range r.Findings {
		all = append(all, f.Text+" ["+f.By()+"]")
	}
	return all
}

// TestLintEnumeration finds a latch of what holds an enumeration and has a value that no choice has, as hardware does.
func TestLintEnumeration(t *testing.T) {
	tier.NoRace(t)
	text := "module top(input clk, input rx, output logic tx);\n  typedef enum logic [1:0] {A, B, C} state;\n  state s = A;\n" +
		"  always_ff @(posedge clk) if (s == A) s <= B; else if (s == B) s <= C; else s <= A;\n  logic y;\n  always @(*) case (s) A: y = rx; B: y = 1'b1;%s endcase\n  always_ff @(posedge clk) tx <= y;\nendmodule\n"
	for _, c := range []struct {
		more string
		want int
	}{{"", 1}, {" C: y = ~rx;", 1}, {" default: y = ~rx;", 0}} {
		report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.sv", strings.Replace(text, "%s", c.more, 1)), Top: "top"})
		require.NoError(t, err)
		require.Len(t, report.Findings, c.want, "%v", report.texts())
		if c.want > 0 {
			require.Contains(t, report.Findings[0].Text, "y is a latch")
		}
	}
}

// TestLintStopped: a tool that stopped is a finding, once a tool, which a comment or a file may waive.
func TestLintStopped(t *testing.T) {
	tier.NoRace(t)
	for _, tool := range Tools() {
		if _, err := tooling.FindTool(tool); err != nil {
			t.Skip(tool + " is missing")
		}
	}
	sound := "module top(input clk, input rx, output reg tx);\nalways @(posedge clk) tx <= rx;\nendmodule\n"
	hidden := "`ifdef VERILATOR\n" + sound + "`endif\n"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"sound":  {sound, nil},
		"marked": {"\xef\xbb\xbf" + sound, []string{"top.v:1: begins with a byte order mark"}},
		"UTF-16": {"\xff\xfe" + strings.Join(strings.Split(sound, ""), "\x00") + "\x00", []string{"top.v:1: begins with a byte order mark"}},
		"Shift-JIS": {"`define LEVEL 1'b1 // \x95\x5c\r\n`define OTHER `LEVEL\n// \x95\x5c\n" + strings.Replace(sound, "<= rx", "<= rx ^ `OTHER", 1),
			[]string{"top.v:1: this comment ends in a character of Shift-JIS whose last byte is 5C"}},
		"hidden": {hidden, []string{"iverilog stopped, and has not checked all: ", "yosys stopped, and has not checked all: "}},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.v", c.text), Top: "top"})
			require.NoError(t, err)
			require.Len(t, report.Findings, len(c.want), "%v", report.texts())
			for i, want := range c.want {
				require.Contains(t, report.Findings[i].Text, want)
			}
			report, err = Sources(t.Context(), simtest.Quick(), sourcestest.Files("top.v", c.text), false)
			require.NoError(t, err)
			require.Len(t, report.Findings, len(c.want), "%v", report.texts())
		})
	}
	report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.v", hidden, "a.vlt", "lint_off -rule STOPPED\n"), Top: "top"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	require.Equal(t, 2, report.Waived)
}

// TestLintOptions: lint reads what a list of files says of macros and of the language.
func TestLintOptions(t *testing.T) {
	tier.NoRace(t)
	text := "module top(input clk, input rx, output reg tx);\nreg do;\nalways @(posedge clk) begin do <= `LEVEL ^ rx; tx <= do; end\nendmodule\n"
	source := sourcestest.Files("top.v", text, "files.f", "+1364-2005ext+v\n-DLEVEL=1'b1\ntop.v\n")
	for _, c := range []struct {
		name string
		lint func() (*Report, error)
	}{
		{"board", func() (*Report, error) {
			return Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: source, Top: "top"})
		}},
		{"modules", func() (*Report, error) { return Sources(t.Context(), simtest.Quick(), source, false) }},
	} {
		report, err := c.lint()
		require.NoError(t, err, c.name)
		require.Empty(t, report.texts(), c.name)
	}
}

// TestLintOrder puts findings of a file in the order of its lines, and names files with blanks and other letters in
// their folders.
func TestLintOrder(t *testing.T) {
	tier.NoRace(t)
	latch := func(name string) string { return "always @(*) if (clk) " + name + " = rx;\n" }
	text := "module top(input clk, input rx, output tx, output reg a, output reg b, output reg c);\n" + strings.Repeat("\n", 20) +
		latch("a") + strings.Repeat("\n", 200) + latch("b") + strings.Repeat("\n", 1000) + latch("c") + "assign tx = rx;\nendmodule\n"
	for _, name := range []string{"top.v", "my rtl/top.v", "設 計/源.v"} {
		report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files(name, text, "my other/x.v", "module x; endmodule\n"), Top: "top"})
		require.NoError(t, err)
		var places []string
		for _, f := range report.Findings {
			at, _, _ := strings.Cut(f.Text, ": ")
			places = append(places, strings.TrimPrefix(at, "board/"))
		}
		require.Equal(t, []string{name + ":22:24", name + ":223:24", name + ":1224:24"}, places)
		require.Equal(t, []string{"my other/x.v"}, report.Unused)
	}
}

// TestLintVHDLPorts finds what a list leaves out of a process that assigns nothing but outputs.
func TestLintVHDLPorts(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	for list, missing := range map[string]string{"clk": "rx", "clk, rx": "", "all": ""} {
		text := sourcestest.PinsVHDL + "architecture a of u is\nbegin\n  process (" + list + ") begin\n    tx <= clk xor rx;\n  end process;\nend;\n"
		report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("u.vhd", text), Top: "u"})
		require.NoError(t, err)
		require.Equal(t, missing != "", slices.ContainsFunc(report.Findings, func(f finding.Finding) bool {
			return f.Code == finding.CodeSensitivity && strings.Contains(f.Text, "tx follows "+missing+" too")
		}), "%v", report.texts())
	}
}
