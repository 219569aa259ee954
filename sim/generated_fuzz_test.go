package sim

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/quoting"
)

const (
	fuzzedID   = `\w[\w$]*`
	fuzzedPort = `(?:input|output|inout) (?:\[\d+:0\] )?` + fuzzedID
)

var (
	// A stub is one module of plain names, whose body assigns plain names and constants.
	stubModule = regexp.MustCompile(`^module (?:` + fuzzedID + `|\\\S+ )(?: #\(parameter ` + fuzzedID + ` = 0(?:, ` + fuzzedID + ` = 0)*\))? \(` +
		fuzzedPort + `(?:, ` + fuzzedPort + `)*\);\n(?:  reg \[5:0\] ll_since = 6'd0;\n  always @\(posedge ` + fuzzedID +
		`(?:\[0\])?\) if \(!ll_since\[5\]\) ll_since <= ll_since \+ 6'd1;\n)?(?:  assign ` + fuzzedID + ` = (?:1'b0|ll_since\[5\]|` + fuzzedID +
		`|\{5\{` + fuzzedID + `\[0\]\}\});\n)+endmodule\n$`)
	packagePort = `\w+ : (?:in|out|inout) std_logic(?:_vector\(\d+ downto 0\))?(?: := (?:'0'|\(others => '0'\)))?`
	packageText = regexp.MustCompile(`^library ieee;\nuse ieee\.std_logic_1164\.all;\npackage vcomponents is\n(?:  component \w+ is\n(?:    generic \(\w+ : \w+(?:; \w+ : \w+)*\);\n)?    port \(` + packagePort + `(?:; ` + packagePort +
		`)*\);\n  end component;\n)+end package;\n$`)
)

// onlyStubs wants Verilog of nothing but stubs and models of vendors' primitives.
func onlyStubs(t *testing.T, text string) {
	t.Helper()
	for module := range strings.SplitSeq(strings.TrimPrefix(text, standsIn), standsIn) {
		name, _, _ := strings.Cut(strings.TrimPrefix(module, "module "), " ")
		if p, ok := primitives()[strings.ToLower(name)]; ok && strings.HasSuffix(module, "endmodule\n") && !stubModule.MatchString(module) {
			require.Equal(t, 1, strings.Count(module, "endmodule"), module)
			head, _, _ := strings.Cut(module, ";\n")
			require.Regexp(t, `^module `+p.name+`(?: #\(parameter .*?\))? \((?:`+fuzzedPort+`(?:, `+fuzzedPort+`)*)?\)$`, head)
			continue
		}
		require.Regexp(t, stubModule, module)
	}
}

// hostileInstances are what a design may say of a module that is missing.
var hostileInstances = [][2]string{
	{"pll", ".clkin(clk), .clkout(o)"},
	{"pll", ".clkin(clk), .clkout(o), .x); endmodule module y(input z(1)"},
	{"pll", ".clkin(clk), .\\o;endmodule (o), .locked(l)"},
	{`\pll;initial$system("id");// `, ".clkin(clk), .clkout(o)"},
	{"SB_IO", ".PACKAGE_PIN(p), .D_IN_0(d), .\\); (1)"},
	{"SB_PLL40_CORE", ".REFERENCECLK(clk), .PLLOUTCORE(o), .endmodule(x)"},
	{"altpll", ".inclk(clk), .clk(o), .$finish(x)"},
	{"\xbd", ".x(1)"},
	{"MMCME2_BASE", "CLKIN1 =>0000,0000OUT00=>000"},
	{"MMCME2_BASE", "CLKIN1 => clk, CLKOUT0 => o, is => '0'; end component; component x"},
}

