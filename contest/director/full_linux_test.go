package director

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs"
)

// A contest on a real disk that becomes full waits with an alarm, goes on when there is space, and
// verifies. Without the right to mount a small disk the test is skipped.
func TestRealFullDisk(t *testing.T) {
	tier.Slow(t)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=256k"); err != nil {
		require.True(t, errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV), err)
		t.Skip("no tmpfs can be mounted: ", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(disk, syscall.MNT_DETACH)) })
	h := newHall(t, filepath.Join(disk, "day"), tournamenttest.PlanOf(t, 6, tournamenttest.OneStage))
	filler := filepath.Join(disk, "filler")
	filled := false
	h.open = func(string, string) error { // games of the first player have begun
		h.mu.Lock()
		defer h.mu.Unlock()
		if filled {
			return nil
		}
		filled = true
		f, err := os.Create(filler)
		if err != nil {
			return err
		}
		block := make([]byte, 4096)
		for err == nil {
			_, err = f.Write(block)
		}
		if !vfs.IsFull(err) {
			t.Error(err)
		}
		return f.Close()
	}
	said := func(text string) bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return slices.ContainsFunc(h.said, func(line string) bool { return strings.Contains(line, text) })
	}
	ended := make(chan error, 1)
	go func() { ended <- h.Run(t.Context()) }()
	require.Eventually(t, func() bool { return !h.FullSince().IsZero() }, time.Minute, time.Millisecond)
	require.Eventually(t, func() bool { return said("the disk is full: nothing is lost; make room; the contest waits for it") }, time.Minute, time.Millisecond)
	var err error
	for i := 0; err == nil && i < 40; i++ { // the last block of the file may have room
		_, err = command.ApplyTo(h.Log, command.Command{Verb: "rename", Args: []string{"E1", fmt.Sprint("First", i)}, By: "x", Why: strings.Repeat("y", 450)})
		if err == nil {
			_, err = command.ApplyTo(h.Log, command.Command{Verb: "rename", Args: []string{fmt.Sprint("First", i), "E1"}, By: "x", Why: strings.Repeat("y", 450)})
		}
	}
	require.ErrorAs(t, err, new(*vfs.FullError), "an order is refused and can be given again")
	var status strings.Builder
	require.NoError(t, report.WriteStatus(h.day(), &status))
	require.Contains(t, status.String(), "alarm: the disk of "+h.day().Dir+" has 0 KiB free")
	select {
	case err := <-ended:
		t.Fatal("the contest ended: ", err)
	default:
	}
	require.NoError(t, os.Remove(filler))
	require.NoError(t, <-ended)
	require.True(t, said("the disk has space again; the contest goes on"))
	require.Zero(t, h.FullSince())
	require.True(t, standing.Over(h.day()))
	v := journal.Verify(h.day().Dir, verifyHigher)
	require.Empty(t, v.Differences)
	for game, times := range h.games {
		require.Equal(t, 1, times, "%s was not interrupted", game)
	}
}
