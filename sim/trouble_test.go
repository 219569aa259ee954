package sim

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestHeldLow names the inputs that nobody named where a board is silent.
func TestHeldLow(t *testing.T) {
	tier.NoRace(t)
	c := BoardConfig{
		Source: sourcestest.Files("top.v", "module top(input clk, input FOO, input [3:0] SW, input rx, output tx, inout [1:0] IO);\n"+
			"assign tx = rx | ~FOO | ~SW[2]; endmodule"),
		Clock: 1e6,
	}
	said := saidOf(t, c, context.DeadlineExceeded)
	require.Len(t, said, 1)
	require.Contains(t, said[0], "tx never changed: high since reset")
	require.Contains(t, said[0], "held low: FOO SW (high=PIN holds one high)")
	require.Contains(t, said[0], "tx=tx right? ")
	require.Contains(t, said[0], "--handshake 50ms")
}

// TestUnnamedInput is low in every power-up state, a bit or a bus.
func TestUnnamedInput(t *testing.T) {
	tier.NoRace(t)
	c := BoardConfig{
		Source: sourcestest.Files("top.v", "module top(input clk, input FOO, input [7:0] BAR, inout BAZ, input [1:0] q [0:2], input rx, output tx);\n"+
			"assign tx = rx | FOO | |BAR | BAZ | |q[1]; endmodule"),
		Clock: 1e6,
	}
	for seed := range uint32(8) {
		c.Seed = seed + 1
		text, err := exchange(t, newPlayer(t, start(t, c)))
		require.NoError(t, err)
		require.Equal(t, "-T", text, "seed %d", c.Seed)
	}
	c.Pins.High = []string{"BAR"}
	require.Contains(t, saidOf(t, c, context.DeadlineExceeded)[0], "held low: FOO q ")
}

// TestTrouble has lines that say nothing, each for a reason of its own.
func TestTrouble(t *testing.T) {
	tier.NoRace(t)
	const sub = "module sub(input i, output o, output p); assign p = i; endmodule\n"
	for _, tt := range []struct{ name, ports, body, want string }{
		{"low", "output fpga_tx", "assign fpga_tx = 0;", "fpga_tx never changed: low since reset."},
		{"high", "output fpga_tx", "assign fpga_tx = 1;", "fpga_tx never changed: high since reset."},
		{"low after reset", "output reg fpga_tx", "reg [3:0] n = 0; always @(posedge clk) begin n <= n + 1; if (n == 9) fpga_tx <= 0; end", "fpga_tx never changed: low since reset."},
		{"nothing", "output fpga_tx", "", "fpga_tx is not driven: nothing in module top assigns fpga_tx, top.v:2:40."},
		{"a register", "output reg fpga_tx", "", "fpga_tx is not driven: nothing in module top assigns fpga_tx, top.v:2:44."},
		{"below", "output fpga_tx", "sub s(.i(rx), .o(fpga_tx));", "fpga_tx is not driven: nothing in module sub assigns o, top.v:1:"},
		{"below by place", "output fpga_tx", "sub s(rx, fpga_tx);", "fpga_tx is not driven: nothing in module sub assigns o, top.v:1:"},
		{"tri-stated", "output fpga_tx", "assign fpga_tx = 1'bz;", "fpga_tx is not driven: it is tri-stated (z) since reset."},
		{"never enabled", "output fpga_tx", "reg e = 0; assign fpga_tx = e ? rx : 1'bz;", "fpga_tx is not driven: it is tri-stated (z) since reset."},
		{"inout", "inout fpga_tx", "assign fpga_tx = rx ? 1'bz : 1'bz;", "fpga_tx is not driven: it is tri-stated (z) since reset."},
		{"inverted", "output fpga_tx", "assign fpga_tx = ~rx;", "fpga_tx idles low: it is inverted, or sends no stop bit"},
		{"late", "output reg fpga_tx", "reg [8:0] n = 0; always @(posedge clk) begin n <= n + !(&n); fpga_tx <= &n; end", "fpga_tx is high since clock cycle 496 of "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := BoardConfig{
				Source: sourcestest.Files("top.v", sub+"module top(input clk, input rx, "+tt.ports+");\n"+tt.body+"\nendmodule"), Clock: 1e6,
				Top: "top",
			}
			said := saidOf(t, c, context.DeadlineExceeded)
			require.Len(t, said, 1)
			require.Contains(t, said[0], tt.want)
		})
	}
}
