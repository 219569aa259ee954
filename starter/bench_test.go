//go:build cgo && linux

package starter

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestBench: a bench is green on the core that it has, and red where the core is not
// done, or is changed. Without the library it says what to do.
func TestBench(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	lib := t.TempDir()
	out, err := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", filepath.Join(lib, "libloopline.so"), "../cmd/libloopline").CombinedOutput()
	require.NoError(t, err, string(out))
	tools := map[string][]string{
		"sv": {"verilator", "g++"}, "verilog": {"iverilog", "iverilog-vpi"}, "vhdl": {"ghdl"}, "python": {"iverilog", "python3"},
	}
	for _, language := range Languages("bench") {
		t.Run(language, func(t *testing.T) {
			for _, tool := range append(tools[language], "make") {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			dir := written(t, Project{Kind: "bench", Language: language})
			run := func(args ...string) (string, error) {
				cmd := exec.Command("make", append(args, "-C", dir, "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O0")...)
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			out, err := run()
			require.Error(t, err)
			require.Contains(t, out, "type make libloopline in Loopline's folder")

			if language == "sv" {
				renamed(t, dir)
			}
			out, err = run("LOOPLINE_LIB="+lib, "TURNS=200")
			require.NoError(t, err, out)
			require.Regexp(t, `PASS: 20[01] turns, all as the rules say`, out)

			out, err = run("LOOPLINE_LIB="+lib, "rules")
			require.Error(t, err)
			require.Contains(t, out, "status is isolated, not ok")

			if language == "sv" {
				return // it is compiled in ten seconds
			}
			name := renamed(t, dir)
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			faulty := strings.NewReplacer("4'b0101 : 4'b1001", "4'b0101 : 4'b0110", `"1001"`, `"0110"`).Replace(string(text))
			require.NotEqual(t, string(text), faulty)
			require.NoError(t, os.WriteFile(name, []byte(faulty), 0o600))
			out, err = run("LOOPLINE_LIB=" + lib)
			require.Error(t, err)
			require.Contains(t, out, "tile A1S (written) isn't placed")
			require.Contains(t, out, "tile A1s (written) is placed, and should not be")
		})
	}
}

// renamed gives the file of the core a name that isn't its module's, and returns it.
func renamed(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "rtl", "ll_core.*"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	name := filepath.Join(dir, "rtl", "mine"+filepath.Ext(names[0]))
	require.NoError(t, os.Rename(names[0], name))
	return name
}
