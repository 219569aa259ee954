package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
)

// patched applies hunks as pages do.
func patched(t *testing.T, lines []string, hunks []Hunk) []string {
	t.Helper()
	text, err := json.Marshal(append([]Hunk{}, hunks...))
	require.NoError(t, err)
	return livetest.Patched(t, lines, text)
}

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after []string
		hunks         int
	}{
		{"equal", []string{"a", "b"}, []string{"a", "b"}, 0},
		{"one changed", []string{"a", "b", "c"}, []string{"a", "x", "c"}, 1},
		{"two changed", []string{"a", "b", "c", "d", "e", "f"}, []string{"x", "b", "c", "d", "e", "y"}, 2},
		{"one more", []string{"a", "b", "c", "d"}, []string{"a", "b", "n", "c", "d"}, 1},
		{"one less", []string{"a", "b", "c", "d"}, []string{"a", "c", "d"}, 1},
		{"nothing in common", []string{"a", "b"}, []string{"x", "y", "z"}, 1},
		{"to nothing", []string{"a", "b"}, nil, 1},
		{"from nothing", nil, []string{"a"}, 1},
	} {
		hunks := Patch(c.before, c.after)
		require.Len(t, hunks, c.hunks, c.name)
		require.True(t, slices.Equal(c.after, patched(t, c.before, hunks)), c.name)
	}
}

// Any two texts have a patch, and it makes the one of the other.
func TestPatchMakesTheOther(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() (lines []string) {
		for range r.IntN(30) {
			lines = append(lines, fmt.Sprint(r.IntN(8)))
		}
		return lines
	}
	for range 3000 {
		before, after := text(), text()
		got := patched(t, before, Patch(before, after))
		require.True(t, slices.Equal(after, got), "%v %v", before, after)
	}
}
