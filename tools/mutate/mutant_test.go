package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// now returns what a source becomes, in one line each.
func now(t *testing.T, source string) (all []string) {
	t.Helper()
	found, err := mutants("m.sv", source)
	require.NoError(t, err)
	for i := range found {
		require.NotEqual(t, source, found[i].broken())
		require.NotEqual(t, found[i].old, found[i].now)
		all = append(all, found[i].now)
	}
	return all
}

const header = "module m #(parameter int N = 5) (input logic a);\n"

func TestMutants(t *testing.T) {
	tier.Rest(t)
	for _, c := range []struct {
		source string
		want   []string
	}{
		{"assign x = a & b;", []string{"assign x = '0;", "assign x = '1;", "assign x = a | b;"}},
		{"assign x = 2'(p::Y) & b;", []string{"assign x = '0;", "assign x = '1;", "assign x = 2'(p::Y) | b;"}},
		{"assign x = ~|y;", []string{"assign x = '0;", "assign x = '1;", "assign x = |y;"}},
		{"assign x = 2'd3;", []string{"assign x = '0;", "assign x = '1;", "assign x = 2'd0;", "assign x = 2'd2;"}},
		{"assign x = c ? 1'b0 : d;", []string{
			"assign x = '0;", "assign x = '1;", "assign x = (!(c)) ? 1'b0 : d;", "assign x = (1'b1) ? 1'b0 : d;",
			"assign x = (1'b0) ? 1'b0 : d;", "assign x = c ? 1'd1 : d;",
		}},
		{"if (a <= b) x <= y;", []string{
			"if (!((a <= b))) x <= y;", "if (1'b1) x <= y;", "if (1'b0) x <= y;", "if (a < b) x <= y;", "if (a <= b) ;",
		}},
		{"logic [3:0] x; // a & b\nlocalparam int Y = 3; /* 1 + 2 */ (* k = 1 *)", nil},
		{"if (N < 3) begin : gen_check_size\n  m_must_be_3 error ();\nend", nil},
		{"m #(.N(3 + 4)) u (.a(b + {(N - 1) {c}}));", []string{"m #(.N(3 + 4)) u (.a(b - {(N - 1) {c}}));"}},
	} {
		got := now(t, header+c.source+"\nendmodule\n")
		require.ElementsMatch(t, c.want, got, c.source)
	}
}

func TestScanRefuses(t *testing.T) {
	tier.Rest(t)
	_, err := mutants("m.sv", header+"assign x = \"open")
	require.ErrorContains(t, err, "m.sv: line 2: ")
}

// TestMutantsOfTheCore looks at the sources themselves.
func TestMutantsOfTheCore(t *testing.T) {
	tier.Rest(t)
	names, err := filepath.Glob("../../hdl/rtl/*/*.sv")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		found, err := mutants(filepath.Base(name), string(text))
		require.NoError(t, err)
		// A module that only connects others has nothing to break.
		if strings.Contains(string(text), "always_") || strings.Contains(string(text), "assign ") {
			require.NotEmpty(t, found, name)
		}
		require.True(t, slices.IsSortedFunc(found, func(a, b mutant) int { return a.from - b.from }))
	}
}

// TestKnown holds the list to the sources: what it explains must still be
// there to be broken.
func TestKnown(t *testing.T) {
	tier.Rest(t)
	list, err := readExplained("../../hdl/tb/survivors.md")
	require.NoError(t, err)
	names, err := filepath.Glob("../../hdl/rtl/trax/*.sv")
	require.NoError(t, err)
	o := &options{rtl: "../../hdl/rtl/trax"}
	for _, name := range names {
		o.modules = append(o.modules, strings.TrimSuffix(filepath.Base(name), ".sv"))
	}
	all, err := draw(o)
	require.NoError(t, err)
	for i := range all {
		delete(list, all[i].key())
	}
	require.Empty(t, list, "these are no mutants of the core any more")
}

func TestFlags(t *testing.T) {
	tier.Rest(t)
	o, err := parseFlags(strings.Fields("-rtl r -top m -testbench m.cpp -golden a -golden b -more c m n"), io.Discard)
	require.NoError(t, err)
	require.Equal(t, []string{"m", "n"}, o.modules)
	require.Equal(t, files{"a", "b"}, o.golden)
	for args, says := range map[string]string{
		"-rtl r -list":                            "no modules",
		"-list m":                                 "-rtl is missing",
		"-rtl r m":                                "-top, -testbench and -golden are needed",
		"-rtl r -list -jobs 0 m":                  "at least 0 and 1",
		"-rtl r -list -sample -1 m":               "at least 0 and 1",
		"-rtl r -top m -golden a m":               "-testbench",
		"-rtl r -top m -testbench m.cpp -tea 1 m": "not defined",
	} {
		_, err := parseFlags(strings.Fields(args), io.Discard)
		require.ErrorContains(t, err, says, args)
	}
}

func TestReadKnown(t *testing.T) {
	tier.Rest(t)
	name := filepath.Join(t.TempDir(), "list.md")
	read := func(text string) (explainedList, error) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return readExplained(name)
	}
	const block = "```diff\n--- a.sv\n- x = 1\n+ x = 2\n```\n"
	list, err := read("# S\n\nAll.\n\n## Equivalent\n\nBecause.\n\n" + block + "\n## Killed by a proof\n\nSo.\n" + strings.Replace(block, "= 2", "= 3", 1) + "\n## Other\n\nWell.\n" +
		"```diff\n--- a.sv\n- y;\n+\n```\n")
	require.NoError(t, err)
	require.Equal(t, explainedList{
		"a.sv\nx = 1\nx = 2": {equivalent, "Because."},
		"a.sv\nx = 1\nx = 3": {proved, "So."},
		"a.sv\ny;\n":         {why: "Well."},
	}, list)
	_, err = read("## Equivalent\n" + block)
	require.ErrorContains(t, err, "not explained")
	_, err = read("Why.\n```diff\nx\n```\n")
	require.ErrorContains(t, err, ":3: a block has three lines")
}
