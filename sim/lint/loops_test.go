package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestLintNamesLoops: a board that is linted has them among its findings, and a
// testbench beside it has none.
func TestLintNamesLoops(t *testing.T) {
	const loop = "always @(posedge clk) for (i = 0; i < 2000000000; i = i + 1) x = x * 3 + i;"
	s := sourcestest.Files("board.v", simtest.Asking("integer i; reg [31:0] x = 0;\n"+loop), "tb.v", "module tb; integer i; initial forever i = 1; endmodule\n")
	report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: s, Top: "board"})
	require.NoError(t, err)
	var texts []string
	for _, f := range report.Findings {
		if f.Code == finding.CodeLoop {
			texts = append(texts, f.Text)
		}
	}
	require.Len(t, texts, 1)
	require.Contains(t, texts[0], "board/board.v:4:23: a loop of 2000000000 rounds")
}
