package hdl_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/hdl"
)

// listed returns the files of files.f below rtl, in its order.
func listed(t *testing.T) []string {
	t.Helper()
	files, err := hdl.List()
	require.NoError(t, err)
	for i, name := range files {
		files[i] = strings.TrimPrefix(name, "rtl/")
	}
	return files
}

// TestNeeded: a module needs what it instantiates and imports, and what these do, but nothing of
// another game. Icarus finds
// every module in the files that it needs.
func TestNeeded(t *testing.T) {
	needed, err := hdl.Needed("ll_board_search")
	require.NoError(t, err)
	require.Equal(t, "rtl/trax/ll_trax_pkg.sv", needed[0], "packages come first")
	for _, name := range []string{"serial/ll_uart_rx", "trax/ll_board", "trax/ll_board_search", "trax/ll_eval_rom", "trax/ll_turn"} {
		require.Contains(t, needed, "rtl/"+name+".sv")
	}
	for _, name := range needed {
		require.Regexp(t, "^rtl/(serial|trax)/", name)
	}
	eval, err := hdl.Needed("ll_eval")
	require.NoError(t, err)
	require.Equal(t, []string{"rtl/trax/ll_eval.sv", "rtl/trax/ll_eval_rom.sv"}, eval)
	_, err = hdl.Needed("ll_nosuch")
	require.ErrorContains(t, err, "no module ll_nosuch")
	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Skip(err)
	}
	list, err := hdl.List()
	require.NoError(t, err)
	for _, file := range list {
		module := strings.TrimSuffix(path.Base(file), ".sv")
		if strings.HasSuffix(module, "_pkg") {
			continue
		}
		needed, err := hdl.Needed(module)
		require.NoError(t, err)
		said, err := exec.CommandContext(t.Context(), "iverilog", append([]string{"-g2012", "-tnull", "-s", module}, needed...)...).CombinedOutput()
		require.NoError(t, err, "%s: %s", module, said)
	}
}

// TestLicense: the licence that goes with the RTL is the repository's, and every source names it.
func TestLicense(t *testing.T) {
	own, err := os.ReadFile("../LICENSE")
	require.NoError(t, err)
	require.Equal(t, string(own), string(hdl.License))
	for _, name := range listed(t) {
		text, err := hdl.RTL.ReadFile("rtl/" + name)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), "// SPDX-License-Identifier: Apache-2.0\n"), name)
	}
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

// verilatorReport matches the lines about its own work that Verilator prints since 5.020.
var verilatorReport = regexp.MustCompile(`(?m)^- .*\n`)

// logVersion logs the version of the tool that a test runs, since each has its own errors.
func logVersion(t *testing.T, tool string) {
	t.Helper()
	out, _ := exec.CommandContext(t.Context(), tool, "-V").CombinedOutput() // Icarus exits with 1 in some versions
	first, _, _ := strings.Cut(string(out), "\n")
	t.Logf("%s: %s", tool, first)
	require.Regexp(t, `\d+\.\d+`, first)
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
		logVersion(t, tool)
		for _, file := range files {
			if isPackage(file) {
				continue
			}
			top := strings.TrimSuffix(filepath.Base(file), ".sv")
			cmd := exec.CommandContext(t.Context(), tool, append(args, top)...)
			cmd.Dir = "rtl"
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s: %s", tool, top, out)
			require.Empty(t, verilatorReport.ReplaceAllString(string(out), ""), "%s: %s", tool, top)
		}
	}
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is missing: scripts/setup")
	}
	logVersion(t, "yosys")
	cmd := exec.CommandContext(t.Context(), "yosys", "-q", "-p", "read_verilog -sv "+strings.Join(files, " ")+"; hierarchy -check -top ll_board")
	cmd.Dir = "rtl"
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
}
