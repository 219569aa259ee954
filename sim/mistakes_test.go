package sim

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestLintForeign reads boards as others write them: with packages that one file includes and others
// import, interfaces, two clocks, FIFOs, memories with two ports, PLLs, pins of both directions.
func TestLintForeign(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range []struct {
		name, options, team string
		unused              []string
	}{
		{"sv", "?top=top&clk=1843200&param.CLK_HZ=1843200", "SV", []string{"tb/tb_top.sv"}},
		{"verilog", "?top=top&clk=1843200&rst=BTN", "BV", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := ParseAddress(c.name + c.options)
			require.NoError(t, err)
			a.Board.Source = sources.Source{Name: c.name, FS: os.DirFS("testdata/foreign/" + c.name)}
			report, err := lint.Board(t.Context(), simtest.Quick(), a.Board.Design())
			require.NoError(t, err)
			for _, f := range report.Findings { // these tools do not know all of SystemVerilog
				require.Contains(t, []string{"iverilog STOPPED", "yosys STOPPED"}, f.By(), f.Text)
			}
			require.NotEmpty(t, report.Remarks)
			require.ElementsMatch(t, c.unused, report.Unused)
			answer(t, newPlayer(t, start(t, a.Board)), "-T", c.team)
		})
	}
}

// vhdlMistakes are changes to a board in VHDL, and what is said of each.
var vhdlMistakes = []struct {
	name     string
	from, to string // in the body
	says     []string
}{
	{"a misspelt entity", "entity work.counter", "entity work.countr", []string{"board/u.vhd:26:", `"countr"`, "counter is there: is it misspelt?"}},
	{"a package that is not used", "use work.codes.all;\nentity u", "entity u", []string{"board/u.vhd:", "Package codes declares letter_t: write use work.codes.all;"}},
	{"a library that is not named", "library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nentity counter", "entity counter",
		[]string{"board/u.vhd:6:", "Write library ieee; use ieee.std_logic_1164.all; before the entity"}},
	{"numeric_std that is not used", "use ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\nentity counter", "use ieee.std_logic_1164.all;\nentity counter",
		[]string{`no declaration for "unsigned"`, "Write use ieee.numeric_std.all;"}},
	{"a generic that is not there", "WIDTH => 4", "BITS => 4", []string{`no declaration for "bits"`, "Entity counter has no bits; it has WIDTH, clk, q."}},
	{"arithmetic of a std_logic_vector", "sum <= data;", "sum <= data + 1;", []string{`board/u.vhd:28:15: no function declarations for operator "+"`, "A std_logic_vector has no arithmetic"}},
	{"a wait for a time", "sum <= data;", "process begin wait for 10 ns; sum <= data; end process;", []string{"board/u.vhd:28:", "Hardware cannot wait for a time"}},
	{"two drivers", "sum <= data;", "sum <= data;\n  sum <= (others => rx);", []string{`multiple assignments for "sum"`, "sum is assigned in lines 28, 29 of u.vhd"}},
	{"a latch", "tx <= sum(0) when rx = '1' else q1;", "process (all) begin if rx = '1' then tx <= q1; end if; end process;", []string{"latch infered for net \"tx\"", "Give the signal a value in every branch", "tx is assigned in lines 30 of u.vhd"}},
	{"other lengths", "sum <= data;", "sum <= data & rx;", []string{"board/u.vhd:28:", "got 9, expect 8", "as many bits"}},
	{"a value out of range", "n <= 5;", "n <= 9;", []string{"board/u.vhd:29:", "does not fit the range"}},
	{"== of C", "when rx = '1'", "when rx == '1'", []string{"board/u.vhd:30:", "VHDL compares with ="}},
	{":= for a signal", "    if rising_edge(clk) then q1 <= rx;", "    if rising_edge(clk) then q1 := rx;", []string{"board/u.vhd:32:", "A signal is assigned with <="}},
	{"a semicolon missing", "n <= 5;", "n <= 5", []string{"board/u.vhd:", "has no semicolon behind it"}},
	{"a semicolon missing behind a name", "sum <= data;", "sum <= data", []string{"board/u.vhd:", "has no semicolon behind it"}},
	{"a bit in double quotes", "when rx = '1'", "when rx = \"1\"", []string{"board/u.vhd:30:", "in single quotes"}},
	{"and beside or", "when rx = '1'", "when rx = '1' and clk = '1' or q1 = '1'", []string{"board/u.vhd:30:", "write parentheses"}},
	{"to for downto", "sum <= data;", "sum <= data(0 to 7);", []string{"board/u.vhd:28:", "is cut with downto"}},
	{"a number for a vector", "sum <= data;", "sum <= 0;", []string{"board/u.vhd:28:", "(others => '0')"}},
	{"a case without others", "sum <= data;", "process (all) begin case data is when x\"00\" => sum <= data; when x\"01\" => sum <= x\"00\"; end case; end process;",
		[]string{"board/u.vhd:28:", "write when others =>"}},
	{"an input left out", "port map (clk => clk, q => open)", "port map (q => open)", []string{"board/u.vhd:26:", "gives each input of the entity"}},
	{"else if", "if rising_edge(clk) then q1 <= rx; end if;", "if rx = '1' then q1 <= '0'; else if rising_edge(clk) then q1 <= rx; end if;",
		[]string{"board/u.vhd:", "Line 32 has else if", "write elsif"}},
	{"a semicolon missing beside an else if that has its end", "if rising_edge(clk) then q1 <= rx; end if;",
		"if rx = '1' then q1 <= '0'; else if rising_edge(clk) then q1 <= rx end if; end if;", []string{"board/u.vhd:32:", "has no semicolon behind it"}},
	{"a word of VHDL as a name", "signal q1 : std_logic;", "signal q1, next : std_logic;", []string{"board/u.vhd:23:", "next is a word of VHDL", "such as my_next"}},
	{"a word of VHDL as a state", "signal q1 : std_logic;", "signal q1 : std_logic; type s_t is (IDLE, NEXT);", []string{"board/u.vhd:23:", "next is a word of VHDL"}},
	{"a string that is too short", "sum <= data;", "sum <= \"101\";", []string{"board/u.vhd:28:", "as many characters as the vector has bits"}},
	{"an index that is no integer", "tx <= sum(0) when", "tx <= sum(data) when", []string{"board/u.vhd:30:", "to_integer(unsigned(x)) of a std_logic_vector"}},
	{"a comparison for a std_logic", "n <= 5;", "n <= 5;\n  tx <= rx = '1' or q1 = '0';", []string{"board/u.vhd:30:", "a comparison and a boolean are no std_logic"}},
	{"a bit in double quotes, assigned", "tx <= sum(0) when rx = '1' else q1;", "tx <= \"1\" when rx = '1' else q1;", []string{"board/u.vhd:30:", "A bit is in single quotes"}},
	{"a misspelt signal", "n <= 5;", "summ <= data;", []string{"board/u.vhd:29:", "The file declares no summ; sum is there: is it misspelt?"}},
	{"= for a signal", "sum <= data;", "sum = data;", []string{"board/u.vhd:28:", "A signal is assigned with <="}},
	{"a comment of Verilog", "n <= 5;", "// five\n  n <= 5;", []string{"board/u.vhd:29:", "A comment of VHDL begins with --"}},
	{"an end if missing before an else if", "    if rising_edge(clk) then q1 <= rx; end if;\n  end process;", "    if rising_edge(clk) then q1 <= rx;\n  end process;\n" +
		"  process (all) begin\n    if rx = '1' then n <= 1; else if clk = '1' then n <= 2; else n <= 3; end if; end if;\n  end process;",
		[]string{"board/u.vhd:33:", "An if before this place has no end: write end if;"}},
	{"an end process missing", "    if rising_edge(clk) then q1 <= rx; end if;\n  end process;", "    if rising_edge(clk) then q1 <= rx; end if;\n  n2 : entity work.counter port map (clk => clk, q => open);",
		[]string{"board/u.vhd:33:", "has no end: write end process;"}},
	{"an end architecture missing", "  end process;\nend;\n", "  end process;\n", []string{"The file ends before its entity, architecture or package does"}},
	{"a number for a std_logic_vector, compared", "tx <= sum(0) when rx = '1'", "tx <= sum(0) when sum = 0", []string{"board/u.vhd:30:", "A std_logic_vector has no arithmetic"}},
	{"vectors in order that are no numbers", "tx <= sum(0) when rx = '1'", "tx <= sum(0) when sum <= data", []string{"board/u.vhd:30:", "unsigned(a) <= unsigned(b)"}},
	{"a generic without a value", "entity u is port", "entity u is generic (baud : positive); port", []string{"board/u.vhd:19:", "generic baud of entity u", "param.baud=VALUE"}},
	{"a vector as a condition", "if rising_edge(clk) then q1", "if sum then q1", []string{"board/u.vhd:32:", "An if takes a comparison"}},
	{"a vendor's clock buffer", "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.codes.all;\nentity u",
		"library unisim;\nuse unisim.vcomponents.all;\nlibrary ieee;\nuse ieee.std_logic_1164.all;\nuse work.codes.all;\nentity u",
		[]string{`cannot find resource library "unisim"`}},
}

