package check

import (
	"sync"

	"github.com/loopline/loopline/internal/say"
)

// LineEndings counts how a player ends its lines, from the bytes that pass. It
// is safe for concurrent use. The zero value has seen none.
type LineEndings struct {
	mu     sync.Mutex
	last   byte // that came in, 0 at first
	lf     int
	crlf   int
	cr     int
	spaces int // ends with a space instead of a line end
}

// Opened notes a new connection. A line that was cut off in the last one isn't counted.
func (e *LineEndings) Opened() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = 0
}

// Sent notes that bytes were sent to the player: what had come from it without
// a line end was taken for a line. A line is taken at its CR, so that on a slow
// wire the LF behind it may come later.
func (e *LineEndings) Sent() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.last == '\r' {
		return
	}
	if e.last == ' ' {
		e.spaces++
	}
	e.last = 0
}

// Received takes in bytes that came from the player.
func (e *LineEndings) Received(b []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range b {
		switch {
		case c == '\n' && e.last == '\r':
			e.crlf++
		case c == '\n':
			e.lf++
		case e.last == '\r':
			e.cr++
		}
		e.last = c
	}
}

// Lines returns how many lines were ended.
func (e *LineEndings) Lines() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.lf + e.crlf + e.cr + e.spaces
}

// Notes describes what is not as it should be where lines end with LF, or with CR LF.
func (e *LineEndings) Notes(end string) []say.Text {
	e.mu.Lock()
	defer e.mu.Unlock()
	var notes []say.Text
	if e.crlf > 0 && end != "\r\n" {
		notes = append(notes, say.Word("lines end with CR LF"))
	}
	if e.lf > 0 && end == "\r\n" {
		notes = append(notes, say.Word("lines end with LF and not with CR LF"))
	}
	if e.cr > 0 {
		notes = append(notes, say.Word("lines end with CR"))
	}
	if e.spaces > 0 {
		notes = append(notes, say.Word("lines end with a space and no line end, which costs time"))
	}
	return notes
}
