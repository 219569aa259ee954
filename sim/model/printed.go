package model

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/sources"
)

// Limits of a design's output.
const (
	maxPrintedLine = 1024      // bytes of one line; the rest is cut
	maxPrintedRate = 64 * 1024 // bytes in one second; the rest is counted
)

// lineSplitter calls emit with each line that a design prints. It counts and drops the
// lines above the rate limit. It is not safe for concurrent use.
type lineSplitter struct {
	emit func(line string)

	line    []byte // unfinished
	cut     int    // bytes of it that were left out
	dropped int    // bytes that were not emitted
	window  time.Time
	spent   int // bytes emitted in the window
}

func (s *lineSplitter) feed(p []byte) {
	for len(p) > 0 {
		part, rest, ends := bytes.Cut(p, []byte("\n"))
		room := min(maxPrintedLine-len(s.line), len(part))
		s.line = append(s.line, part[:room]...)
		s.cut += len(part) - room
		if !ends {
			return
		}
		s.end()
		p = rest
	}
}

func (s *lineSplitter) end() {
	text := string(bytes.TrimRight(s.line, " \r"))
	if s.cut > 0 {
		text += fmt.Sprintf(" … %d bytes cut", s.cut)
	}
	s.line, s.cut = s.line[:0], 0
	if text == "" {
		return
	}
	if now := time.Now(); now.Sub(s.window) >= time.Second {
		s.window, s.spent = now, 0
		s.report()
	}
	if s.spent += len(text); s.spent > maxPrintedRate {
		s.dropped += len(text)
		return
	}
	s.emit(text)
}

// report emits how much was dropped.
func (s *lineSplitter) report() {
	if s.dropped > 0 {
		s.emit(fmt.Sprintf("… %d bytes dropped", s.dropped))
		s.dropped = 0
	}
}

// finish ends what is unfinished.
func (s *lineSplitter) finish() {
	s.end()
	s.report()
}

// runTimeWarning matches a warning of Verilator's runtime, such as a missing file.
var (
	runTimeWarning = regexp.MustCompile(`%Warning(?:-\w+)?: (.*)`)
	noFile         = regexp.MustCompile(`^(.*?):\d+: \$readmem file not found`)
)

// Displayed returns what passes the lines that a design of a source prints on, and tells warnings from others; nil if
// nobody is told.
func Displayed(s sources.Source, onDisplay func(text string, warning bool)) func(line string) {
	if onDisplay == nil {
		return nil
	}
	return func(line string) {
		if m := runTimeWarning.FindStringSubmatch(line); m != nil {
			onDisplay(warning(&s, m[1]), true)
			return
		}
		onDisplay(line, false)
	}
}

func warning(s *sources.Source, text string) string {
	m := noFile.FindStringSubmatch(text)
	if m == nil {
		return finding.Located(s, text)
	}
	tried := m[1]
	if !path.IsAbs(tried) {
		tried = filepath.Join(s.Name, m[1])
	}
	text = fmt.Sprintf("$readmem finds no file %s, so the memory is random: tried %s", m[1], tried)
	files, err := s.Read()
	if err != nil {
		return text
	}
	for _, f := range files {
		if path.Base(f.Name) == path.Base(m[1]) {
			return text + fmt.Sprintf("; there is %s: names are relative to %s", f.Name, strings.TrimSuffix(s.Name, "/"))
		}
	}
	return text + "; names are relative to the directory of the board"
}
