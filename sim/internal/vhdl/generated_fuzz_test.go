package vhdl

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources"
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
		h := sources.NewHierarchy([]sources.File{{Name: "top.v", Text: []byte(text)}})
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
		remedy := vendorPackage("unisim", []sources.File{{Name: "top.vhd", Text: []byte(text)}})
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