const soundVHDL = `library ieee;
use ieee.std_logic_1164.all;
package codes is
  subtype letter_t is std_logic_vector(7 downto 0);
end package;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity counter is generic (WIDTH : positive := 4); port (clk : in std_logic; q : out unsigned(WIDTH - 1 downto 0)); end;
architecture a of counter is
  signal n : unsigned(WIDTH - 1 downto 0) := (others => '0');
begin
  process (clk) begin if rising_edge(clk) then n <= n + 1; end if; end process;
  q <= n;
end;
library ieee;
use ieee.std_logic_1164.all;
use work.codes.all;
entity u is port (clk, rx : in std_logic; tx : out std_logic); end;
architecture a of u is
  signal data, sum : letter_t;
  signal n : integer range 0 to 7;
  signal q1 : std_logic;
begin
  -- what is done
  c : entity work.counter generic map (WIDTH => 4) port map (clk => clk, q => open);
  data <= (others => rx);
  sum <= data;
  n <= 5;
  tx <= sum(0) when rx = '1' else q1;
  process (clk) begin
    if rising_edge(clk) then q1 <= rx; end if;
  end process;
end;
`

// TestVHDLMistakes names each at its line, with what to do.
func TestVHDLMistakes(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	report, err := lint.Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("u.vhd", soundVHDL), Top: "u"})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	major := ghdlMajor(t)
	for _, c := range vhdlMistakes {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, soundVHDL, c.from)
			_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("u.vhd", strings.Replace(soundVHDL, c.from, c.to, 1)), Top: "u", Clock: 1e6})
			if since := acceptedSince[c.name]; since > 0 && major >= since {
				require.NoError(t, err)
				return
			}
			for _, s := range c.says {
				require.ErrorContains(t, err, s)
			}
		})
	}
}

