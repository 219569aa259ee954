package sim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestVHDLBoard plays with a board in VHDL whose sender is Verilog around VHDL,
// by the names that its author gave to pins and generics.
func TestVHDLBoard(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	c := studentBoard(t, "vhdl", `?clk=1.8432MHz&rx=ser_rx&param.clks=16&param.TEAM="VX"&param.LOUD=true`)
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Equal(t, "Board", m.Top())
	require.Equal(t, pinout.Pins{Clock: "Clk_In", Reset: "Btn_Rst", RX: "Ser_RX", TX: "Ser_TX"}, m.Pins())
	require.Empty(t, m.Warnings())
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	answer(t, newPlayer(t, b), "-T", "VX")
	report, err := lint.Board(t.Context(), simtest.Quick(), c.Design())
	require.NoError(t, err)
	require.Zero(t, report.Changing(), report.Findings)
}

// TestVHDLMeansTheSame compares GHDL's own simulation of numbers, memories and
// choices with that of the Verilog that is made of them.
func TestVHDLMeansTheSame(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	dir := t.TempDir()
	out := func(args ...string) string {
		var said bytes.Buffer
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Stderr = dir, &said
		text, err := cmd.Output()
		require.NoError(t, err, said.String())
		return strings.ToLower(string(text))
	}
	folder, err := filepath.Abs("testdata/vhdl")
	require.NoError(t, err)
	blocks, err := os.ReadFile(filepath.Join(folder, "blocks.vhd"))
	require.NoError(t, err)
	blocks, _, err = vhdl.WrittenOut(blocks) // GHDL 2.0 ignores choices with "-" in its simulation too
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "blocks.vhd"), blocks, 0o644))
	version, _, _ := strings.Cut(out("ghdl", "--version"), "\n")
	t.Log(version)
	out("ghdl", "-i", "--std=08", "--workdir="+dir, filepath.Join(folder, "ops.vhd"), "blocks.vhd", filepath.Join(folder, "ops_tb.vhd"))
	out("ghdl", "-m", "--std=08", "--workdir="+dir, "ops_tb")
	want := out("ghdl", "-r", "--std=08", "--workdir="+dir, "ops_tb", "--ieee-asserts=disable")

	b := &model.Builder{}
	tools, err := b.Toolchain()
	require.NoError(t, err)
	d := &vhdl.Reading{Source: sources.Source{Name: "vhdl", FS: os.DirFS(folder)}}
	files, err := d.Read(t.Context(), b, tools, true)
	require.NoError(t, err)
	made := filepath.Join(dir, "ops.v")
	require.NoError(t, os.WriteFile(made, files[len(files)-1].Text, 0o644))
	out("iverilog", "-g2012", "-o", filepath.Join(dir, "ops"), "-s", "ops_tb", made, filepath.Join(folder, "ops_tb.v"))
	got := out(filepath.Join(dir, "ops"))
	require.Equal(t, strings.Split(want, "\n")[1:], strings.Split(got, "\n")[1:]) // before the first edge nothing is known
}

// TestVHDLWarnings names what nothing assigns by its place in the VHDL.
func TestVHDLWarnings(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	c := BoardConfig{Clock: 1e6, Source: sourcestest.Files("rtl/u.vhd", sourcestest.PinsVHDL+"architecture a of u is\n  signal s : std_logic;\nbegin\n  tx <= rx xor s;\nend;\n")}
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Len(t, m.Warnings(), 1)
	require.Equal(t, "board/rtl/u.vhd:5: nothing assigns the signal s", m.Warnings()[0].Text)
}

// TestVHDLNames keeps names that are words of Verilog.
func TestVHDLNames(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	names := []string{"reg", "input", "wire", "assign", "byte", "edge", "always", "initial", "module", "posedge", "supply0"}
	text := sourcestest.PinsVHDL[:len(sourcestest.PinsVHDL)-len("tx : out std_logic); end;\n")] + "logic : in std_logic; bit_o, tx : out std_logic); end;\n" +
		"architecture a of u is\n  signal " + strings.Join(names, ", ") + " : std_logic := '0';\n" +
		"  signal initial_value : std_logic_vector(1 downto 0);\nbegin\n  process (clk) begin if rising_edge(clk) then reg <= rx; end if; end process;\n"
	for i, name := range names[1:] {
		text += "  " + name + " <= " + names[i] + ";\n"
	}
	text += "  initial_value <= supply0 & logic;\n  bit_o <= logic;\n  tx <= initial_value(1) or initial_value(0);\nend;\n"
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Clock: 1e6, Source: sourcestest.Files("u.vhd", text)})
	require.NoError(t, err)
	require.Empty(t, m.Warnings())
}

