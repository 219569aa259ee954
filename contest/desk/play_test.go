package desk

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"strings"
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

// Where the processors can't be shared out a check waits while games are in play, and begins again after one
// that begins, as often as that is; the version says what it waits for.
func TestChecksWaitForGames(t *testing.T) {
	checks := make(chan context.Context)
	results := make(chan error)
	d := openDesk(t, func(d *Desk) {
		d.Alone = true
		d.Check = func(ctx context.Context, _ string, _ Player, report io.Writer) error {
			_, _ = io.WriteString(report, "a check\n")
			select {
			case checks <- ctx:
			case <-ctx.Done():
				return ctx.Err()
			}
			select {
			case err := <-results:
				return err
			case <-ctx.Done():
				return errors.New("late")
			}
		}
	})
	games := NewGames(d.Dir)
	end := games.Begin()
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan struct{})
	go func() { defer close(ran); d.Run(ctx) }()
	v, err := d.Receive("aoi", Upload{Name: "main", File: strings.NewReader("\x7fELF")})
	require.NoError(t, err)
	require.Equal(t, WaitsForGames, d.Waits("aoi", v.Number))
	select {
	case <-checks:
		require.Fail(t, "it is checked beside a game")
	case <-time.After(10 * playPoll):
	}
	for range 2 * maxTries { // games cost no tries
		end()
		checking := <-checks
		require.Equal(t, WaitsForNothing, d.Waits("aoi", v.Number))
		end = games.Begin()
		<-checking.Done()
	}
	end()
	<-checks
	results <- nil
	require.Eventually(t, func() bool { v, err = d.Version("aoi", v.Number); return err == nil && v.State != Checking }, time.Minute, time.Millisecond)
	require.Equal(t, Passed, v.State, v.Reason)
	require.Equal(t, "a check\n", d.Report("aoi", v.Number), "of the last one alone")
	cancel()
	<-ran
}

// A version that fails while others have the processors is checked again, some times at once and then
// whenever its team wants it, also after the deadline.
func TestCheckedAgain(t *testing.T) {
	checked, busy, passes := 0, true, false
	d := openDesk(t, func(d *Desk) {
		d.Stalled = func(from, to time.Time) time.Duration { return map[bool]time.Duration{true: time.Second}[busy] }
		d.Check = func(context.Context, string, Player, io.Writer) error {
			if checked++; passes {
				return nil
			}
			return errors.New("late")
		}
	})
	v := handIn(t, d, "aoi", "main", []byte("\x7fELF"))
	require.Equal(t, Failed, v.State)
	require.Equal(t, maxTries, checked)
	d.Deadline = time.Now().Add(-time.Hour)
	busy, checked = false, 0
	_, err := d.Again("aoi", v.Number)
	require.NoError(t, err)
	_, err = d.Again("aoi", v.Number)
	require.ErrorContains(t, err, "has not failed")
	checkAll(t, d)
	v, err = d.Version("aoi", v.Number)
	require.NoError(t, err)
	require.Equal(t, Failed, v.State)
	require.Equal(t, 1, checked, "the machine was idle")
	passes = true
	_, err = d.Again("aoi", v.Number)
	require.NoError(t, err)
	checkAll(t, d)
	v, err = d.Version("aoi", v.Number)
	require.NoError(t, err)
	require.Equal(t, Passed, v.State)
	_, err = d.Player("aoi", v.DeskVersion)
	require.NoError(t, err)
}