// acceptedSince are mistakes of which GHDL makes hardware since a major version.
var acceptedSince = map[string]int{"vectors in order that are no numbers": 5}

// ghdlMajor returns the major version of the installed GHDL.
func ghdlMajor(t *testing.T) int {
	t.Helper()
	said, err := exec.Command("ghdl", "--version").Output()
	require.NoError(t, err)
	m := regexp.MustCompile(`\AGHDL (\d+)\.`).FindSubmatch(said)
	require.NotNil(t, m, "%s", said)
	major, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return major
}

// TestVHDLUnreached: lint names the files that the top entity does not need: it finds nothing in them.
func TestVHDLUnreached(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	const core = "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.%s.all;\nentity %s is port (clk : in std_logic; q : out std_logic); end;\n" +
		"architecture a of %[2]s is\nbegin\n  q <= clk;\nend;\n"
	c := BoardConfig{Source: sourcestest.Files("u.vhd", soundVHDL, "core.vhd", fmt.Sprintf(core, "words", "core"), "words.vhd", "package words is constant N : integer := 1; end package;\n",
		"leaf.vhd", fmt.Sprintf(core, "codes", "leaf")), Top: "u"}
	report, err := lint.Board(t.Context(), simtest.Quick(), c.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"core.vhd", "leaf.vhd", "words.vhd"}, report.Unused)
	c.Source = sourcestest.Files("u.vhd", strings.Replace(soundVHDL, "  n <= 5;", "  n <= 5;\n  l : entity work.core port map (clk => clk, q => open);", 1),
		"core.vhd", fmt.Sprintf(core, "words", "core"), "words.vhd", "package words is constant N : integer := 1; end package;\n", "leaf.vhd", fmt.Sprintf(core, "codes", "leaf"))
	report, err = lint.Board(t.Context(), simtest.Quick(), c.Design())
	require.NoError(t, err)
	require.Equal(t, []string{"leaf.vhd"}, report.Unused)
}

// TestVHDLLatch: GHDL 2.0 drops a latch of a signal that is no port, and says nothing; GHDL 5 refuses it.
func TestVHDLLatch(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	text := strings.Replace(soundVHDL, "sum <= data;", "process (all) begin if clk = '1' then sum <= data; end if; end process;", 1)
	report, err := lint.Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("u.vhd", text), Top: "u"})
	require.NoError(t, err)
	said := report.Findings[0].Text + report.Remedy
	require.Regexp(t, `board/u\.vhd:28: sum is a latch, which GHDL drops|latch infered for net "sum".*sum is assigned in lines 28 of u\.vhd`, said)
}

