package sim

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestLinksBeside: links that a design does not name are passed over, wherever they lead; one that it names is refused.
func TestLinksBeside(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "echo.v"), []byte(simtest.EchoBoard), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sim"), 0o755))
	for name, target := range map[string]string{"README": "nowhere", "old.v": "/nothing/here.v", "sim/rom.hex": "../../rom.hex", "etc": "/etc", "sim/echo": "..", "lib": "/lib"} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	s, err := sources.DirSource(dir)
	require.NoError(t, err)
	read, err := s.Read()
	require.NoError(t, err)
	require.Len(t, read, 1)

	for _, text := range []string{`initial $readmemh("rom.hex", m);`, "old u (.clk(clk));", "`include \"lib/a.vh\""} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "echo.v"), []byte("module echo(input clk, input rx, output tx);\n"+text+"\nendmodule\n"), 0o600))
		_, err = s.Read()
		require.ErrorContains(t, err, "is a link, which a design may not have", text)
	}
}

// TestBlackBoxes: a module that a vendor's wizard declares once more without a body is declared once.
func TestBlackBoxes(t *testing.T) {
	const pins = "module pll (inclk0, c0); input inclk0; output c0;\n"
	s := sourcestest.Files("top.v", "module top(input clk, input rx, output tx); wire k; pll p (.inclk0(clk), .c0(k)); reg q; always @(posedge k) q <= rx; assign tx = q; endmodule\n",
		"pll.v", pins+"assign c0 = inclk0;\nendmodule\n", "pll_bb.v", "// black box\n(* x = 1 *)"+pins+"`ifdef A\n`endif\nendmodule\n")
	read, err := s.Read()
	require.NoError(t, err)
	h := sources.NewHierarchy(read)
	require.Equal(t, []string{"top.v", "pll.v"}, h.Needed("top"))
	args, err := sources.Arguments(read, "top", "", false)
	require.NoError(t, err)
	require.NotContains(t, args, "pll_bb.v")

	read, err = sourcestest.Files("a.v", pins+"endmodule\n", "b.v", pins+"endmodule\n").Read()
	require.NoError(t, err)
	require.Len(t, sources.NewHierarchy(read).Declares["pll"], 2, "none has a body")
}
