package shipped_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/book/shipped"
)

// Every game of the book begins with one of its first moves, and no position has more games than lead
// to it, which is so only as long as no order of moves is left out.
func TestBook(t *testing.T) {
	b := shipped.Book()
	require.EqualValues(t, 10_000, b.Games)
	require.Greater(t, b.Decided, uint64(9_000))
	require.Greater(t, b.Entries, int64(5_000))
	moves, err := b.Moves(trax.NewPosition())
	require.NoError(t, err)
	require.Len(t, moves, 2)
	require.Equal(t, b.Games, moves[0].Games+moves[1].Games)
	all, err := b.Top(1 << 20)
	require.NoError(t, err)
	require.Len(t, all, int(b.Entries), "each follows from the empty board")
}
