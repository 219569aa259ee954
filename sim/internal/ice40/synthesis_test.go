package ice40

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
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
	source, err := sources.DirSource(dir)
	require.NoError(t, err)
	b := simtest.Quick()
	b.Dir = t.TempDir()
	board := model.BoardDesign{Source: source}
	g, err := Synthesise(t.Context(), b, board)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(g.dir, gatesFile))
	require.NoError(t, err)
	require.Regexp(t, `^netlist 2 \d+ 1 1 0 0\n\d+ .* (1|5{16})\n`, string(text), "an inverter and a flip-flop")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "files.f"), []byte("+define+LEVEL=\"a b\" top.v\n"), 0o644))
	_, err = Synthesise(t.Context(), b, board)
	require.ErrorContains(t, err, "Yosys cannot be told the macro LEVEL=")
}

// TestGatesOf: cells that are no hardware are left out, and any other that is not known is an error.
func TestGatesOf(t *testing.T) {
	text := `{"modules": {"bitstream": {"ports": {"a": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [3]}}, "cells": {
		"lut": {"type": "$lut", "parameters": {"LUT": "01"}, "connections": {"A": [2], "Y": [3]}},
		"core": {"type": "$scopeinfo", "parameters": {"TYPE": "module"}, "connections": {}},
		"said": {"type": "$print", "parameters": {"FORMAT": "x"}, "connections": {"EN": [2], "TRG": []}},
		"held": {"type": "$check", "parameters": {"FLAVOR": "assert"}, "connections": {"A": [3], "EN": ["1"]}}}}}}`
	file, ports, err := gatesOf([]byte(text), "bitstream")
	require.NoError(t, err)
	require.Equal(t, "netlist 2 4 1 0 0 0\n3 2 0 0 0 0 0 1\n", string(file))
	require.Len(t, ports, 2)
	_, _, err = gatesOf([]byte(strings.Replace(text, "$scopeinfo", "SB_MAC16", 1)), "bitstream")
	require.EqualError(t, err, "a cell of type SB_MAC16 is not simulated")
}