// TestVHDLErrors names what is wrong with VHDL at its file and line, and what to
// do.
func TestVHDLErrors(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	generic := sourcestest.Uses1164 + "entity u is generic (N : positive := 2); port (clk, rx : in std_logic; tx : out std_logic); end;\n" +
		"architecture a of u is begin tx <= rx; end;\n"
	top := "module top(input clk, input rx, output tx);\n  localparam W = 2;\n  "
	for name, c := range map[string]struct {
		config BoardConfig
		says   []string
	}{
		"syntax": {BoardConfig{Source: sourcestest.Files("u.vhd", "entity u is\n  port (clk : in bit;);\nend;\n")},
			[]string{"entity u cannot be simulated", "board/u.vhd:2:21: extra ';'", "VHDL-2008"}},
		"name": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.PinsVHDL+"architecture a of u is\nbegin\n  tx <= foo;\nend;\n")},
			[]string{`board/u.vhd:6:9: no declaration for "foo"`}},
		"latch": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.PinsVHDL+"architecture a of u is\nbegin\n  process (all) begin if clk then tx <= rx; end if; end process;\nend;\n")},
			[]string{"board/u.vhd:", `latch infered for net "tx"`, "Give the signal a value in every branch", "tx is assigned in lines 6 of u.vhd"}},
		"generic": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL), Params: map[string]string{"n": "3"}},
			[]string{"n", "names a generic of the top"}},
		"below": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.PinsVHDL+"architecture a of u is\nbegin\n  v : entity work.other port map (clk);\nend;\n")},
			[]string{"board/u.vhd:6:", "other"}},
		"component": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.PinsVHDL+"architecture a of u is\n  component pll is port (i : in std_logic; o : out std_logic); end component;\nbegin\n  v : pll port map (rx, tx);\nend;\n")},
			[]string{"board/u.vhd:7: Cannot find file containing module: 'pll'", "Add a model"}},
		"expression": {BoardConfig{Source: sourcestest.Files("u.vhd", generic, "top.v", top+"u #(.N(W)) x (clk, rx, tx);\nendmodule\n")},
			[]string{`board: top.v:3: u, which is VHDL, takes "W" as generic N; write a decimal number`}},
		"by place": {BoardConfig{Source: sourcestest.Files("u.vhd", generic, "top.v", top+"u #(3) x (clk, rx, tx);\nendmodule\n")},
			[]string{"top.v:3", "write .NAME(NUMBER)"}},
		"two kinds": {BoardConfig{Source: sourcestest.Files("u.vhd", generic, "top.v", top+"wire w;\nu #(.N(3)) x (clk, rx, w);\nu #(.N(4)) y (clk, w, tx);\nendmodule\n")},
			[]string{"top.v:5", "other generics"}},
		"foreign": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL+"-- attribute foreign\npackage p is\nattribute foreign : string;\nend;\n")},
			[]string{"u.vhd:10: attribute foreign", "--trust-rtl"}},
		"file name": {BoardConfig{Source: sourcestest.Files("-o.vhd", sourcestest.WireVHDL)}, []string{`"-o.vhd"`, "rename it"}},
		"two tops": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL, "top.v", "module top2(input clk, input rx, output tx); assign tx = rx; endmodule")},
			[]string{"top=NAME", "top2, u"}},
		"our name": {BoardConfig{Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL, "ll_vhdl.v", "module x; endmodule"), Top: "u"}, []string{"rename that file"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.config.Clock = 1e6
			_, err := BuildBoard(t.Context(), simtest.Quick(), c.config)
			for _, s := range c.says {
				require.ErrorContains(t, err, s)
			}
		})
	}
}

