package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// With a delay nobody learns anything before it is over, and what is pushed is learnt in its order.
func TestDelayQueue(t *testing.T) {
	hooks := QueueHooks{Learnt: func() {}, Pace: func(time.Duration) time.Duration { return 0 }}
	q := NewDelayQueue(time.Hour, hooks)
	var learnt []int
	for i := range 2 {
		require.True(t, q.Push(func(time.Time) { learnt = append(learnt, i) }))
	}
	due, wait := q.take(time.Now())
	require.Empty(t, due)
	require.Greater(t, wait, 59*time.Minute)
	due, _ = q.take(time.Now().Add(time.Hour))
	for _, it := range due {
		it.do(it.due)
	}
	require.Equal(t, []int{0, 1}, learnt)
	require.True(t, q.Close())
	require.False(t, q.Close(), "again")
	require.False(t, q.Push(func(time.Time) {}))
}

// Viewers learn at once without a delay, and sums of it follow.
func TestQueueHooks(t *testing.T) {
	learnt, summed := make(chan bool, 16), make(chan bool, 16)
	q := NewDelayQueue(0, QueueHooks{
		Learnt: func() { learnt <- true }, Summed: func() { summed <- true }, Pace: func(took time.Duration) time.Duration { return took },
	})
	defer q.Close()
	known := false
	q.Push(func(time.Time) { known = true })
	q.Settle()
	require.True(t, known)
	hears := func(called <-chan bool) {
		t.Helper()
		select {
		case <-called:
		case <-time.After(time.Minute):
			require.Fail(t, "it is not called")
		}
	}
	hears(learnt)
	hears(summed)
	q.Push(func(time.Time) {})
	hears(summed)
}
