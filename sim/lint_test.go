package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// TestModulesIn finds modules however their files are written.
func TestModulesIn(t *testing.T) {
	text := "// module no1\n/* module no2\nmodule no3; */ module a(input x); endmodule\n" +
		"  module automatic b_2 #(parameter N = 1) (); a u(1'b0); endmodule // module no4\nmacromodule c$; endmodule\n" +
		"package p; endpackage\n"
	require.Equal(t, []string{"a", "b_2", "c$"}, modulesIn(withoutComments([]byte(text))))
}

// TestOnlyTop guesses the module that a board is.
func TestOnlyTop(t *testing.T) {
	const leaf, over = "module leaf; endmodule\n", "module over; leaf l(); endmodule\n"
	for _, tt := range []struct {
		name, want, err string
		files           []string
	}{
		{"one", "leaf", "", []string{"a.v", leaf}},
		{"one file", "over", "", []string{"a.v", leaf + over}},
		{"two files", "over", "", []string{"leaf.v", leaf, "x.sv", over, "pins.pcf", "module no; endmodule"}},
		{"named top", "top", "", []string{"a.v", leaf + over, "b.v", "module top; over o(); endmodule module other; endmodule"}},
		{"two", "", "which module is the top? Write top=NAME; no other module names bench, over", []string{"a.v", leaf + over + "module bench; leaf l(); endmodule"}},
		{"by Quartus", "bench", "", []string{"a.v", leaf + over + "module bench; leaf l(); endmodule", "q/x.qsf", "set_global_assignment -name TOP_LEVEL_ENTITY \"bench\"\n"}},
		{"by Vivado", "over", "", []string{"a.v", leaf + over + "module bench; leaf l(); endmodule", "x.xpr",
			"<Option Name=\"TopModule\" Val=\"over\"/>\n<Option Name=\"TopModule\" Val=\"tb_over\"/>\n"}},
		{"by two projects", "", "which module is the top? Write top=NAME; no other module names bench, over", []string{"a.v", leaf + over + "module bench; leaf l(); endmodule",
			"a.qsf", "set_global_assignment -name TOP_LEVEL_ENTITY bench\n", "b.ldf", "<Options def_top=\"over\"/>\n"}},
		{"beside a test", "over", "", []string{"a.v", leaf + over, "tests/other.v", "module other; leaf l(); endmodule"}},
		{"serial", "board", "", []string{"a.v", "module board(c, r, t); input c, serial_rx; output t, serial_tx; unit u(); endmodule\nmodule unit(input a); endmodule\n" +
			"module spare(input a, output [3:0] tx, input rx); endmodule\n"}},
		{"serial in VHDL", "board", "", []string{"a.vhd", "entity board is port (clk, uart_txd_in : in std_logic; uart_rxd_out : out std_ulogic); end;\n" +
			"entity spare is port (rx : in std_logic_vector(3 downto 0); tx : out std_logic); end;\n"}},
		{"serial and small", "", "which module is the top? Write top=NAME; no other module names passes, player", []string{"a.v", "module passes(input rx, output tx); assign tx = rx; endmodule\n",
			"b.v", "module player(input clk, inout [1:0] pins); unit u(); endmodule\n", "c.v", "module unit; endmodule\n"}},
		{"none", "", "has .sv or .v files with no module in them", []string{"a.v", "`define X 1\n"}},
		{"nothing", "", "holds no .sv, .v or .vhd file", []string{"a.txt", leaf}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			read, err := files(tt.files...).read()
			require.NoError(t, err)
			top, err := onlyTop(read)
			require.Equal(t, tt.want, top)
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
			}
		})
	}
}

// TestLintManyModules reads every module of a file, whatever its name.
func TestLintManyModules(t *testing.T) {
	s := files("all.sv", "package p; localparam N = 2; endpackage\n"+
		"module a(input wire [p::N-1:0] x, output wire y);\n  assign y = ^x;\nendmodule\n"+
		"module b(input wire x, output wire y);\n  a u (.x(x), .y(y));\nendmodule\n")
	report, err := quick().Lint(t.Context(), s, true)
	require.NoError(t, err)
	report.All()
	found := report.Findings
	require.Equal(t, []string{"a", "b"}, report.Modules)
	told := false
	for _, f := range found {
		require.NotContains(t, f.Text, "not found")
		told = told || f.Tool == "verilator" && f.Code == "DECLFILENAME"
	}
	require.True(t, told, "%v", found)
	report, err = quick().Lint(t.Context(), s, false)
	require.NoError(t, err)
	for _, f := range append(report.Findings, report.Remarks...) {
		require.NotEqual(t, "DECLFILENAME", f.Code, "the file of a foreign design has any name")
	}
}

// TestLint wants not a word about our RTL, and finds what is wrong elsewhere.
func TestLint(t *testing.T) {
	tier.NoRace(t)
	report, err := quick().Lint(t.Context(), ourRTL(), true)
	require.NoError(t, err)
	require.Contains(t, report.Modules, "ll_core")
	report.All()
	require.Empty(t, report.Findings)
	report, err = quick().Lint(t.Context(), files("wide.v", "module wide(input [3:0] a, output [1:0] b);\n  assign b = a;\nendmodule\n"), false)
	require.NoError(t, err)
	found := report.Findings
	require.NotEmpty(t, found)
	require.Equal(t, "wide", found[0].Module)
	require.Contains(t, found[0].Text, "board/wide.v:2")
	_, err = quick().Lint(t.Context(), files("readme.txt", ""), false)
	require.ErrorContains(t, err, "holds no .sv, .v or .vhd file")
}
