package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTableIsForgotten: what is stored is found until the table is forgotten, in each of
// many searches, and never what another search stored.
func TestTableIsForgotten(t *testing.T) {
	table := newTTable(100)
	for season := range 1000 {
		for key := range uint64(40) {
			_, known := table.probe(key)
			require.False(t, known, "season %d, key %d", season, key)
			e := ttEntry{key: key, best: uint64(season) + 1, score: int32(key), depth: 3, bound: lowerBound}
			table.store(e)
			found, known := table.probe(key)
			require.True(t, known, "season %d, key %d", season, key)
			require.Equal(t, e, found)
		}
		table.newGeneration()
	}
}
