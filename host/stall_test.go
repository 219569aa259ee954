package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// of is a stall in which the player did nothing.
func of(from, to, waited time.Duration) span { return span{from: from, to: to, waited: waited} }

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name     string
		stalls   []span
		from, to time.Duration
		want     []span
	}{
		{"none", nil, 0, 10, []span{}},
		{"cut at both ends", []span{of(0, 10, 10)}, 2, 5, []span{of(2, 5, 3)}},
		{"outside", []span{of(0, 2, 0), of(5, 9, 0)}, 2, 5, []span{}},
		{"two processors at once", []span{of(4, 9, 1), of(1, 6, 2)}, 0, 20, []span{of(1, 9, 2)}},
		{"one inside the other", []span{of(1, 9, 0), of(4, 5, 1)}, 0, 20, []span{of(1, 9, 1)}},
		{"one after the other", []span{of(6, 9, 0), of(1, 3, 0)}, 0, 20, []span{of(1, 3, 0), of(6, 9, 0)}},
		{"backwards", []span{of(9, 6, 0)}, 0, 20, []span{}},
		{"waited less than nothing", []span{of(6, 9, -5)}, 0, 20, []span{of(6, 9, 0)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := within(c.stalls, c.from, c.to)
			require.Equal(t, c.want, got)
			require.Equal(t, got, within(got, c.from, c.to), "what was recorded stays as it is")
		})
	}
}

// What a player did in a stall is its own, and what it used of more than one
// processor besides.
func TestOwned(t *testing.T) {
	for _, c := range []struct {
		name   string
		stalls []span
		now    Load
		passed time.Duration
		want   []time.Duration
	}{
		{"nothing happened", []span{stalled(100, 150, 0, 0)}, Load{time.Hour, 0}, second, []time.Duration{0}},
		{"ran in the stall", []span{stalled(100, 150, 30, 0)}, Load{time.Hour + 30*ms, 0}, second, []time.Duration{30 * ms}},
		{"one thread all the time", []span{stalled(100, 150, 0, 0)}, Load{time.Hour + 950*ms, 0}, second, []time.Duration{0}},
		{"one thread, in the stall too", []span{stalled(100, 150, 50, 0)}, Load{time.Hour + second, 0}, second, []time.Duration{50 * ms}},
		{"more than one", []span{stalled(100, 150, 0, 0)}, Load{time.Hour + 970*ms, 0}, second, []time.Duration{20 * ms}},
		{"two all the time", []span{stalled(100, 150, 60, 0), stalled(200, 250, 10, 0)}, Load{time.Hour + 2*second, 0}, second,
			[]time.Duration{60 * ms, 1040 * ms}},
		{"before it was asked", []span{{from: 0, to: second, after: Load{CPU: time.Hour}}}, Load{time.Hour, 0}, second, []time.Duration{0}},
		{"no stall", nil, Load{2 * time.Hour, 0}, second, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var own []time.Duration
			for _, s := range owned(c.stalls, Load{CPU: time.Hour}, c.now, c.passed) {
				own = append(own, s.own().CPU)
			}
			require.Equal(t, c.want, own)
		})
	}
}
