package finding

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/sources"
)

// TestLoops finds loops that no hardware does in a clock cycle, and no others.
func TestLoops(t *testing.T) {
	for text, want := range map[string]string{
		"for (i = 0; i < 2000000000; i = i + 1) x = x + 1;":     "board.v:2:1: a loop of 2000000000 rounds",
		"for (i = 0; i <= 32'h10_0000; i = i + 1) x = x + 1;":   "a loop of 1048576 rounds",
		"for (int i = 1_000_000; i > 0; i--) x = x + 1;":        "a loop of 1000000 rounds",
		"repeat (1000000) x = x + 1;":                           "a loop of 1000000 rounds",
		"always @(posedge clk) while (1) x = x + 1;":            "board.v:2:23: a loop without end",
		"initial forever #10 x = !x;":                           "a loop without end",
		"for (i = 0; i < 64; i = i + 1) x = x + 1;":             "",
		"// for (i = 0; i < 2000000000; i = i + 1)":             "",
		`initial $display("for (i = 0; i < 2000000000; i++)");`: "",
		"while (n != 7) n = n + 1;":                             "",
		"repeat (8) x = x + 1; reg [31:0] big = 2000000000;":    "",
	} {
		found := loops([]sources.File{{Name: "board.v", Text: []byte("\n" + text)}})
		if want == "" {
			require.Empty(t, found, text)
			continue
		}
		require.Len(t, found, 1, text)
		require.Contains(t, found[0].Text, want)
		require.Equal(t, ChangesBehaviour, found[0].Kind)
	}
}
