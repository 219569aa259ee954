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

// stageEvery is how often a stage says how far it is where that is no terminal.
const stageEvery = 10 * time.Second

// Stages shows how far a long command is, which runs in stages: on a terminal one line that changes, elsewhere a
// line as a stage begins, and one every ten seconds. It is safe for concurrent use.
type Stages struct {
	language say.Language
	notify   func(string) // lines; nil on a terminal
	every    time.Duration

	mu    sync.Mutex
	w     io.Writer // the terminal
	stage say.Text
	last  time.Time // something was shown
	shown bool      // a line is on the terminal
}

// NewStages shows on stderr.
func NewStages(stderr io.Writer, in say.Language) *Stages {
	if IsTerminal(stderr) {
		return &Stages{language: in, w: termsafe.Unwrap(stderr), every: progressEvery}
	}
	return &Stages{language: in, notify: stream.NewNotifier(stderr, "loopline").Notify, every: stageEvery}
}

// Begin begins a stage.
func (s *Stages) Begin(stage say.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stage = stage
	s.show(stage)
}

// Tick shows the progress of the stage.
func (s *Stages) Tick(far say.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.last) >= s.every {
		s.show(say.Format("%s: %s", s.stage, far))
	}
}

// End takes the line of the stage away.
func (s *Stages) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown {
		fmt.Fprint(s.w, "\r\x1b[K")
		s.shown = false
	}
}

func (s *Stages) show(text say.Text) {
	s.last = time.Now()
	if s.notify != nil {
		s.notify(s.language.Say(text))
		return
	}
	fmt.Fprint(s.w, "\r\x1b[K"+s.language.Say(text))
	s.shown = true
}
