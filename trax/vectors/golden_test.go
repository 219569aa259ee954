package vectors

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/vectors"
)

// TestGoldenTurns searches once for the golden turns and wants of them the
// files in all encodings, byte for byte.
func TestGoldenTurns(t *testing.T) {
	tier.NoRace(t)
	t.Parallel()
	o := Options{Kind: Turn, Seed: 3, Goal: 1, Grid: Set().Grid, MaxTries: 4000, Threads: 1}
	var found found
	err := (&directedGenerator{o: &o, g: newGame(o.Grid)}).Directed(context.Background(), func(v vectors.Item) bool {
		found = append(found, v.(*turn).clone())
		return true
	})
	require.NoError(t, err)
	same := *Set()
	same.Kinds = slices.Clone(same.Kinds)
	same.Kinds[0].NewGenerator = func(*Options) vectors.Generator { return found }
	for _, e := range vectors.Encodings() {
		name := filepath.Join(t.TempDir(), "file")
		f, err := os.Create(name)
		require.NoError(t, err)
		o.Encoding = e
		_, err = vectors.Generate(context.Background(), f, &same, o)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		golden, err := os.ReadFile("../../vectors/golden/turn." + string(e))
		require.NoError(t, err)
		require.Equal(t, string(golden), string(text), "%s: make generate", e)
	}
}

// found are turns that were made before, as a maker.
type found []*turn

func (f found) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	for _, t := range f {
		if !yield(t) {
			break
		}
	}
	return nil
}

func (f found) Random(int, func(vectors.Item) bool) {}

func (t *turn) clone() *turn {
	c := *t
	c.moves, c.quoted, c.move = slices.Clone(t.moves), slices.Clone(t.quoted), slices.Clone(t.move)
	c.placed = slices.Clone(t.placed)
	return &c
}
