package host

import (
	"io"
	"strings"
	"sync"

	"github.com/loopline/loopline/termsafe"
)

// StderrLog is an io.Writer that copies a player's standard error, one line per Write, into
// the record of its current game: a player that is kept plays another next. Lines before
// the first game wait for it. It is safe for concurrent use.
type StderrLog struct {
	// OnLine, if it is not nil, gets each line too, with the game and the seat, which are
	// nil and 0 before the first game.
	OnLine func(m *Game, seat int, line string)

	mu   sync.Mutex
	m    *Game
	seat int
	held []string
	tail []string
}

// Limits of the tail of a StderrLog, in lines and in characters of a line.
const (
	tailLines = 6
	tailChars = 160
)

// TakeTail returns the last lines that the player wrote since the last call, at most six,
// shortened and escaped for a terminal.
func (b *StderrLog) TakeTail() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	lines := b.tail
	b.tail = nil
	return lines
}

// addTail keeps a line for TakeTail.
func (b *StderrLog) addTail(line string) {
	if text := []rune(line); len(text) > tailChars {
		line = string(text[:tailChars]) + "…"
	}
	b.tail = append(b.tail, termsafe.Escape(line))
	b.tail = b.tail[max(0, len(b.tail)-tailLines):]
}

// Attach sets the game and the player's seat in it.
func (b *StderrLog) Attach(m *Game, seat int) {
	b.mu.Lock()
	held := b.held
	b.m, b.seat, b.held = m, seat, nil
	b.mu.Unlock()
	for _, line := range held {
		m.Log(seat, line)
	}
}

// Write takes a line. It never fails.
func (b *StderrLog) Write(p []byte) (int, error) {
	line := strings.TrimRight(string(p), " \r\n")
	b.mu.Lock()
	m, seat := b.m, b.seat
	b.addTail(line)
	if m == nil && len(b.held) < maxLogHeld {
		b.held = append(b.held, newLogLine(seat, line).text)
	}
	b.mu.Unlock()
	if m != nil {
		m.Log(seat, line)
	}
	if b.OnLine != nil {
		b.OnLine(m, seat, line)
	}
	return len(p), nil
}

var _ io.Writer = (*StderrLog)(nil)
