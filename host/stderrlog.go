package host

import (
	"io"
	"strings"
	"sync"
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
