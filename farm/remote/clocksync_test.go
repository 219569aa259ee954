package remote

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What is known of a clock is never wrong by more than is said, gets better with every
// answer, worse with time, and begins anew when the clock jumps.
func TestClockSync(t *testing.T) {
	began := time.Unix(1000, 0)
	var b clockSync
	answer := func(at, there, back time.Duration) bool {
		return b.add(began.Add(at), began.Add(at+there+back), at+there)
	}
	for i, c := range []struct{ there, back, within time.Duration }{
		{100 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond},
		{10 * time.Millisecond, 300 * time.Millisecond, 56 * time.Millisecond},  // bounds one side
		{300 * time.Millisecond, 10 * time.Millisecond, 11 * time.Millisecond},  // and the other
		{300 * time.Millisecond, 300 * time.Millisecond, 12 * time.Millisecond}, // nothing new
		{time.Millisecond, time.Millisecond, 1100 * time.Microsecond},
	} {
		at := time.Duration(i) * time.Second
		require.True(t, answer(at, c.there, c.back))
		zero, within := b.at(began.Add(at + c.there + c.back))
		require.LessOrEqual(t, zero.Sub(began).Abs(), within)
		require.LessOrEqual(t, within, c.within+time.Microsecond)
	}
	require.Equal(t, 2*time.Millisecond, b.trips.shortest())
	_, soon := b.at(began.Add(5 * time.Second))
	_, late := b.at(began.Add(65 * time.Second))
	require.InDelta(t, 60*time.Millisecond, late-soon, float64(time.Microsecond))
	began = began.Add(-time.Hour) // the clock was set
	require.False(t, answer(time.Hour+10*time.Second, time.Millisecond, time.Millisecond))
	require.Equal(t, 1, b.jumps)
	zero, _ := b.at(began.Add(time.Hour + 10*time.Second))
	require.InDelta(t, 0, zero.Sub(began), float64(3*time.Millisecond))
}
