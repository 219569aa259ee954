package stalls

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	ms     = time.Millisecond
	second = time.Second
)

// stalled is a stall in milliseconds, in which the player used a processor for
// so long and wrote so much.
func stalled(from, to, own int, read int64) Span {
	return Span{
		From: time.Duration(from) * ms, To: time.Duration(to) * ms,
		Before: Usage{time.Hour, 1000}, After: Usage{time.Hour + time.Duration(own)*ms, 1000 + read},
	}
}

// of is a stall in which the player did nothing.
func of(from, to, waited time.Duration) Span { return Span{From: from, To: to, Waited: waited} }

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name     string
		stalls   []Span
		from, to time.Duration
		want     []Span
	}{
		{"none", nil, 0, 10, []Span{}},
		{"cut at both ends", []Span{of(0, 10, 10)}, 2, 5, []Span{of(2, 5, 3)}},
		{"outside", []Span{of(0, 2, 0), of(5, 9, 0)}, 2, 5, []Span{}},
		{"two processors at once", []Span{of(4, 9, 1), of(1, 6, 2)}, 0, 20, []Span{of(1, 9, 2)}},
		{"one inside the other", []Span{of(1, 9, 0), of(4, 5, 1)}, 0, 20, []Span{of(1, 9, 1)}},
		{"one where the other ends", []Span{of(3, 9, 1), of(1, 3, 2)}, 0, 20, []Span{of(1, 9, 2)}},
		{"one after the other", []Span{of(6, 9, 0), of(1, 3, 0)}, 0, 20, []Span{of(1, 3, 0), of(6, 9, 0)}},
		{"backwards", []Span{of(9, 6, 0)}, 0, 20, []Span{}},
		{"waited less than nothing", []Span{of(6, 9, -5)}, 0, 20, []Span{of(6, 9, 0)}},
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
		stalls []Span
		now    Usage
		passed time.Duration
		want   []time.Duration
	}{
		{"nothing happened", []Span{stalled(100, 150, 0, 0)}, Usage{time.Hour, 0}, second, []time.Duration{0}},
		{"ran in the stall", []Span{stalled(100, 150, 30, 0)}, Usage{time.Hour + 30*ms, 0}, second, []time.Duration{30 * ms}},
		{"one thread all the time", []Span{stalled(100, 150, 0, 0)}, Usage{time.Hour + 950*ms, 0}, second, []time.Duration{0}},
		{"one thread, in the stall too", []Span{stalled(100, 150, 50, 0)}, Usage{time.Hour + second, 0}, second, []time.Duration{50 * ms}},
		{"more than one", []Span{stalled(100, 150, 0, 0)}, Usage{time.Hour + 970*ms, 0}, second, []time.Duration{20 * ms}},
		{"two all the time", []Span{stalled(100, 150, 60, 0), stalled(200, 250, 10, 0)}, Usage{time.Hour + 2*second, 0}, second,
			[]time.Duration{60 * ms, 1040 * ms}},
		{"before it was asked", []Span{{From: 0, To: second, After: Usage{CPU: time.Hour}}}, Usage{time.Hour, 0}, second, []time.Duration{0}},
		{"no stall", nil, Usage{2 * time.Hour, 0}, second, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var own []time.Duration
			for _, s := range ownUsage(c.stalls, Usage{CPU: time.Hour}, c.now, c.passed) {
				own = append(own, s.Own().CPU)
			}
			require.Equal(t, c.want, own)
		})
	}
}
