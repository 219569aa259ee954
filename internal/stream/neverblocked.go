package stream

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Bounds of a NeverBlocked.
const (
	maxBehind   = 1 << 20                // bytes that wait for the reader; more are dropped
	usualWrite  = 100 * time.Millisecond // a reader that takes longer isn't waited for
	flushAtMost = 500 * time.Millisecond // of a reader that is behind
)

// NeverBlocked writes notices to a terminal or a pipe that may not be read for a while: a
// terminal stands still after Ctrl-S. A write returns once it is written, or 100 ms later: what
// the reader has not taken waits for it, and beyond 1 MiB is dropped and counted. It is safe for
// concurrent use.
type NeverBlocked struct {
	w io.Writer

	mu      sync.Mutex
	waiting []byte
	dropped int           // writes
	written chan struct{} // closed once nothing waits; nil while nothing does
	behind  bool          // the reader is
	err     error         // the first of w
}

// NewNeverBlocked writes to w, which nobody else may write to.
func NewNeverBlocked(w io.Writer) *NeverBlocked { return &NeverBlocked{w: w} }

// Unwrap is the writer below.
func (s *NeverBlocked) Unwrap() io.Writer { return s.w }

// Write implements io.Writer. Its error is the first of the writer below.
func (s *NeverBlocked) Write(p []byte) (int, error) {
	s.mu.Lock()
	if s.err != nil {
		defer s.mu.Unlock()
		return 0, s.err
	}
	if len(s.waiting)+len(p) > maxBehind {
		defer s.mu.Unlock()
		s.dropped++
		return len(p), nil
	}
	s.waiting = append(s.waiting, p...)
	if s.written == nil {
		s.written = make(chan struct{})
		go s.writeAll()
	}
	behind := s.behind
	s.mu.Unlock()
	if !behind {
		s.wait(usualWrite)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	return len(p), nil
}

// Flush waits until all is written, of a reader that is behind for half a second.
func (s *NeverBlocked) Flush() { s.wait(flushAtMost) }

func (s *NeverBlocked) wait(most time.Duration) {
	s.mu.Lock()
	written := s.written
	s.mu.Unlock()
	if written == nil {
		return
	}
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case <-written:
	case <-late.C:
		s.mu.Lock()
		s.behind = s.written != nil
		s.mu.Unlock()
	}
}

// writeAll writes until nothing waits.
func (s *NeverBlocked) writeAll() {
	for {
		text := s.take()
		if text == nil {
			return
		}
		if _, err := s.w.Write(text); err != nil {
			s.mu.Lock()
			s.err, s.waiting, s.dropped = err, nil, 0
			s.mu.Unlock()
		}
	}
}

// take returns what waits; nil when nothing does, and the writing ends.
func (s *NeverBlocked) take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.waiting
	s.waiting = nil
	if len(text) == 0 && s.dropped > 0 {
		text = fmt.Appendf(nil, "loopline: %d notices are missing here: nobody read this terminal or pipe\n", s.dropped)
		s.dropped = 0
	}
	if len(text) > 0 {
		return text
	}
	close(s.written)
	s.written, s.behind = nil, false
	return nil
}

// MayBlock reports whether a write to a stream may wait for a reader: that of a terminal or a
// pipe.
func MayBlock(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && !info.Mode().IsRegular()
}
