package adopt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Clocks and bit rates as people and tools write them are read with their unit, and a bit of so many cycles is a bit
// rate of the clock.
func TestRates(t *testing.T) {
	for _, c := range []struct {
		file, text   string
		clock, baud  float64
		clocks, rate int // how many
	}{
		{"a.v", "module a #(parameter CLK_MHZ = 50, parameter UART_BAUD = 460800) (input clk);", 50e6, 460800, 1, 1},
		{"a.v", "parameter CLKFREQ = 50_000_000;\nlocalparam BAUD_RATE = 115_200;", 50e6, 115200, 1, 1},
		{"a.v", "`define CLK_FREQ 27000000\n`define UART_BAUD 9600\n", 27e6, 9600, 1, 1},
		{"a.sv", "localparam int ClkHz = 12_000_000;\nlocalparam int ClksPerBit = 104;", 12e6, 12e6 / 104, 1, 1},
		{"a.v", "uart_rx u(.clk(clk), .cfg_divider(25000000/115200));", 25e6, 115200, 1, 1},
		{"a.vhd", "generic (CLK_MHZ : integer := 100; BAUD : positive := 57600);", 100e6, 57600, 1, 1},
		{"a.sdc", `create_clock -name {clk} -period "24.0 MHz" [get_ports clk]`, 24e6, 0, 1, 0},
		{"a.sdc", "create_clock -period 12MHz clk", 12e6, 0, 1, 0},
		{"a.xdc", "create_clock -add -name sys_clk_pin -period 10.00 -waveform {0 5} [get_ports {CLK100MHZ}];", 100e6, 0, 1, 0},
		{"a.sdc", "create_clock -name clk -period 20 [get_ports {clk}]", 50e6, 0, 1, 0},
		{"a.v", "parameter CLK_FRE = 27,   // MHz\nparameter UART_FRE = 115200;", 27e6, 115200, 1, 1},
		{"a.v", "parameter CLK_FREQ = 50000000;\nparameter UART_BPS = 9600;", 50e6, 9600, 1, 1},
		{"a.v", "fpga_loop #(.CLKFREQ(50)) u();\nlocalparam SYS_FREQ=100;\nlocalparam BIT_RATE = 57_600;", 100e6, 57600, 1, 1},
		{"a.vhd", "constant CLK_FREQ : integer := 32;\nconstant SER_FREQ : integer := 19200;", 32e6, 19200, 1, 1},
		{"a.v", "localparam CLK_FREQ = 8'd27, SYS_FRE = 1.5e3;", 0, 0, 0, 0},
		{"a.v", "always @(posedge clk) count <= 1234567;", 0, 0, 0, 0},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.text+"\n"), 0o600))
		clocks, bauds, err := rates(dir)
		require.NoError(t, err)
		require.Len(t, clocks, c.clocks, "%s: %v", c.text, clocks)
		require.Len(t, bauds, c.rate, "%s: %v", c.text, bauds)
		if c.clocks > 0 {
			require.InEpsilon(t, c.clock, clocks[0].Value, 1e-9, c.text)
		}
		if c.rate > 0 {
			require.InEpsilon(t, c.baud, bauds[0].Value, 1e-9, c.text)
		}
	}
}

// What adopt wrote before states nothing.
func TestRatesOfOurOwnFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, MakefileName), []byte("BOARD := .?clk=25000000&baud=115200\n"), 0o600))
	clocks, bauds, err := rates(dir)
	require.NoError(t, err)
	require.Empty(t, clocks)
	require.Empty(t, bauds)
}

// A bit is a whole number of cycles, perhaps one too many: what the files state holds within 2 %, a rate that is usual
// within half a per cent, and otherwise the measure: of the bit rate where constraints have the clock, or of the clock.
func TestClosest(t *testing.T) {
	stated := wire{Rate{25e6, "a.lpf:1"}, Rate{115200, "a.v:2"}}
	other := wire{Rate{24e6, "a.lpf:2"}, Rate{115200, "a.v:2"}}
	usual := wire{Rate{50e6, trial}, Rate{115200, trial}}
	parameter := wire{Rate{25e6, "a.v:1"}, Rate{115200, "a.v:2"}}
	for _, c := range []struct {
		tries    []wire
		answered int
		bit      float64
		want     Rate
	}{
		{[]wire{stated, usual}, 0, 219, stated.clock},
		{[]wire{stated, other, usual}, 0, 208.4, other.clock},
		{[]wire{stated, usual}, 0, 225, stated.clock},
		{[]wire{parameter, usual}, 0, 225, Rate{225 * 115200, "measured"}},
		{[]wire{usual}, 0, 438, Rate{438 * 115200, "measured"}},
		{[]wire{usual, stated}, 0, 217, stated.clock},
	} {
		require.Equal(t, c.want, closest(c.tries, c.tries[c.answered], c.bit).clock, "%v", c)
	}
	require.Equal(t, Rate{25e6 / 225.0, "measured"}, closest([]wire{stated, usual}, stated, 225).baud)
}