// TestVHDLWithoutTheTop: a folder of VHDL that lacks a top has names to choose from.
func TestVHDLWithoutTheTop(t *testing.T) {
	all := []sources.File{{Name: "u.vhd", Text: []byte(sourcestest.WireVHDL)}}
	_, err := sources.Arguments(all, "ll_core", "", false)
	require.EqualError(t, err, "has no module ll_core; it has u")
	_, err = sources.Arguments(all, "U", "", false)
	require.EqualError(t, err, "has no module U, but u; write it so")
	_, err = sources.Arguments([]sources.File{{Name: "README.md"}}, "u", "", false)
	require.EqualError(t, err, sources.NoHDL)
	_, err = lint.OpenWorkspace(t.Context(), simtest.Quick(), sourcestest.Files("u.vhd", sourcestest.WireVHDL), "ll_core", nil)
	require.EqualError(t, err, "board has no module ll_core; it has u")
}

// TestVHDLTestbench: a testbench that wants a library which is not there stops nothing.
func TestVHDLTestbench(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	bench := "library lib_uart;\nuse lib_uart.all;\nlibrary ieee;\nuse ieee.std_logic_1164.all;\nentity tb_u is end;\n" +
		"architecture a of tb_u is\n  signal c : std_logic;\nbegin\n  d : entity work.u port map (c, c, open);\nend;\n"
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Clock: 1e6, Source: sourcestest.Files("u.vhd", sourcestest.WireVHDL, "tb_u.vhd", bench)})
	require.NoError(t, err)
	require.Equal(t, "u", m.Top())
}

// What a top does not need stops nothing, whatever it holds; what belongs to something it needs may lie in files of its own.
func TestVHDLNotNeeded(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	top := "library vendor_mf;\nuse vendor_mf.all;\n" + strings.Replace(sourcestest.PinsVHDL, "entity u", "use work.levels.all;\nentity u", 1)
	architecture := "architecture a of u is\n  component pad is port (i : in std_logic; o : out std_logic); end component;\n  signal c : std_logic;\nbegin\n" +
		"  p : pad port map (i => clk, o => c);\n  process (c) begin if rising_edge(c) then tx <= same(rx); end if; end process;\nend;\n"
	c := BoardConfig{Clock: 1e6, Top: "u", Source: sourcestest.Files("u.vhd", top, "u_rtl.vhd", sourcestest.Uses1164+"use work.levels.all;\n"+architecture,
		"levels.vhd", sourcestest.Uses1164+"package levels is\n  function same(x : std_logic) return std_logic;\nend;\n",
		"levels_body.vhd", "library ieee;\nuse ieee.std_logic_1164.all;\npackage body levels is\n  function same(x : std_logic) return std_logic is\n  begin\n    return x;\n  end;\nend;\n",
		"wizard/u_tmpl.vhd", "-- to be pasted\ncomponent u is port (clk : in std_logic);\nend component;\n__ : u port map (clk => __);\n",
		"old.vhd", "library lost;\nuse lost.parts.all;\nentity old is port (x : in bit); end\n",
		"pad.v", "module pad(input i, output o); assign o = i; endmodule\n")}
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Equal(t, "u", m.Top())
}

// TestVHDLLibrary finds a library in the folder of its name: a vendor's, of which
// the components suffice.
func TestVHDLLibrary(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	top := "library unisim;\nuse unisim.vcomponents.all;\n" + sourcestest.PinsVHDL +
		"architecture a of u is\n  signal c : std_logic;\nbegin\n  b : BUFG port map (I => clk, O => c);\n" +
		"  process (c) begin if rising_edge(c) then tx <= rx; end if; end process;\nend;\n"
	vendor := sourcestest.Uses1164 + "package vcomponents is\n  component BUFG is port (I : in std_logic; O : out std_logic); end component;\nend;\n"
	c := BoardConfig{Clock: 1e6, Source: sourcestest.Files("rtl/u.vhd", top)}
	_, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.ErrorContains(t, err, `board/rtl/u.vhd:1:9: cannot find resource library "unisim"`)
	require.ErrorContains(t, err, "unisim/vcomponents.vhd")
	c.Source = sourcestest.Files("rtl/u.vhd", top, "rtl/Unisim/v.vhd", vendor, "bufg.v", "module BUFG(input I, output O); assign O = I; endmodule\n")
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Equal(t, "u", m.Top())
	require.Empty(t, m.Warnings())
}

