package stream

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// Sayer writes messages for the user, a line each, behind a name. It is safe for
// concurrent use.
type Sayer struct {
	name string
	mu   sync.Mutex
	w    io.Writer
}

// NewSayer writes "name: remark" to w.
func NewSayer(w io.Writer, name string) *Sayer { return &Sayer{name: name, w: w} }

// Say writes one remark.
func (s *Sayer) Say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// What follows a line end cannot pass for a remark of its own.
	fmt.Fprintln(s.w, s.name+":", strings.ReplaceAll(text, "\n", "\n  "))
}

// Lines returns a writer each of whose writes is a line that somebody says.
func (s *Sayer) Lines(who string) io.Writer {
	return WriterFunc(func(p []byte) (int, error) {
		s.Say(who + ": " + strings.TrimRight(string(p), " \r\n"))
		return len(p), nil
	})
}
