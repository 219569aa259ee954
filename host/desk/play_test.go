package desk

import (
	"archive/tar"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What the desk builds stands still while a game is in play, and its time does not run.
func TestStandStill(t *testing.T) {
	d := buildingDesk(t, func(string, *tar.Writer) error { return nil })
	d.Plan.Desk.CheckTime = 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	still := make(chan bool, 8)
	ended := make(chan struct{})
	go func() { defer close(ended); d.StandStill(ctx, func(on bool) { still <- on }) }()

	games := NewGames(d.Dir)
	first := games.Begin()
	require.True(t, <-still)
	second := games.Begin()
	first()
	limited, stop := d.limited(t.Context())
	defer stop()
	time.Sleep(10 * playPause)
	require.NoError(t, limited.Err(), "a check that waits takes no time")
	require.Empty(t, still, "a game is in play")
	second()
	require.False(t, <-still)
	<-limited.Done()
	require.ErrorIs(t, context.Cause(limited), context.DeadlineExceeded)
	last := games.Begin()
	require.True(t, <-still)
	cancel()
	require.False(t, <-still, "what stood still goes on at the end")
	<-ended
	last()
}
