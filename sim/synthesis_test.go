package sim

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSynthesisedMacros: the macros of files.f reach the netlist, as they reach the model.
func TestSynthesisedMacros(t *testing.T) {
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"files.f": "+define+LEVEL=1'b0+SOME +define+LEVEL=1'b1\n-DGONE -UGONE top.v\n",
		"top.v": "module top(input clk, input rx, output reg tx);\n`ifdef SOME\n`ifndef GONE\n" +
			"always @(posedge clk) tx <= rx ^ `LEVEL;\n`endif\n`endif\nendmodule\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	source, err := DirSource(dir)
	require.NoError(t, err)
	b := quick()
	b.Dir = t.TempDir()
	board := BoardConfig{Source: source, Clock: 12e6, Seed: 1}
	c, err := b.Synthesise(t.Context(), board)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(c.gates.dir, gatesFile))
	require.NoError(t, err)
	require.Regexp(t, `^netlist 2 \d+ 1 1 0 0\n\d+ .* (1|5{16})\n`, string(text), "an inverter and a flip-flop")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "files.f"), []byte("+define+LEVEL=\"a b\" top.v\n"), 0o644))
	_, err = b.Synthesise(t.Context(), board)
	require.ErrorContains(t, err, "Yosys cannot be told the macro LEVEL=")
}

func TestDefinesIn(t *testing.T) {
	require.Equal(t, []string{"-DB", "-DA=2"}, definesIn([]string{"-DA=1", "x.v", "-DB", "-DC", "-UC", "-DA=2", "-y", "d"}))
}
