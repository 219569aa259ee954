package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFeedKeepsOrder(t *testing.T) {
	var got []int
	q := newFeed(func(n int) { got = append(got, n) })
	for n := range 1000 {
		q.push(n)
	}
	require.Zero(t, q.close())
	require.Len(t, got, 1000)
	require.IsIncreasing(t, got)
}

// TestFeedNeverWaits pushes while the reader is stuck.
func TestFeedNeverWaits(t *testing.T) {
	stuck, reading := make(chan struct{}), make(chan struct{}, maxFeed+1)
	q := newFeed(func(int) { reading <- struct{}{}; <-stuck })
	q.push(0)
	<-reading
	for n := range maxFeed + 100 {
		q.push(n)
	}
	close(stuck)
	require.Equal(t, 100, q.close())
}
