package sim

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// student is the design of a student, as one finds it: in testdata/students.
func student(name string) sources.Source {
	return sources.Source{Name: name, FS: os.DirFS("testdata/students/" + name)}
}

// students are boards with pins, files and names of all sorts, each with what
// has to be said of it.
var students = []struct {
	name    string
	address string // its options
	pins    pinout.Pins
}{
	{"basys", "?clk=1.8432MHz&top=main&rst=btnC", pinout.Pins{Clock: "clk", Reset: "btnC", RX: "RsRx", TX: "RsTx"}},
	{"basys", "?clk=1.8432MHz&rst=btnc", pinout.Pins{Clock: "clk", Reset: "btnC", RX: "RsRx", TX: "RsTx"}},
	{"de10", "?top=pins&clk=1.8432MHz", pinout.Pins{Clock: "clk", Reset: "!rst_n", RX: "rx", TX: "tx"}},
	{"icestick", "?clk=1.8432MHz", pinout.Pins{Clock: "PIN_CLK", RX: "PIN_RX", TX: "PIN_TX"}},
	{"sv", "?clk=2e6&param.CLK_HZ=2000000", pinout.Pins{Clock: "sys-clk", Reset: "!sys_reset_n", RX: "uart.rx", TX: "uart.tx"}},
	{"sv", `?clk=2e6&param.CLK_HZ=2000000&rx=\uart.rx&clock=\sys-clk`, pinout.Pins{Clock: "sys-clk", Reset: "!sys_reset_n", RX: "uart.rx", TX: "uart.tx"}},
}

// studentBoard is the board at an address below testdata/students.
func studentBoard(t *testing.T, name, options string) BoardConfig {
	t.Helper()
	a, err := ParseAddress(name + options)
	require.NoError(t, err)
	a.Board.Source = student(name)
	return a.Board
}

// TestStrangeTexts builds designs whose texts and comments are in no encoding.
func TestStrangeTexts(t *testing.T) {
	tier.NoRace(t)
	body := "initial if (rx === 1'bx) $display(\"\x1b[31m \xe4\xff \x01 \\033 ]]> < & // /* \"); // \xe4\n assign tx = rx;\n"
	_, err := BuildBoard(t.Context(), simtest.Quick(), BoardConfig{Source: sourcestest.Files("t.v", "/* \xfc */ module t(input clk, input rx, output tx);\n"+body+"endmodule\n")})
	require.NoError(t, err)
}

// TestOddPorts builds boards with ports that are named and made as few are.
func TestOddPorts(t *testing.T) {
	tier.NoRace(t)
	for name, text := range map[string]string{
		"escaped":   "module top(input clk, input rx, output tx, input \\a[2] , input \\module , output \\x+y ); assign tx = rx | \\a[2] | \\module ; endmodule",
		"types":     "package p; typedef enum logic [1:0] {A = 1, B = 2} e; endpackage\nmodule top import p::*; (input clk, input e s, input [1:0][7:0] k, input [1:0] u [2][3], input rx, output tx); assign tx = rx | s[0] | k[1][0] | u[1][2][0]; endmodule",
		"of a real": "module top(input clk, input rx, input real r, output tx); assign tx = rx | (r > 1.0); endmodule",
		"old":       "module top(clk, rx, tx, io); parameter W = 3; input clk; input rx; output tx; inout [W-1:0] io; reg tx; always @(rx or io) tx = rx | io[2]; endmodule",
		"line ends": "module top(input clk,\r\n input rx, // a\r\n output tx);\r\nassign tx = rx;\r\nendmodule\r\n",
		"a mark":    "\xef\xbb\xbfmodule top(input clk, input rx, output tx); assign tx = rx; endmodule",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := exchange(t, newPlayer(t, start(t, BoardConfig{Source: sourcestest.Files("X.SV", text), Clock: 1e6, Seed: 3})))
			require.NoError(t, err)
			require.Equal(t, "-T", text)
		})
	}
}

// TestStudentBoards builds and asks designs as students have them, in eight
// power-up states: inputs that nobody names are low in each.
func TestStudentBoards(t *testing.T) {
	tier.NoRace(t)
	for _, s := range students {
		t.Run(s.name+s.address, func(t *testing.T) {
			t.Parallel()
			c := studentBoard(t, s.name, s.address)
			for seed := range uint32(8) {
				c.Seed = seed + 1
				m, err := BuildBoard(t.Context(), simtest.Quick(), c)
				require.NoError(t, err)
				require.Equal(t, s.pins, m.Pins())
				b, err := m.Start(t.Context())
				require.NoError(t, err)
				answer(t, newPlayer(t, b), "-T", "VX")
			}
		})
	}
}
