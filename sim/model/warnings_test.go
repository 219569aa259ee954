package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestNoFalseConflicts has designs that drive a variable from several places as
// they may.
func TestNoFalseConflicts(t *testing.T) {
	tier.NoRace(t)
	for name, body := range map[string]string{
		"bits of a bus":     "wire [3:0] w; assign w[0] = rx; assign w[3:1] = 3'd2; assign tx = ^w;",
		"generate":          "wire [3:0] w; genvar g; generate for (g = 0; g < 4; g = g + 1) begin : l wire x; assign x = rx; assign w[g] = x; end endgenerate assign tx = ^w;",
		"initial value":     "reg q = 1; initial q = 1; always @(posedge clk) q <= rx; assign tx = q;",
		"a memory":          "reg [7:0] m [0:3]; always @(posedge clk) m[0] <= 8'd1; always @(posedge clk) m[1] <= {8{rx}}; assign tx = m[1][0] & m[0][0];",
		"ends of a bus":     "wire w; assign w = rx ? 1'b1 : 1'bz; assign w = rx ? 1'bz : 1'b0; assign tx = w;",
		"a loop's counter":  "integer i; reg [1:0] a, b; always @(posedge clk) for (i = 0; i < 2; i = i + 1) a[i] <= rx; always @(posedge clk) for (i = 0; i < 2; i = i + 1) b[i] <= rx; assign tx = ^a & ^b;",
		"ends in instances": "wire w; end3 x(rx, 1'b1, w); end3 y(!rx, 1'b0, w); assign tx = w;",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := DesignOf(sourcestest.Files("top.v", "module top(input clk, input rx, output tx);\n"+body+"\nendmodule\n"+
				"module end3(input on, input v, output o); assign o = on ? v : 1'bz; endmodule\n"), "top")
			found, err := quick().Inspect(t.Context(), d, nil)
			require.NoError(t, err)
			require.Empty(t, found.Netlist.Conflicts())
		})
	}
}

// TestModuleTwice has two files that define one module: neither is taken.
func TestModuleTwice(t *testing.T) {
	tier.NoRace(t)
	const leaf, top = "module leaf(input i, output o); assign o = i; endmodule\n", "module top(input clk, input rx, output tx); leaf l(rx, tx); endmodule\n"
	inverted := strings.Replace(leaf, "= i", "= !i", 1)
	for _, tt := range []struct {
		name, want string
		files      []string
	}{
		{"by name", "module leaf is declared twice, at leaf.v:1 and old.v:2; take one of them out, or list the files that belong together in files.f", []string{"top.v", top, "leaf.v", leaf, "old.v", "\n" + inverted}},
		{"in folders", "at a/leaf.v:1 and b/leaf.v:1", []string{"top.v", top, "a/leaf.v", leaf, "b/leaf.v", inverted}},
		{"examples", "module leaf is declared twice, at examples/a/rtl/leaf.v:1 and examples/b/leaf.v:1; if the folders examples/a and examples/b are designs of " +
			"their own, give the folder of one instead of board: board/examples/a; else take one of them out, or list the files that belong together in files.f",
			[]string{"examples/a/rtl/top.v", top, "examples/a/rtl/leaf.v", leaf, "examples/b/leaf.v", leaf}},
		{"the top", "module top is declared twice", []string{"top.v", top, "copy.v", top, "leaf.v", leaf}},
		{"in one file", "at all.v:2 and all.v:3", []string{"all.v", top + leaf + inverted}},
		{"listed", "", []string{"top.v", top, "leaf.v", leaf, "old.v", inverted, "files.f", "top.v leaf.v\n"}},
		{"in a test", "", []string{"top.v", top, "leaf.v", leaf, "testbenches/mock_leaf.v", inverted}},
		{"not used", "", []string{"top.v", top, "leaf.v", leaf, "a.v", "module tb; endmodule\n", "b.v", "module tb; endmodule\n"}},
		{"one or the other", "", []string{"top.v", top, "leaf.v", "`ifdef X\n" + leaf + "`else\n" + inverted + "`endif\n"}},
		{"included", "", []string{"top.v", "`include \"leaf.v\"\n" + top, "leaf.v", leaf}},
		{"in a comment", "", []string{"top.v", top, "leaf.v", leaf, "old.v", "/* " + inverted + "*/ // " + leaf}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := quick().Inspect(t.Context(), DesignOf(sourcestest.Files(tt.files...), "top"), nil)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
}
