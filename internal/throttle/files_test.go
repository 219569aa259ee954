package throttle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRoom(t *testing.T) {
	for _, c := range []struct{ files, viewers, connections, following int }{
		{math.MaxInt32, 20_000, 22_048, 20_000},
		{FilesFor(20_000), 20_000, 22_048, 20_000},
		{FilesFor(20_000) - 1, 20_000, 22_047, 19_999},
		{1024, 20_000, 768, 576},
		{1024, 10, 768, 10},
		{4, 20_000, 3, 3},
		{0, 20_000, 0, 0},
	} {
		connections, following := Room(c.files, c.viewers)
		require.Equal(t, c.connections, connections, c)
		require.Equal(t, c.following, following, c)
	}
	require.Positive(t, Files())
}
