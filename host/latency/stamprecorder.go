package latency

import (
	"context"
	"time"

	"github.com/loopline/loopline/host"
)

// StampRecorder is a player whose stamps are kept. The host cuts its stamps to whole
// microseconds, which at 3,000,000 baud is three bits; the meter does not. Like
// every player it is used by one goroutine at a time.
type StampRecorder struct {
	player host.Player
	last   Exchange
}

var _ host.Player = (*StampRecorder)(nil)

// NewStampRecorder puts a meter on a player.
func NewStampRecorder(p host.Player) *StampRecorder { return &StampRecorder{player: p} }

// Send is the player's.
func (m *StampRecorder) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	sent, drained, err = m.player.Send(ctx, text)
	m.last = Exchange{Question: text, Sent: sent, Drained: drained}
	return sent, drained, err
}

// Receive is the player's.
func (m *StampRecorder) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	text, first, last, err = m.player.Receive(ctx)
	m.last.Answer, m.last.First, m.last.Last = text, first, last
	return text, first, last, err
}

// Listen is the player's.
func (m *StampRecorder) Listen() (time.Time, error) { return host.Listen(m.player) }

// SendTime is the player's.
func (m *StampRecorder) SendTime(bytes int) time.Duration { return host.SendTime(m.player, bytes) }

// Last is the last line that was sent and the last that came since. Once
// host.Session has handed a game the answer to its question, it is the two.
func (m *StampRecorder) Last() Exchange { return m.last }
