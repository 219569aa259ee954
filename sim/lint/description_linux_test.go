package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestFailedDescription has a Verilator that lints, and does not describe: nothing of it is a clean report.
func TestFailedDescription(t *testing.T) {
	system, err := exec.LookPath("verilator")
	require.NoError(t, err)
	tool, _ := toolset.ByName("verilator")
	looked, err := tool.Look(t.Context())
	require.NoError(t, err)
	latch := sourcestest.Files("board.v", "module board(input wire clk, input wire rx, output reg tx);\n  always @(*) if (clk) tx = rx;\nendmodule\n")
	for _, c := range []struct{ name, does, fails, remark string }{
		{"it ends with an error", "echo no licence; exit 1", "verilator reads module board, and does not describe it: no licence", ""},
		{"it writes nothing", "exit 0", "no such file", ""},
		{"it writes an empty tree", `for f in "$@"; do case "$f" in */described*) echo "<verilator_xml/>" > "$f";; esac; done; exit 0`, "read Verilator's description: ", ""},
		{"it is killed half way", "kill -9 $$", "", "verilator does not come to an end of module board: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := simtest.Script(t, t.TempDir(), "verilator", `case "$*" in *-only*--version) ;; --version) echo "Verilator `+looked.Version+`"; exit;; *--xml-only*|*--json-only*) `+c.does+`;; esac
exec `+system+` "$@"`)
			t.Setenv(toolset.Variable, folder+string(filepath.ListSeparator)+os.Getenv(toolset.Variable))
			report, err := Sources(t.Context(), simtest.Quick(), latch, false)
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				return
			}
			require.NoError(t, err)
			report.All()
			text := ""
			for _, f := range report.Findings {
				text += f.Text + "\n"
			}
			require.Contains(t, text, c.remark)
		})
	}
}
