package stalls

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Timers of a bubble are exact; the measurement ends when it should.
func TestMeasureLateness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		l := MeasureLateness(t.Context(), 3*time.Second)
		require.Zero(t, l.Worst)
		require.GreaterOrEqual(t, l.Beats, 700)
		require.Less(t, time.Since(start), 3*time.Second+2*beatEvery)
	})
}

func TestSummarizeLateness(t *testing.T) {
	require.Zero(t, summarize(nil))
	var late []time.Duration
	for i := range 200 {
		late = append(late, time.Duration(200-i)*time.Millisecond)
	}
	require.Equal(t, Lateness{Beats: 200, Usual: 100 * time.Millisecond, Rare: 198 * time.Millisecond, Worst: 200 * time.Millisecond}, summarize(late))
	require.Equal(t, Lateness{1, time.Second, time.Second, time.Second}, summarize([]time.Duration{time.Second}))
}
