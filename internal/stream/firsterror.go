// Package stream has small readers and writers that commands share.
package stream

import (
	"encoding/json"
	"io"
	"sync"
)

// WriterFunc is a function as an io.Writer.
type WriterFunc func([]byte) (int, error)

// Write calls f.
func (f WriterFunc) Write(p []byte) (int, error) { return f(p) }

// FirstError remembers the first error of a writer and writes nothing after it,
// so that many may print and one asks how it went. It is safe for concurrent
// use once W is set.
type FirstError struct {
	W io.Writer

	mu  sync.Mutex
	err error
}

// Write writes p unless an earlier write has failed.
func (s *FirstError) Write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		n, s.err = s.W.Write(p)
	}
	return n, s.err
}

// Err is the first error.
func (s *FirstError) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// JSON writes an object as a line. The writer keeps its error.
func JSON(w io.Writer, object any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(object)
}
