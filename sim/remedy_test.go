package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestRemedies builds what other tools take and Verilator does not.
func TestRemedies(t *testing.T) {
	tier.NoRace(t)
	const ports = "(input clk, input rx, output tx);\n"
	for _, c := range []struct{ name, text, remedy string }{
		{"an instance without a name", "leaf(clk, rx, tx);", "An instance has a name of its own"},
		{"a word of SystemVerilog", "assign tx = rx; initial fork : checker join", "+1364-2005ext+v"},
		{"a word of configurations", "reg cell; assign tx = cell;", "Rename what has that name"},
		{"a port too many", `none n("text"); assign tx = rx;`, "connects more ports"},
		{"a missing module", "pll p(clk, tx);", "Add a model of each missing module"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := sourcestest.Files("top.v", "module top"+ports+c.text+"\nendmodule\n",
				"leaf.v", "module leaf"+ports+"assign tx = rx;\nendmodule\n",
				"none.v", "module none();\nendmodule\n")
			_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: source, Top: "top", Pins: pinout.Pins{Reset: "none"}})
			var failed *finding.BuildError
			require.ErrorAs(t, err, &failed)
			require.Contains(t, failed.Remedy, c.remedy)
			require.Contains(t, failed.Lines[0], "top.v:2:")
		})
	}
}

// TestOscillators: a missing oscillator of a chip is named as one, and the remedy works.
func TestOscillators(t *testing.T) {
	tier.NoRace(t)
	const body = "  reg q;\n  always @(posedge clk) q <= rx;\n  assign tx = q;\nendmodule\n"
	inside := sourcestest.Files("top.v", "module top(input rx, output tx);\n  wire clk;\n  SB_HFOSC osc (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(clk));\n"+body)
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: inside, Top: "top"})
	require.ErrorContains(t, err, "SB_HFOSC is an oscillator inside the chip")
	both := sourcestest.Files("top.v", "module top(\n`ifdef VERILATOR\n  input clk,\n`endif\n  input rx, output tx);\n`ifndef VERILATOR\n  wire clk;\n"+
		"  SB_HFOSC osc (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(clk));\n`endif\n"+body)
	_, err = BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: both, Top: "top"})
	require.NoError(t, err)
}

// TestVerilog2005: what the remedy says works.
func TestVerilog2005(t *testing.T) {
	tier.NoRace(t)
	source := sourcestest.Files("files.f", "+1364-2005ext+v\ntop.v\n",
		"top.v", "module top(input clk, input rx, output tx);\nreg type;\nalways @(posedge clk) type <= rx;\nassign tx = type;\nendmodule\n")
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: source, Top: "top", Pins: pinout.Pins{Reset: "none"}})
	require.NoError(t, err)
}
