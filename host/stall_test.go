package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name     string
		stalls   []span
		from, to time.Duration
		want     []span
	}{
		{"none", nil, 0, 10, []span{}},
		{"cut at both ends", []span{{0, 10, 10}}, 2, 5, []span{{2, 5, 3}}},
		{"outside", []span{{0, 2, 0}, {5, 9, 0}}, 2, 5, []span{}},
		{"two processors at once", []span{{4, 9, 1}, {1, 6, 2}}, 0, 20, []span{{1, 9, 2}}},
		{"one inside the other", []span{{1, 9, 0}, {4, 5, 1}}, 0, 20, []span{{1, 9, 1}}},
		{"one after the other", []span{{6, 9, 0}, {1, 3, 0}}, 0, 20, []span{{1, 3, 0}, {6, 9, 0}}},
		{"backwards", []span{{9, 6, 0}}, 0, 20, []span{}},
		{"waited less than nothing", []span{{6, 9, -5}}, 0, 20, []span{{6, 9, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := within(c.stalls, c.from, c.to)
			require.Equal(t, c.want, got)
			require.Equal(t, got, within(got, c.from, c.to), "what was recorded stays as it is")
		})
	}
}
