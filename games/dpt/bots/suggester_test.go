package bots

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/compare"
)

// greedy finds a better step than the one that was played, and tells by how much.
func TestSuggester(t *testing.T) {
	events, err := referee.EventsFromJSON([]byte(`{"width":3,"height":1,"points":[[1,0,5]],"tiled":[[0,1,0]],"agents":[[[1,0]],[]],` +
		`"turns":[{"actions":[[[1,-1,0]],[]]},{"actions":[[[1,1,0]],[]]},{"actions":[[[1,1,0]],[]]}]}`))
	require.NoError(t, err)
	a, err := NewSuggester("greedy")
	require.NoError(t, err)
	var moves []compare.Move
	for i := range events {
		found, err := a.Take(t.Context(), &events[i])
		require.NoError(t, err)
		moves = append(moves, found...)
	}
	require.Len(t, moves, 6)
	require.Equal(t, []string{"1 -1 0", "1 1 0"}, []string{moves[0].Move, moves[0].Bot})
	require.False(t, moves[0].Same)
	require.Equal(t, 4, *moves[0].Loss)
	require.True(t, moves[4].Same, "onto the 5")
	require.Zero(t, *moves[4].Loss)
	_, err = NewSuggester("smart")
	require.Error(t, err)
}
