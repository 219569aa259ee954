package pinout

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources/sourcestest"
)

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
			read, err := sourcestest.Files(tt.files...).Read()
			require.NoError(t, err)
			top, err := OnlyTop(read)
			require.Equal(t, tt.want, top)
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
			}
		})
	}
}
