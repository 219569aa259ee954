package tournament

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
)

// A version for the maps of a type plays on those alone.
func TestVersionOfType(t *testing.T) {
	versions := []config.DeskVersion{{Number: 1}, {Number: 2, For: "A"}, {Number: 3}, {Number: 4, For: "A"}}
	for _, c := range []struct {
		mapType string
		chosen  map[string]int
		want    int
	}{
		{"", nil, 3}, {"A", nil, 4}, {"B", nil, 3}, {"", map[string]int{"": 1}, 1}, {"A", map[string]int{"": 1}, 4},
		{"A", map[string]int{"A": 2}, 2}, {"B", map[string]int{"": 1, "A": 2}, 1},
	} {
		v, ok := PickVersion(versions, c.chosen, c.mapType)
		require.True(t, ok)
		require.Equal(t, c.want, v.Number, c)
	}
	_, ok := PickVersion(versions[1:2], nil, "B")
	require.False(t, ok)
}
