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

// programs is where the benches' programs are kept, by what they are made of:
// in LOOPLINE_CACHE, or in the user's directory for caches.
func programs() string {
	dir := os.Getenv("LOOPLINE_CACHE")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			user = os.TempDir()
		}
		dir = filepath.Join(user, "loopline")
	}
	return filepath.Join(dir, "benches")
}

// runBench runs a bench of tb/ on the RTL in a folder and returns what it
// printed.
func runBench(t *testing.T, bench, rtl string, args ...string) (string, error) {
	t.Helper()
	return runBenchWith(t, "", bench, rtl, args...)
}

// runBenchWith is runBench with a setting, NAME=VALUE, or none.
func runBenchWith(t *testing.T, setting, bench, rtl string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: apt-get install verilator g++")
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join("tb", bench), args...)
	cmd.Env = append(os.Environ(), "RTL="+rtl, "BUILD="+programs())
	if setting != "" {
		cmd.Env = append(cmd.Env, setting)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// bug is an error in the RTL that a bench must notice: in a file, behind a
// text that may be empty, an expression is another. Says is part of what the
// bench then prints.
type bug struct{ name, file, behind, from, to, says string }

// plant copies the RTL with all the bugs in it. The plusarg bug=N switches the
// one of that number on, from 1, so that they need one program.
func plant(t *testing.T, bugs []bug) (rtl string) {
	t.Helper()
	rtl = t.TempDir()
	names, err := filepath.Glob("rtl/*.sv")
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		text, planted := string(data), false
		for i, b := range bugs {
			if b.file != filepath.Base(name) {
				continue
			}
			require.Equal(t, 1, strings.Count(text, b.behind+b.from), "%s: %s is stale", b.file, b.name)
			either := fmt.Sprintf("(bug_q == %d ? %s : %s)", i+1, b.to, b.from)
			text = strings.Replace(text, b.behind+b.from, b.behind+either, 1)
			planted = true
		}
		if planted {
			text = strings.Replace(text, "\n);\n", "\n);\n"+
				"  int bug_q;\n  initial if ($value$plusargs(\"bug=%d\", bug_q) == 0) bug_q = 0;\n", 1)
		}
		require.NoError(t, os.WriteFile(filepath.Join(rtl, filepath.Base(name)), []byte(text), 0o600))
	}
	return rtl
}

// notices has a bench, which passes without, fail by each bug.
func notices(t *testing.T, bugs []bug, run func(rtl string, args ...string) (string, error)) {
	t.Helper()
	rtl := plant(t, bugs)
	out, err := run(rtl)
	require.NoError(t, err, out)
	require.Contains(t, out, "PASS")
	for i, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			out, err := run(rtl, fmt.Sprintf("+bug=%d", i+1))
			require.Error(t, err, out)
			require.Contains(t, out, "FAIL")
			require.Contains(t, out, b.says)
		})
	}
}
