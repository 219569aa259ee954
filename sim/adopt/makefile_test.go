package adopt

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
)

// hostileNames are names of ports that Verilog allows when they are escaped, with what acts in a makefile
// or its shell.
var hostileNames = []string{
	`en';touch${IFS}PWNED;`, "en`touch${IFS}PWNED`", `$(shell${IFS}touch${IFS}PWNED)`, `$$(touch${IFS}PWNED)`, `#`, `\#x`, `a\\#'b`,
	`en";touch${IFS}PWNED;"`, `x'`, `''`, `$`, `%`, `=`, `:`, `[3]`, `(`, `*`, `~`, `en\';touch${IFS}PWNED;'`, `en|touch${IFS}PWNED`,
}

// runs has make print the address that a makefile hands to Loopline.
func runs(t testing.TB, text []byte) (address string) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, MakefileName), text, 0o600))
	run := exec.Command("make", "-s", "-C", dir, "-f", MakefileName, "lint", "LOOPLINE=printf '%s\\n'")
	run.Env = append(os.Environ(), "MAKELEVEL=", "MAKEFLAGS=")
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, text)
	require.NoFileExists(t, filepath.Join(dir, "PWNED"), "%s", text)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "%s", text)
	return strings.TrimSuffix(strings.TrimPrefix(string(out), "sim\nlint\n"), "\n")
}

// A name in a design is no command of its makefile: it comes to Loopline as it stands, or there is none.
func TestMakefileOfHostileNames(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	for _, name := range hostileNames {
		for _, d := range []Design{
			{Top: "top", Pins: sim.Pins{Clock: "clk", RX: "rx", TX: "tx", High: []string{name}}},
			{Top: name, Pins: sim.Pins{Clock: "clk", Reset: "!" + name, RX: name, TX: name}},
		} {
			text, err := d.makefile()
			require.NoError(t, err, name)
			address := runs(t, text)
			require.Equal(t, "."+d.Options(), address)
			a, err := sim.ParseAddress(address)
			require.NoError(t, err, address)
			require.Equal(t, d.Top, a.Board.Top)
			require.Equal(t, d.Pins.High, a.Board.Pins.High)
			require.Equal(t, d.Pins.RX, a.Board.Pins.RX)
		}
	}
	for _, name := range []string{"a&wave=x.vcd", "a,b&", "x y", "x\ny", "tab\t", "!x"} {
		d := Design{Top: "top", Pins: sim.Pins{Clock: "clk", RX: name, TX: "tx"}}
		_, err := d.makefile()
		require.Error(t, err, "%q", name)
	}
}

// FuzzMakefile looks for a name that make or its shell takes for anything but a name.
func FuzzMakefile(f *testing.F) {
	if _, err := exec.LookPath("make"); err != nil {
		f.Skip(err)
	}
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		d := Design{Top: "top", Pins: sim.Pins{Clock: "clk", RX: "rx", TX: "tx", High: []string{name}}}
		text, err := d.makefile()
		if err != nil {
			return
		}
		require.Equal(t, "."+d.Options(), runs(t, text))
	})
}