// TestVHDLAsOthersWriteIt reads an asynchronous reset, records, arrays, inouts,
// generics of all types, and what is not synthesised.
func TestVHDLAsOthersWriteIt(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	c := BoardConfig{Clock: 1e6, Seed: 3, Source: sources.Source{Name: "vhdl", FS: os.DirFS("testdata/vhdl")}, Top: "Others_Board", Params: map[string]string{"DEPTH": "5"}}
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Equal(t, pinout.Pins{Clock: "clk", Reset: "!rst_n", RX: "u_rx", TX: "u_tx"}, m.Pins())
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	text, err := exchange(t, newPlayer(t, b))
	require.NoError(t, err)
	require.Equal(t, "-T", text)
}

// constantVHDL is a design with a constant that a function works out.
func constantVHDL(body string) sources.Source {
	return sourcestest.Files("u.vhd", "use std.textio.all;\n"+sourcestest.PinsVHDL+"architecture a of u is\n  impure function f return natural is\n"+
		"    file source : text;\n    variable l : line;\n    variable n : natural := 0;\n  begin\n    "+body+
		"\n    return n;\n  end;\n  constant N : natural := f;\nbegin\n  tx <= rx when N /= 1 else '0';\nend;\n")
}

// TestVHDLThatDoesNotEnd: a constant that is never worked out takes the time of
// a build, and no more.
func TestVHDLThatDoesNotEnd(t *testing.T) {
	simtest.NeedGHDL(t)
	b := simtest.Quick()
	b.Time = 500 * time.Millisecond
	_, err := BuildBoard(t.Context(), b, BoardConfig{Clock: 1e6, Source: constantVHDL("loop n := n / 2; end loop;")})
	require.ErrorContains(t, err, "takes more than 500ms to build")
}

// TestVHDLReadsNoFilesOutside: a file is read where it is the design's alone.
func TestVHDLReadsNoFilesOutside(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	dir, err := os.MkdirTemp("/var/tmp", "outside")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.WriteFile(dir+"/secret", []byte("3\n"), 0o644))
	read := `file_open(source, "` + dir + `/secret", read_mode); readline(source, l); read(l, n);`
	_, err = BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Clock: 1e6, Source: constantVHDL(read)})
	require.ErrorContains(t, err, "cannot open file: "+dir)
}

// TestVHDLLint reports what GHDL does not read as findings.
func TestVHDLLint(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	report, err := lint.Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("u.vhd", sourcestest.PinsVHDL+"architecture a of u is\nbegin\n  tx <= foo;\nend;\n")})
	require.NoError(t, err)
	require.Equal(t, []string{"ghdl"}, report.Tools)
	require.Equal(t, 1, report.Changing())
	report, err = lint.Sources(t.Context(), simtest.Quick(), sourcestest.Files("u.vhd", sourcestest.WireVHDL, "unused.vhd", "not VHDL at all"), false)
	require.ErrorContains(t, err, "unused.vhd:1:1")
	require.Nil(t, report)
	report, err = lint.Sources(t.Context(), simtest.Quick(), sourcestest.Files("u.vhd", sourcestest.WireVHDL), false)
	require.NoError(t, err)
	require.Equal(t, []string{"u"}, report.Modules)
}

// TestConvertBoard has Yosys make a netlist of a board's VHDL as it is converted:
// what GHDL 2.0 leaves out of it would make latches and loops.
func TestConvertBoard(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	of := studentBoard(t, "vhdl", `?clk=1.8432MHz&rx=ser_rx&param.clks=16`)
	text, err := simtest.Quick().ConvertBoard(t.Context(), of.Design())
	require.NoError(t, err)
	require.Contains(t, string(text), "module Board")
	yosys, err := exec.LookPath("yosys")
	if err != nil {
		t.Skip(err)
	}
	folder, err := os.MkdirTemp("/var/tmp", "") // YoWASP's has a /tmp of its own
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	file := filepath.Join(folder, "board.v")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	out, err := exec.Command(yosys, "-q", "-p", "read_verilog "+file+" testdata/students/vhdl/*.v; synth -run begin:fine -top Board; select -assert-none t:$dlatch; check -assert").CombinedOutput()
	require.NoError(t, err, string(out))
	_, err = simtest.Quick().ConvertBoard(t.Context(), model.BoardDesign{Source: sourcestest.Files("u.v", "module u(input clk, input rx, output tx); assign tx = rx; endmodule")})
	require.ErrorContains(t, err, "has no VHDL below its top u")
}
