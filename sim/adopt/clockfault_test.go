package adopt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClockFault compares the default of the top module's clock with constraints beside it and above it.
func TestClockFault(t *testing.T) {
	const top = "// CLOCK_HZ = 99000000\nmodule top #(parameter CLOCK_HZ = 50_000_000, BAUD = 115200) (input clk, output tx);\nendmodule\n"
	const vhdl = "entity top is generic (\n  CLK_FREQ : positive := 50_000_000); port (clk : in bit);\nend;\n"
	known := []Rate{{12e6, "a board"}}
	for _, c := range []struct {
		name, file, text, constraints, with string
		known                               []Rate
		want                                string
	}{
		{"the same", "top.v", top, "top.xdc", "create_clock -period 20.000 [get_ports clk]\n", nil, ""},
		{"another", "top.v", top, "top.xdc", "create_clock -period 10 [get_ports clk]\n", nil, "rtl/top.v:2: the top module's clock is 50 MHz unless somebody sets it"},
		{"above", "top.sv", top, "../top.pcf", "set_frequency clk 12\n", nil, "the clock is 12 MHz (../top.pcf:1)"},
		{"VHDL", "top.vhd", vhdl, "../top.sdc", "create_clock -name c -period \"12.0 MHz\" [get_ports clk]\n", nil, "rtl/top.vhd:2: the top module's clock is 50 MHz"},
		{"a known board", "top.v", top, "notes.txt", "", known, "the clock is 12 MHz (a board)"},
		{"a PLL", "top.v", top + "module c; SB_PLL40_CORE p(); endmodule\n", "notes.txt", "", known, ""},
		{"another module's", "top.v", "module other #(parameter CLOCK_HZ = 50000000) (); endmodule\nmodule top(input clk); endmodule\n", "notes.txt", "", known, ""},
		{"no constraints", "top.v", top, "notes.txt", "", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "rtl")
			require.NoError(t, os.Mkdir(dir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, c.constraints), []byte(c.with), 0o600))
			got, err := ClockFault(dir, "top", c.known)
			require.NoError(t, err)
			if c.want == "" {
				require.Empty(t, got)
			}
			require.Contains(t, filepath.ToSlash(got), c.want)
		})
	}
}
