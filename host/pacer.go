package host

import (
	"context"
	"sync/atomic"
	"time"
)

// pacer keeps questions back after a note. The seats of one turn are asked at once, so each waits
// for the same instant.
type pacer struct {
	pace time.Duration
	next atomic.Pointer[time.Time] // when a question may be sent; nil is now
}

func (p *pacer) noted() {
	if p.pace > 0 {
		next := time.Now().Add(p.pace)
		p.next.Store(&next)
	}
}

// wait returns when the next question may be sent, or the game is interrupted.
func (p *pacer) wait(ctx context.Context) {
	next := p.next.Load()
	if next == nil {
		return
	}
	timer := time.NewTimer(time.Until(*next))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
