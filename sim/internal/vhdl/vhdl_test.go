package vhdl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestGHDLMessages reads the messages of GHDL 2 and 5 alike.
func TestGHDLMessages(t *testing.T) {
	d := &Reading{Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL), Top: "u"}
	failed := &sandbox.EndError{Ending: sandbox.Ending{Status: 1}}
	for said, want := range map[string]string{
		"u.vhd:6:9: no declaration for \"foo\"\n":                                  `board/u.vhd:6:9: no declaration for "foo"`,
		"u.vhd:6:9:error: no declaration for \"foo\"\n  tx <= foo;\n        ^\n":   `board/u.vhd:6:9: no declaration for "foo"`,
		"u.vhd:1:1:warning: so\n a\n ^\nu.vhd:6:9:error: bad\n  tx <= f;\n    ^\n": "board/u.vhd:6:9: bad",
		"synth_expression: cannot handle IIR_KIND_RIGHTOF (u.vhd:10:14)\n":         "board/u.vhd:10:14: GHDL fails here: synth_expression: cannot handle IIR_KIND_RIGHTOF",
		"u.vhd:9:14:error: cannot open file: x\n  f\n  ^\n../../src/std/v08/textio-body.vhdl:422:16:error: file operation failed\n    a\n    ^\n" +
			"/usr/bin/ghdl-mcode:error: error limit reached\n": "board/u.vhd:9:14: cannot open file: x",
		"/usr/bin/ghdl-mcode:error: no generic 'n' for -g\n": "no generic 'n' for -g",
	} {
		var e *finding.BuildError
		require.ErrorAs(t, d.vhdlError(plainMessages(said), failed), &e)
		require.Equal(t, []string{want}, e.Lines)
	}
}

// TestLosesOthers knows GHDL 2's case statements from sound ones.
func TestLosesOthers(t *testing.T) {
	for text, want := range map[string]bool{
		"case (n1)\n2'b10: n2 <= a;\n2'b01: n2 <= b;\nendcase":                                        true, // of GHDL 2
		"case (n1)\n1'b1: n2 <= a;\n1'b0: n2 <= b;\nendcase":                                          true,
		"case (n1)\n2'b10: n2 = a;\n2'b01: n2 = b;\nendcase":                                          true,
		"case (n1)\n2'b10: n2 = a;\ndefault: n2 = b;\nendcase":                                        false,
		"case (n1)\n2'b00: n2 = a;\n2'b01: n2 = b;\n2'b10: n2 = c;\n2'b11: n2 = d;\nendcase":          false,
		"always @(posedge clk)\n  n2 <= n1;\ncase (n1)\n2'b10: n2 = a;\ndefault: n2 = 1'bX;\nendcase": false,
	} {
		require.Equal(t, want, losesOthers(text), text)
	}
}

// TestWrittenOut writes each value of a choice out where "-" stands for any bit, and nowhere else.
func TestWrittenOut(t *testing.T) {
	text := "x <= \"1-\";\ncase? s is -- case?\n  when \"1-\" | \"01\" => y <= '1'; z <= \"1-\";\n  when others => case t is when \"0\" => y <= '0'; end case;\n" +
		"end case?;\ncase s is when \"1-\" => null; end case;\nwith s select? y <= a when \"--\", '0' when others;\n"
	made, lines, err := WrittenOut([]byte(text))
	require.NoError(t, err)
	require.Equal(t, "x <= \"1-\";\ncase  s is         \n  when \"10\" | \"11\" | \"01\" => y <= '1'; z <= \"1-\";\n  when others => case t is when \"0\" => y <= '0'; end case;\n"+
		"end case ;\ncase s is when \"1-\" => null; end case;\nwith s select  y <= a when \"00\" | \"01\" | \"10\" | \"11\", '0' when others;\n", string(made))
	require.Equal(t, map[int]bool{2: true, 3: true, 4: true, 5: true, 7: true}, lines)
	require.Equal(t, "u.vhd:3", ignoredIn("u.vhd:6:1:warning: choice with meta-value is ignored\nu.vhd:3:1:warning: choice with meta-value is ignored\n",
		map[string]map[int]bool{"u.vhd": lines}))
	_, _, err = WrittenOut([]byte("case? s is when \"1" + strings.Repeat("-", 13) + "\" => null; end case?;"))
	require.ErrorContains(t, err, "compare by ?=")
	made, lines, err = WrittenOut([]byte("end case?; case?"))
	require.NoError(t, err)
	require.Empty(t, lines)
	require.Equal(t, "end case?; case?", string(made))
}
