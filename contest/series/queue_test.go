package series

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestQueueKeepsOrder(t *testing.T) {
	var got []int
	q := newQueue(func(n int) { got = append(got, n) })
	for n := range 1000 {
		q.push(n)
	}
	require.Zero(t, q.close())
	require.Len(t, got, 1000)
	require.IsIncreasing(t, got)
}

// TestQueueNeverWaits pushes while the reader is stuck.
func TestQueueNeverWaits(t *testing.T) {
	stuck, reading := make(chan struct{}), make(chan struct{}, maxQueue+1)
	q := newQueue(func(int) { reading <- struct{}{}; <-stuck })
	q.push(0)
	<-reading
	for n := range maxQueue + 100 {
		q.push(n)
	}
	close(stuck)
	require.Equal(t, 100, q.close())
}
