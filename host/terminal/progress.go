package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/termsafe"
)

// Times of the progress line.
const (
	progressAfter = 2 * time.Second        // a step that takes longer shows one
	progressEvery = 200 * time.Millisecond // how often it changes
)

// Progress shows on a terminal how far a long step is, and nothing elsewhere. It is safe for
// concurrent use.
type Progress struct {
	Language say.Language // of the reader

	mu    sync.Mutex
	w     io.Writer // nil unless it is a terminal
	step  string    // in English
	began time.Time // the step
	last  time.Time // it was shown; zero while nothing is
}

// NewProgress shows on stderr if that is a terminal.
func NewProgress(stderr io.Writer) *Progress {
	p := &Progress{}
	if IsTerminal(stderr) {
		p.w = termsafe.Unwrap(stderr)
	}
	return p
}

// Show tells of a question in a game of a step.
func (p *Progress) Show(step say.Text, game, question int) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if name := step.String(); p.step != name {
		p.step, p.began = name, now
	}
	if now.Sub(p.began) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last = now
	fmt.Fprint(p.w, "\r\x1b[K"+p.Language.Say(say.Format("%s: game %d, question %d", step, game, question)))
}

// Clear takes the line away.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.last = time.Time{}
	}
}

// Before is a writer that takes the line away before it writes.
func (p *Progress) Before(w io.Writer) io.Writer {
	return stream.WriterFunc(func(b []byte) (int, error) {
		p.Clear()
		return w.Write(b)
	})
}
