package stream

import (
	"context"
	"io"
	"sync"
	"time"
)

// abandonAfter is how long after the end of its context a write may wait for its reader.
const abandonAfter = 500 * time.Millisecond

// Abandoning returns a writer to a terminal or a pipe that may not be read: a write that still
// waits half a second after the end of ctx is given up with the error of ctx, as are all after
// it. It is safe for concurrent use.
func Abandoning(ctx context.Context, w io.Writer) io.Writer { return &abandoning{ctx: ctx, w: w} }

type abandoning struct {
	ctx context.Context
	w   io.Writer

	mu     sync.Mutex
	buffer []byte // of the write that goes on
	given  error  // a write was given up
}

// Unwrap is the writer below.
func (s *abandoning) Unwrap() io.Writer { return s.w }

// Write implements io.Writer.
func (s *abandoning) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.given != nil {
		return 0, s.given
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	s.buffer = append(s.buffer[:0], p...)
	go func() {
		n, err := s.w.Write(s.buffer)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-s.ctx.Done():
	}
	late := time.NewTimer(abandonAfter)
	defer late.Stop()
	select {
	case r := <-done:
		return r.n, r.err
	case <-late.C:
		s.given = s.ctx.Err()
		return 0, s.given
	}
}
