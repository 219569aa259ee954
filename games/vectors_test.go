package games

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

var update = flag.Bool("update", false, "write the tables into docs/rtl/blocks.md")

// The page of the RTL blocks has the words and bins of the vectors of every game
// that has a block, once if two games have the same.
func TestBlockPage(t *testing.T) {
	const name = "../docs/rtl/blocks.md"
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	now, shown := string(page), map[string]string{}
	for _, g := range All() {
		if g.Block == nil {
			continue
		}
		require.Same(t, g.Vectors, g.Block.Set, g.Name)
		require.Equal(t, g.Name, g.Vectors.Game)
		begin := fmt.Sprintf("<!-- %s -->\n", g.Name)
		text := string(g.Vectors.AppendBinSummary(append(g.Vectors.AppendWordTable(nil), '\n')))
		if same := shown[text]; same != "" {
			require.NotContains(t, now, begin, "the tables of %s are shown for %s", g.Name, same)
			continue
		}
		shown[text] = g.Name
		before, rest, ok := strings.Cut(now, begin)
		require.True(t, ok, "%s has no place for the vectors of %s", name, g.Name)
		_, after, ok := strings.Cut(rest, "<!-- end -->")
		require.True(t, ok)
		now = before + begin + text + "<!-- end -->" + after
	}
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, string(page), "go test ./games -update")
}

// A file of vectors names its game, one of Trax none.
func TestOfVectors(t *testing.T) {
	for file, want := range map[string]string{"turn.jsonl": "trax", "battle2048-slide.hex": "battle2048"} {
		g, err := OfVectors("../vectors/golden/" + file)
		require.NoError(t, err)
		require.Equal(t, want, g.Name)
	}
	other := filepath.Join(t.TempDir(), "other.jsonl")
	require.NoError(t, os.WriteFile(other, []byte(`{"format":"loopline-vectors","game":"go"}`+"\n"), 0o600))
	_, err := OfVectors(other)
	require.ErrorContains(t, err, `there is no game "go"`)
	_, err = OfVectors(other + "-missing")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// A game without a board says so; a directory is a board of any game.
func TestDesign(t *testing.T) {
	g, err := ByName("kakomimasu")
	require.NoError(t, err)
	b, err := g.Design(sim.Address{}, sources.Source{Name: "x"})
	require.NoError(t, err)
	require.Equal(t, "ll_kakomimasu_board", b.Top)
	g.Board = nil
	_, err = g.Design(sim.Address{}, sources.Source{})
	require.ErrorContains(t, err, "there is no reference board for kakomimasu")
	b, err = g.Design(sim.Address{Dir: "x"}, sources.Source{Name: "x"})
	require.NoError(t, err)
	require.Equal(t, "x", b.Source.Name)
}
