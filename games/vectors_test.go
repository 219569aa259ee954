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
)

var update = flag.Bool("update", false, "write the tables into docs/rtl/blocks.md")

// The page of the RTL blocks has the words and bins of the vectors of every game
// that has a block.
func TestBlockPage(t *testing.T) {
	const name = "../docs/rtl/blocks.md"
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	now := string(page)
	for _, g := range All() {
		if g.Block == nil {
			continue
		}
		require.Same(t, g.Vectors, g.Block.Set, g.Name)
		require.Equal(t, g.Name, g.Vectors.Game)
		begin := fmt.Sprintf("<!-- %s -->\n", g.Name)
		before, rest, ok := strings.Cut(now, begin)
		require.True(t, ok, "%s has no place for the vectors of %s", name, g.Name)
		_, after, ok := strings.Cut(rest, "<!-- end -->")
		require.True(t, ok)
		tables := append(g.Vectors.AppendWordTable(nil), '\n')
		now = before + begin + string(g.Vectors.AppendBinSummary(tables)) + "<!-- end -->" + after
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
	g, err := ByName("battle2048")
	require.NoError(t, err)
	_, err = g.Design(sim.Address{}, sim.Source{})
	require.ErrorContains(t, err, "there is no reference board for battle2048")
	b, err := g.Design(sim.Address{Dir: "x"}, sim.Source{Name: "x"})
	require.NoError(t, err)
	require.Equal(t, "x", b.Source.Name)
}