// TestVHDLVendorClocks: what is said to save in place of a vendor's library builds.
func TestVHDLVendorClocks(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	top := "library unisim;\nuse unisim.vcomponents.all;\n" + sourcestest.PinsVHDL + "architecture a of u is\n  signal c, d, f, l : std_logic;\nbegin\n" +
		"  m : MMCME2_BASE generic map (CLKIN1_PERIOD => 10.0, BANDWIDTH => \"OPTIMIZED\", DIVCLK_DIVIDE => 1, STARTUP_WAIT => FALSE)\n" +
		"    port map (CLKIN1 => clk, CLKFBIN => f, CLKFBOUT => f, CLKOUT0 => c, LOCKED => l, RST => '0', PWRDWN => '0');\n" +
		"  b : BUFG port map (I => c, O => d);\n  process (d) begin if rising_edge(d) then tx <= rx and l; end if; end process;\nend;\n"
	c := BoardConfig{Clock: 1e6, Source: sourcestest.Files("u.vhd", top), Top: "u"}
	_, err := BuildBoard(t.Context(), simtest.Quick(), c)
	var failed *finding.BuildError
	require.ErrorAs(t, err, &failed)
	_, text, ok := strings.Cut(failed.Remedy, "beside the VHDL:\n\n")
	require.True(t, ok, failed.Remedy)
	vhdl, rest, _ := strings.Cut(text, "and this as ll_clocks.v")
	_, verilog, _ := strings.Cut(rest, "\n\n")
	c.Source = sourcestest.Files("u.vhd", top, "unisim/vcomponents.vhd", vhdl, "ll_clocks.v", verilog)
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	require.Empty(t, m.Warnings())
}

// TestSynopsys reads packages that are not IEEE's, and says so.
func TestSynopsys(t *testing.T) {
	tier.NoRace(t)
	simtest.NeedGHDL(t)
	text := strings.Replace(sourcestest.PinsVHDL, "entity", "use ieee.std_logic_unsigned.all;\nuse ieee.std_logic_arith.all;\nentity", 1) +
		"architecture a of u is\n  signal n : std_logic_vector(3 downto 0) := \"0000\";\nbegin\n" +
		"  process (clk) begin if rising_edge(clk) then n <= n + 1; end if; end process;\n  tx <= rx when conv_integer(n) < 20 else '0';\nend;\n"
	m, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Clock: 1e6, Source: sourcestest.Files("u.vhd", text), Top: "u"})
	if err != nil && strings.Contains(err.Error(), "not found in library \"ieee\"") {
		require.ErrorContains(t, err, "This GHDL comes without the packages of Synopsys, such as std_logic_unsigned, ")
		return
	}
	require.NoError(t, err)
	require.Equal(t, []string{"the VHDL uses std_logic_arith, std_logic_unsigned of Synopsys, which GHDL takes with -fsynopsys alone; " +
		"ieee.numeric_std is the standard's"}, m.Notes())
}

// TestPackages compiles a package that one file includes and others import, whichever stands first.
func TestPackages(t *testing.T) {
	pkg := "`ifndef P\n`define P\npackage p; localparam N = 2; endpackage\n`endif\n"
	own := "module own(input x, output y); assign y = x ^ p::N[0]; endmodule\n"
	for _, c := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"included and imported", []string{"p.sv", pkg, "a.sv", "`include \"p.sv\"\n" + own, "top.sv", "module top import p::*; (input x); own o(x, x); endmodule\n"}, []string{"a.sv", "p.sv", "top.sv"}},
		{"included by all", []string{"p.sv", pkg, "a.sv", "`include \"p.sv\"\n" + own, "top.sv", "`include \"p.sv\"\nmodule top import p::*; (input x); own o(x, x); endmodule\n"}, []string{"a.sv", "top.sv"}},
		{"included by way of another", []string{"p.sv", pkg, "q.svh", "`include \"p.sv\"\n", "top.sv", "`include \"q.svh\"\nmodule top import p::*; (input x); endmodule\n"}, []string{"top.sv"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := sourcestest.Files(c.files...).Read()
			require.NoError(t, err)
			var compiled []string
			for _, name := range sources.NewHierarchy(read).Needed("top") {
				if sources.IsHDL(name) {
					compiled = append(compiled, path.Base(name))
				}
			}
			require.ElementsMatch(t, c.want, compiled)
			if len(c.want) == 3 {
				require.Equal(t, "p.sv", compiled[0])
			}
		})
	}
}
