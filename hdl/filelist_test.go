package hdl_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
)

// listed returns the files of files.f, in its order.
func listed(t *testing.T) (files []string) {
	t.Helper()
	text, err := hdl.RTL.ReadFile("rtl/files.f")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		code, _, _ := strings.Cut(line, "//")
		files = append(files, strings.Fields(code)...)
	}
	return files
}

// TestFileList wants every file in the list once, packages first.
func TestFileList(t *testing.T) {
	there, err := filepath.Glob("rtl/*/*.sv")
	require.NoError(t, err)
	for i, name := range there {
		there[i], err = filepath.Rel("rtl", name)
		require.NoError(t, err)
		there[i] = filepath.ToSlash(there[i])
	}
	files := listed(t)
	require.ElementsMatch(t, there, files)
	require.True(t, slices.IsSortedFunc(files, func(a, b string) int {
		switch {
		case isPackage(a) == isPackage(b):
			return 0
		case isPackage(a):
			return -1
		}
		return 1
	}), "packages come first: %s", files)
}

// TestToolsReadFileList has each tool read every module by the list, without a word.
func TestToolsReadFileList(t *testing.T) {
	t.Parallel()
	files := listed(t)
	tools := map[string][]string{
		"verilator": {"--lint-only", "-Wall", "-f", "files.f", "--top-module"},
		"iverilog":  {"-g2012", "-Wall", "-tnull", "-f", "files.f", "-s"},
	}
	for tool, args := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing: scripts/setup", tool)
		}
		for _, file := range files {
			if isPackage(file) {
				continue
			}
			top := strings.TrimSuffix(filepath.Base(file), ".sv")
			cmd := exec.CommandContext(t.Context(), tool, append(args, top)...)
			cmd.Dir = "rtl"
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s: %s", tool, top, out)
			require.Empty(t, string(out), "%s: %s", tool, top)
		}
	}
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is missing: scripts/setup")
	}
	cmd := exec.CommandContext(t.Context(), "yosys", "-q", "-p", "read_verilog -sv "+strings.Join(files, " ")+"; hierarchy -check -top ll_board")
	cmd.Dir = "rtl"
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
}
