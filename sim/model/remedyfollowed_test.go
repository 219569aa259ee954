package model

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestRemediesAreRight: a board of which a module is missing is built when what the remedy says is done.
func TestRemediesAreRight(t *testing.T) {
	tier.NoRace(t)
	const (
		top  = "module top(input clk, input rx, output tx); leaf l(.clk(clk), .i(rx), .o(tx)); endmodule\n"
		leaf = "module leaf(input clk, input i, output reg o); always @(posedge clk) o <= i; endmodule\n"
	)
	for _, c := range []struct {
		name    string
		missing []string // files without the module
		says    string
		done    []string // files that were changed or added
	}{
		{"in a subfolder", []string{"rtl/top.v", top}, finding.MissingRemedy, []string{"rtl/sub/leaf.v", leaf}},
		{"in a list", []string{"rtl/top.v", top, "files.f", "rtl/top.v\n"}, finding.MissingListed, []string{"rtl/sub/leaf.v", leaf, "files.f", "rtl/top.v\nrtl/sub/leaf.v\n"}},
		{"not in the list", []string{"rtl/top.v", top, "lib/leaf.v", leaf, "files.f", "rtl/top.v\n"},
			"lib/leaf.v declares leaf, and files.f does not name it: add the line lib/leaf.v to it.", []string{"files.f", "rtl/top.v\nlib/leaf.v\n"}},
		{"in a library", []string{"rtl/top.v", top, "lib/other.v", "module other; endmodule\n", "files.f", "rtl/top.v\n-y lib\n"},
			finding.MissingListed, []string{"lib/leaf.v", leaf, "files.f", "rtl/top.v\n-y lib\nlib/leaf.v\n"}},
		{"found in a library", []string{"rtl/top.v", top, "lib/other.v", "module other; endmodule\n", "files.f", "rtl/top.v\n-y lib\n"},
			finding.MissingListed, []string{"lib/leaf.v", leaf}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			board := func(names []string) error {
				_, err := quick().Inspect(t.Context(), DesignOf(sourcestest.Files(names...), "top"), nil)
				return err
			}
			err := board(c.missing)
			failed, ok := errors.AsType[*finding.BuildError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, c.says, failed.Remedy)
			require.NoError(t, board(append(c.missing, c.done...)))
		})
	}
}
