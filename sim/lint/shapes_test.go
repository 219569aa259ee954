package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
)

// TestShapes: other names, comments and order leave a design's shapes; another operator does not.
func TestShapes(t *testing.T) {
	const design = `module top(input clk, input rx, output reg tx);
  reg [7:0] count = 0;
  always @(posedge clk) count <= rx ? count + 8'd3 : 8'd0; // counts
  always @(posedge clk) tx <= ^count & rx;
endmodule
`
	lines := strings.SplitAfter(design, "\n")
	turned := strings.Join([]string{lines[0], lines[1], lines[3], lines[2], lines[4]}, "")
	shapes := func(text string) map[uint64]int {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "top.v"), []byte(text), 0o644))
		source, err := sources.DirSource(dir)
		require.NoError(t, err)
		found, err := Shapes(t.Context(), simtest.Quick(), model.BoardDesign{Source: source})
		require.NoError(t, err)
		return found
	}
	want := shapes(design)
	require.Greater(t, len(want), 3)
	require.Equal(t, want, shapes(strings.NewReplacer("count", "number", "// counts", "", "top", "upper").Replace(turned)))
	require.NotEqual(t, want, shapes(strings.Replace(design, "count + 8'd3", "count - 8'd3", 1)))
	require.NotEqual(t, want, shapes(strings.Replace(design, "8'd3", "8'd4", 1)))
}
