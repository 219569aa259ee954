package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// An included file is the one beside the file that includes it, whatever lies in other folders.
func TestIncludeBeside(t *testing.T) {
	tier.NoRace(t)
	const board = "`include \"size.vh\"\nmodule board(input wire clk, input wire rx, output wire tx);\n" +
		"reg [`BITS-1:0] n = 0;\nalways @(posedge clk) n <= n + 1'b1;\nassign tx = rx & n[`BITS-1];\nendmodule\n"
	const ours, another = "`define BITS 3\n", "`define BITS no number\n"
	for _, tt := range []struct {
		name  string
		files []string
	}{
		{"in a folder", []string{"zed/board.v", board, "zed/size.vh", ours, "alpha/size.vh", another}},
		{"at the root", []string{"board.v", board, "size.vh", ours, "Alpha/size.vh", another}},
		{"through another", []string{"zed/board.v", "`include \"sub/all.vh\"\n" + board[len("`include \"size.vh\"\n"):],
			"zed/sub/all.vh", "`include \"size.vh\"\n", "zed/sub/size.vh", ours, "size.vh", another, "sub/all.vh", another}},
		{"elsewhere", []string{"zed/board.v", board, "alpha/size.vh", ours}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			source := sourcestest.Files(tt.files...)
			report, err := Sources(t.Context(), simtest.Quick(), source, false)
			require.NoError(t, err)
			require.Empty(t, report.Findings)
			_, err = simtest.Quick().Inspect(t.Context(), model.DesignOf(source, "board"), nil)
			require.NoError(t, err)
		})
	}
}
