package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/flow"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestSynchroniser wants two flip-flops behind a receiving pin before anything is decided by it.
func TestSynchroniser(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	const state = "reg [1:0] s = 0; reg [7:0] d = 0;\n"
	for _, c := range []struct{ name, body, want string }{
		{"an if", state + "always @(posedge clk) if (!rx) begin s <= s + 1; d <= 0; end\nassign tx = s[1] ^ d[0];", "top.v:3:27: this decides by rx as it comes from the pin"},
		{"an if of a module below", "sub u(.clk(clk), .in(~rx), .out(tx));\nendmodule\nmodule sub(input clk, input in, output reg [0:0] out);\nreg s = 0;\nalways @(posedge clk) if (in) begin s <= !s; out <= s; end",
			"top.v:6:27: this decides by rx"},
		{"a choice", state + "always @(posedge clk) begin s <= rx ? 2'd1 : 2'd2; d <= {d[6:0], rx}; end\nassign tx = s[1] ^ d[7];", "top.v:3:"},
		{"a sum", state + "always @(posedge clk) begin s <= s + {1'b0, rx}; d <= {d[6:0], s[1]}; end\nassign tx = d[7];", "top.v:3:"},
		{"two flip-flops", state + "always @(posedge clk) begin s <= {s[0], rx}; if (s[1]) d <= d + 1; end\nassign tx = d[7];", ""},
		{"two flip-flops below", "sub u(.clk(clk), .in(rx), .out(tx));\nendmodule\nmodule sub(input clk, input in, output reg [0:0] out);\nreg [1:0] s = 3;\n" +
			"wire n = !in;\nalways @(posedge clk) begin s <= {s[0], n}; if (s[1]) out <= !out; end\ninitial out = 0;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files("top.v", simtest.FaultyBoard("", c.body)), Top: "top", RX: "rx"})
			require.NoError(t, err)
			found := ""
			for _, f := range report.Findings {
				if f.Code == flow.CodeSync {
					found = f.Text
				}
			}
			if c.want == "" {
				require.Empty(t, report.Findings)
				return
			}
			require.Contains(t, found, c.want)
		})
	}
}
