package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
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
		{"two", "", "which module is the top? Write top=NAME; no other module names over, bench", []string{"a.v", leaf + over + "module bench; leaf l(); endmodule"}},
		{"none", "", "has .sv or .v files with no module in them", []string{"a.v", "`define X 1\n"}},
		{"nothing", "", "holds no .sv or .v file", []string{"a.txt", leaf}},
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
	modules, found, err := Lint(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, modules)
	told := false
	for _, f := range found {
		require.NotContains(t, f.Text, "not found")
		told = told || f.Tool == "verilator" && f.Module == "b" && len(f.Text) > 0
	}
	require.True(t, told, "%v", found)
}
