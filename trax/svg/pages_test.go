package svg_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/svg"
)

// picturesOf returns the positions of docs/DIR by their names. It checks that
// the pictures there are of them, and that docs/DIR.md shows each.
func picturesOf(t *testing.T, dir string) map[string]*trax.Position {
	t.Helper()
	page, err := os.ReadFile("../../docs/" + dir + ".md")
	require.NoError(t, err)
	files, err := filepath.Glob("../../docs/" + dir + "/*.trx")
	require.NoError(t, err)
	positions := map[string]*trax.Position{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		g, err := trax.ParseTrxFile(text)
		require.NoError(t, err)
		p := trax.NewPosition()
		for _, m := range g.Moves {
			require.NoError(t, p.PlayText(m), file)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".trx")
		want := bytes.NewBufferString(fmt.Sprintf("<?loopline render docs/%s/%s.trx --svg?>\n", dir, name))
		require.NoError(t, svg.Position(want, p, svg.Options{}))
		got, err := os.ReadFile(strings.TrimSuffix(file, ".trx") + ".svg")
		require.NoError(t, err)
		require.Equal(t, want.String(), string(got), "%s: run make generate", name)
		require.True(t, bytes.Contains(page, []byte("("+dir+"/"+name+".svg)")), "docs/%s.md does not show %s.svg", dir, name)
		positions[name] = p
	}
	return positions
}

// TestRulesPage: the pictures of docs/rules.md are about what the page says.
func TestRulesPage(t *testing.T) {
	about := map[string]string{}
	for name, p := range picturesOf(t, "rules") {
		about[name] = fmt.Sprintf("%s, %d forced", p.Outcome(), p.Forced())
		if name == "forbidden" {
			require.ErrorContains(t, p.PlayText("C3/"), "forced play at B2 meets three white edges")
		}
	}
	require.Equal(t, map[string]string{
		"first-plus": "not over, 0 forced", "first-slash": "not over, 0 forced", "tiles": "not over, 0 forced",
		"forced-before": "not over, 0 forced", "forced": "not over, 1 forced", "chain": "not over, 3 forced",
		"forbidden": "not over, 0 forced", "loop": "red wins by loop, 1 forced", "line": "red wins by line, 0 forced",
		"both": "white wins by loop, 2 forced",
	}, about)
}

// TestBotsPage: docs/bots.md has the pictures of which package trax/puzzle
// checks that they are about what the page says.
func TestBotsPage(t *testing.T) {
	require.ElementsMatch(t, []string{
		"attack", "l-before", "l", "edge-before", "edge", "edge-l", "cave-before", "cave",
	}, slices.Collect(maps.Keys(picturesOf(t, "bots"))))
}
