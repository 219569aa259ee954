package hdl_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// programs is where the testbenches' programs are kept, by what they are made
// of: in LOOPLINE_CACHE, or in the user's directory for caches.
func programs() string {
	dir := os.Getenv("LOOPLINE_CACHE")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			user = os.TempDir()
		}
		dir = filepath.Join(user, "loopline")
	}
	return filepath.Join(dir, "testbenches")
}

// runTestbench runs a testbench of tb/ on the RTL in a folder and returns what
// it printed.
func runTestbench(t *testing.T, name, rtl string, args ...string) (string, error) {
	t.Helper()
	return runTestbenchWith(t, "", name, rtl, args...)
}

// runTestbenchWith is runTestbench with a setting, NAME=VALUE, or none.
func runTestbenchWith(t *testing.T, setting, name, rtl string, args ...string) (string, error) {
	t.Helper()
	for _, tool := range []string{"verilator", "iverilog"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing: scripts/setup", tool)
		}
	}
	cmd := exec.CommandContext(t.Context(), "tb/run", append([]string{name}, args...)...)
	cmd.Env = append(os.Environ(), "RTL="+rtl, "BUILD="+programs())
	if setting != "" {
		cmd.Env = append(cmd.Env, setting)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// mutant is a bug in the RTL that a testbench must find: in a file, behind a
// text that may be empty, an expression is another. Says is part of what the
// testbench then prints.
type mutant struct{ name, file, behind, from, to, says string }

// seed copies the RTL with all the mutants in it. The plusarg mutant=N switches
// the one of that number on, from 1, so that they need one program.
func seed(t *testing.T, mutants []mutant) (rtl string) {
	t.Helper()
	rtl = t.TempDir()
	names, err := filepath.Glob("rtl/*/*.sv")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		text, seeded := string(data), false
		for i, m := range mutants {
			if m.file != filepath.Base(name) {
				continue
			}
			require.Equal(t, 1, strings.Count(text, m.behind+m.from), "%s: %s is stale", m.file, m.name)
			either := fmt.Sprintf("(mutant_q == %d ? %s : %s)", i+1, m.to, m.from)
			text = strings.Replace(text, m.behind+m.from, m.behind+either, 1)
			seeded = true
		}
		if seeded {
			text = strings.Replace(text, "\n);\n", "\n);\n"+
				"  int mutant_q;\n  initial if ($value$plusargs(\"mutant=%d\", mutant_q) == 0) mutant_q = 0;\n", 1)
		}
		require.NoError(t, os.WriteFile(filepath.Join(rtl, filepath.Base(name)), []byte(text), 0o600))
	}
	return rtl
}

// finds has a testbench, which passes without, fail by each mutant.
func finds(t *testing.T, mutants []mutant, run func(rtl string, args ...string) (string, error)) {
	t.Helper()
	rtl := seed(t, mutants)
	out, err := run(rtl)
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS")
	for i, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			out, err := run(rtl, fmt.Sprintf("+mutant=%d", i+1))
			require.Error(t, err, out)
			require.Contains(t, out, "FAIL")
			require.Contains(t, out, m.says)
		})
	}
}
