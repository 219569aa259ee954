package main

import (
	"bytes"
	"io"
	"sync"
)

// writerFunc is a function as an io.Writer.
type writerFunc func([]byte) (int, error)

// Write calls f.
func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// safeWriter remembers its first error and writes nothing after it, so that
// many may print and one asks how it went. It is safe for concurrent use.
type safeWriter struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// Write writes p unless an earlier write has failed.
func (s *safeWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	var n int
	n, s.err = s.w.Write(p)
	return n, s.err
}

// failed is the first error.
func (s *safeWriter) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// trimNewline cuts the line end off.
func trimNewline(p []byte) []byte { return bytes.TrimRight(p, "\r\n") }
