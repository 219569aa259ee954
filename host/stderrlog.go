package host

import (
	"io"
	"strings"
	"sync"
)

// StderrLog takes what a player writes beside the wire, a line a Write, to the record
// of the match that it plays then: a player that stays plays another next. What
// comes before the first match waits for it. It may be used by many goroutines.
type StderrLog struct {
	// OnLine is told of each line too, with the match and the seat, which are nil and
	// 0 before the first match; it may be nil.
	OnLine func(m *Game, seat int, line string)

	mu   sync.Mutex
	m    *Game
	seat int
	held []string
}

// Attach names the match, and the player's seat in it.
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
