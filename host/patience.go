package host

import (
	"context"
	"sync"
	"time"
)

// patience is a context that ends at a deadline, and later when the host stood
// still before it: for as long as it did, within what the seat may be granted.
// Its error is context.DeadlineExceeded, or that of the context it comes from.
type patience struct {
	context.Context // canceled when the wait ends
	cancel          context.CancelFunc
	grant           func(now time.Time) time.Duration // beyond the first deadline
	timer           *time.Timer

	mu       sync.Mutex
	deadline time.Time
	expired  bool
}

// newPatience waits until the deadline and what grant adds to it. The returned
// function must be called.
func newPatience(
	ctx context.Context, deadline time.Time, grant func(now time.Time) time.Duration,
) (context.Context, context.CancelFunc) {
	p := &patience{grant: grant, deadline: deadline}
	p.Context, p.cancel = context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(time.Until(deadline), func() { p.expire(deadline) })
	return p, p.end
}

// expire runs at the first deadline, and again at each one that it put off to.
func (p *patience) expire(first time.Time) {
	now := time.Now()
	until := first.Add(p.grant(now))
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.Context.Err() != nil:
	case until.After(now) && until.After(p.deadline):
		p.deadline = until
		p.timer.Reset(time.Until(until))
	default:
		p.expired = true
		p.cancel()
	}
}

// end gives the timer back. A grant that is just being looked up changes
// nothing any more.
func (p *patience) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.cancel()
}

// Deadline is when the context ends as far as is known now.
func (p *patience) Deadline() (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.deadline, true
}

// Err is nil until Done is closed.
func (p *patience) Err() error {
	err := p.Context.Err()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && p.expired {
		return context.DeadlineExceeded
	}
	return err
}
