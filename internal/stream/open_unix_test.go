//go:build unix

package stream

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestOpenOfAPipeEndsWithItsContext: a pipe that nobody writes to holds nobody up, before
// it is open and while it is read; one that somebody writes to is read.
func TestOpenOfAPipeEndsWithItsContext(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := Open(ctx, name)
		done <- err
	}()
	cancel()
	ended(t, done, context.Canceled)

	ctx, cancel = context.WithCancel(t.Context())
	w, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer w.Close()
	r, err := Open(ctx, name)
	require.NoError(t, err)
	defer r.Close()
	_, err = w.WriteString("text")
	require.NoError(t, err)
	text := make([]byte, 4)
	_, err = io.ReadFull(r, text)
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
	go func() {
		_, err := r.Read(make([]byte, 1))
		done <- err
	}()
	cancel()
	ended(t, done, context.Canceled)
}

func ended(t *testing.T, done <-chan error, want error) {
	t.Helper()
	select {
	case err := <-done:
		require.ErrorIs(t, err, want)
	case <-time.After(30 * time.Second):
		t.Fatal("still waiting for a writer")
	}
}
