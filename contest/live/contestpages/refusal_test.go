package contestpages

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// TestOrdersThatTheHostCannotCarryOut: an order that the day refuses is its sender's
// mistake; a file that somebody keeps locked, and what the system refuses, are not.
func TestOrdersThatTheHostCannotCarryOut(t *testing.T) {
	s, j, _ := contestSite(t, 4)
	for name, c := range map[string]struct {
		err    error
		status int
		retry  string
	}{
		"refused": {fmt.Errorf("there is no match"), http.StatusUnprocessableEntity, ""},
		"locked":  {&filelock.HeldError{File: "decisions.jsonl", Holder: "process 7 (bot)"}, http.StatusServiceUnavailable, "2"},
		"waits":   {&vfs.FullError{File: "decisions.jsonl", Err: syscall.ENOSPC}, http.StatusServiceUnavailable, "2"},
		"full": {fmt.Errorf("decisions.jsonl: %w: make room", &fs.PathError{Op: "write", Path: "decisions.jsonl", Err: syscall.ENOSPC}),
			http.StatusInternalServerError, ""},
		"closed": {&fs.PathError{Op: "stat", Path: "decisions.jsonl", Err: os.ErrClosed}, http.StatusInternalServerError, ""},
		"damaged": {&tournament.FileError{File: "decisions.jsonl", Line: 3, Err: fmt.Errorf("the sum is wrong")},
			http.StatusInternalServerError, ""},
	} {
		header := http.Header{}
		require.Equal(t, c.status, refusal(header, c.err), name)
		require.Equal(t, c.retry, header.Get("Retry-After"), name)
	}

	// The file of the decisions is locked by somebody else for longer than an order waits.
	var path string
	require.NoError(t, j.View(func(d *tournament.Tournament) { path = filepath.Join(d.Dir, tournament.DecisionsFile) }))
	stranger, err := os.Open(path)
	require.NoError(t, err)
	defer stranger.Close()
	require.NoError(t, filelock.Try(stranger))
	browser, base, form := directedBy(t, s, j)
	order := url.Values{"form": {form}, "verb": {"pause"}, "by": {"Jun"}}
	answer, err := browser.PostForm(base+"/order", order)
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusServiceUnavailable, answer.StatusCode, string(text))
	require.Contains(t, string(text), "has been locked by")
	require.NoError(t, filelock.Unlock(stranger))
	answer, err = browser.PostForm(base+"/order", order)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
}

// The director's page says that the contest waits for space on its disk, and no longer when it does not.
func TestFullDiskIsAnAlarm(t *testing.T) {
	s, j, _ := contestSite(t, 4)
	browser, base, _ := directedBy(t, s, j)
	page := func() string {
		answer, err := browser.Get(base + "/")
		require.NoError(t, err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(text)
	}
	const alarm = "The disk is full: the contest waits for space"
	require.NotContains(t, page(), alarm)
	s.FullSince = func() time.Time { return time.Date(2026, 8, 1, 10, 20, 30, 0, time.Local) }
	text := page()
	require.Contains(t, text, alarm)
	require.Contains(t, text, "10:20:30")
	s.FullSince = func() time.Time { return time.Time{} }
	require.NotContains(t, page(), alarm)
}
