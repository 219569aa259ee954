package svg_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/svg"
)

// TestRulesPage: the pictures of docs/rules.md are those of the positions
// beside them, each is shown, and they are about what the page says.
func TestRulesPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules.md")
	require.NoError(t, err)
	files, err := filepath.Glob("../../docs/rules/*.trx")
	require.NoError(t, err)
	about := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		g, err := trax.ParseGame(text)
		require.NoError(t, err)
		p := trax.NewPosition()
		for _, m := range g.Moves {
			require.NoError(t, p.PlayText(m), file)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".trx")
		want := bytes.NewBufferString(fmt.Sprintf("<?loopline render docs/rules/%s.trx --svg?>\n", name))
		require.NoError(t, svg.Position(want, p, svg.Options{}))
		got, err := os.ReadFile(strings.TrimSuffix(file, ".trx") + ".svg")
		require.NoError(t, err)
		require.Equal(t, want.String(), string(got), "%s: run make generate", name)
		require.Contains(t, string(page), "(rules/"+name+".svg)")
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
