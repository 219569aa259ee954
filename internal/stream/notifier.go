package stream

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// Notifier writes messages for the user, one a line, each after the program's name. It
// is safe for concurrent use.
type Notifier struct {
	name string
	mu   sync.Mutex
	w    io.Writer
}

// NewNotifier writes "name: remark" to w.
func NewNotifier(w io.Writer, name string) *Notifier { return &Notifier{name: name, w: w} }

// Notify writes one remark.
func (s *Notifier) Notify(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// What follows a line end cannot pass for a remark of its own.
	fmt.Fprintln(s.w, s.name+":", strings.ReplaceAll(text, "\n", "\n  "))
}

// Lines returns a writer that turns each write into one message of the named speaker.
func (s *Notifier) Lines(who string) io.Writer {
	return WriterFunc(func(p []byte) (int, error) {
		s.Notify(who + ": " + strings.TrimRight(string(p), " \r\n"))
		return len(p), nil
	})
}