// FuzzStub: names that a design gives to the ports of a missing module add nothing but ports to the file that stands
// for it.
func FuzzStub(f *testing.F) {
	for _, i := range hostileInstances {
		f.Add(i[0], i[1], ".P(1)")
	}
	f.Fuzz(func(t *testing.T, module, ports, params string) {
		text := "module top(input clk); " + module + " #(" + params + ") u (" + ports + ");\nendmodule\n"
		h := newHierarchy([]sourceFile{{name: "top.v", text: []byte(text)}})
		if strings.ContainsAny(module, " \t\r\n\v\f") {
			return // no tool names a module so
		}
		if stub := usageOf(h, strings.TrimPrefix(module, `\`)).stub(); stub != "" {
			onlyStubs(t, stub)
		}
	})
}

// FuzzVendorPackage: the same of a package in VHDL that stands for a vendor's library.
func FuzzVendorPackage(f *testing.F) {
	for _, i := range hostileInstances {
		f.Add(strings.Trim(i[0], `\`), "P => 1", i[1])
	}
	f.Add("BUFG", `IS; end package; => "x"`, "I => clk, O => o")
	f.Add("my_pll", "A => true, B => \"x;\", C => 1.5", "refclk => clk, outclk_0 => o, locked => l")
	f.Fuzz(func(t *testing.T, component, generics, ports string) {
		text := "u : " + component + " generic map (" + generics + ") port map (" + ports + ");\n"
		remedy := vendorPackage("unisim", []sourceFile{{name: "top.vhd", text: []byte(text)}})
		if remedy == "" {
			return
		}
		_, files, _ := strings.Cut(remedy, "\n\n")
		vhdl, verilog, ok := strings.Cut(files, "\nand this as ll_clocks.v:")
		require.True(t, ok)
		require.Regexp(t, packageText, vhdl)
		_, verilog, _ = strings.Cut(verilog, "\n\n")
		onlyStubs(t, verilog)
	})
}

// wrapperTokens are what a wrapper is made of; an escaped name is one.
var wrapperTokens = regexp.MustCompile(`\\\S+\s|'[01]|\d'b\w+|===|\w[\w$]*|\S`)

// FuzzWrapper: a name of a port, of the board or of a parameter is one word of the wrapper around it, or the address
// that names it is refused.
func FuzzWrapper(f *testing.F) {
	for _, name := range []string{"rx", `a;endmodule`, "$finish", "x y", "rx\t);initial", `\`, "é", "module", "(*", "//", "/*", "`include"} {
		f.Add(name)
	}
	wrapped := func(name string) []string {
		p := Pins{Clock: "clk", Reset: "!rst", RX: name, TX: "tx", High: []string{"en"}}
		ports := []port{{name: "clk", input: true}, {name: "rst", input: true}, {name: name, input: true}, {name: "en", input: true}, {name: "tx"}}
		return wrapperTokens.FindAllString(p.wrap(name, map[string]string{name: "1"}, ports), -1)
	}
	plain := wrapped("plain")
	f.Fuzz(func(t *testing.T, name string) {
		a, err := ParseAddress("rtl?clk=clk&rx=" + name + "&tx=tx&top=top")
		if err != nil || a.Board.Pins.RX != name || name == "" {
			return
		}
		if strings.ContainsAny(name, ",!") {
			return // several pins, or the opposite
		}
		tokens := wrapped(name)
		require.Len(t, tokens, len(plain), "%q", name)
		for i, token := range tokens {
			if plain[i] != `\plain ` {
				require.Equal(t, plain[i], token, "%q", name)
			} else {
				require.Equal(t, `\`+name+" ", token)
			}
		}
	})
}

// TestNamesOfNoUTF8: names of a design may be any bytes, in the file system, in waivers and in messages of tools.
func TestNamesOfNoUTF8(t *testing.T) {
	const name = "x\xbd\xbe"
	require.Regexp(t, "^"+quoting.Pattern(name)+"$", name)
	waivers := waiversIn([]sourceFile{{name: "x.vlt", text: []byte(`lint_off -rule UNUSED -file "` + name + `" -match "` + name + `*"`)}})
	require.Len(t, waivers, 1)
	require.True(t, waivers[0].fits(&Finding{Code: "UNUSED", Text: name + " is unused"}, name, 1))
	r := sourceReader{links: []string{name + ".v"}, files: []sourceFile{{name: "top.v", text: []byte("module top; endmodule\n")}}}
	require.NoError(t, r.checkLinks())
	require.Empty(t, usageOf(newHierarchy(r.files), name).ports)
}
