package trax_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax"
)

// TestTextOfLargeBoards: boards of usual size are written whole, whatever
// their shape; of others a part, with what is missing. Rows has no part.
func TestTextOfLargeBoards(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, c := range []struct {
		path  string
		cells int
		rows  int // of text
		tail  string
	}{
		{"row", 300_000, 4, ""},
		{"column", 300_000, 300_003, ""},
		{"diagonal", 2_000, 1_004, ""},
		{"diagonal", 40_000, 259, "... and 19747 rows more\n... and 19746 columns more\n"},
		{"row", 400_000, 5, "... and 378157 columns more\n"},
	} {
		p := wander(c.path, c.cells).p
		text := string(p.AppendText(nil))
		require.Less(t, len(text), 8<<20, c.path)
		require.Equal(t, c.rows, strings.Count(text, "\n"), "%s %d", c.path, c.cells)
		require.True(t, strings.HasSuffix(text, c.tail), "%s %d: %s", c.path, c.cells, text[max(0, len(text)-80):])
		require.Equal(t, p.Width()*p.Height() > MaxRows, p.Rows() == nil)
	}
}
