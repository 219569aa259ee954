package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestNeverBlocked: a pipe that nobody reads holds no writer up, whoever writes how much; once
// it is read, all comes in order, and what was too much is counted.
func TestNeverBlocked(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	s := NewNeverBlocked(w)
	line := strings.Repeat("x", 1000)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 2000 { // 2 MB, and a pipe takes 64 KiB
			fmt.Fprintf(s, "%d %s\n", n, line)
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("a writer waits for the reader of its notices")
	}
	var got bytes.Buffer
	var all sync.WaitGroup
	all.Go(func() {
		defer r.Close()
		_, _ = io.Copy(&got, r)
	})
	s.Flush()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); s.Flush() {
		s.mu.Lock()
		idle := s.written == nil
		s.mu.Unlock()
		if idle {
			break
		}
	}
	fmt.Fprintln(s, "and on")
	s.Flush()
	require.NoError(t, w.Close())
	all.Wait()
	lines := strings.Split(strings.TrimSpace(got.String()), "\n")
	n := len(lines) - 2
	require.Greater(t, n, 1000)
	for i, text := range lines[:n] {
		require.Equal(t, fmt.Sprintf("%d %s", i, line), text)
	}
	require.Equal(t, fmt.Sprintf("loopline: %d notices are missing here: nobody read this terminal or pipe", 2000-n), lines[n])
	require.Equal(t, "and on", lines[n+1])
}

// TestNeverBlockedIsInOrder: a reader that keeps up has each write before it returns, so that
// notices and results come in order on one terminal, and its errors come back.
func TestNeverBlockedIsInOrder(t *testing.T) {
	var got bytes.Buffer
	s := NewNeverBlocked(&got)
	for n := range 100 {
		fmt.Fprintln(s, n)
		s.Flush()
		require.True(t, strings.HasSuffix(got.String(), fmt.Sprintln(n)))
	}
	broken := errors.New("broken")
	s = NewNeverBlocked(WriterFunc(func([]byte) (int, error) { return 0, broken }))
	_, err := s.Write([]byte("text"))
	s.Flush()
	if err == nil { // it came too late for that write
		_, err = s.Write([]byte("text"))
	}
	require.ErrorIs(t, err, broken)
}
