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
	context.Context                                   // for its values
	grant           func(now time.Time) time.Duration // beyond the first deadline
	done            chan struct{}
	timer           *time.Timer
	forget          func() bool // the end of the context it comes from

	mu       sync.Mutex
	deadline time.Time
	err      error
}

// newPatience waits until the deadline and what grant adds to it. The returned
// function must be called.
func newPatience(
	ctx context.Context, deadline time.Time, grant func(now time.Time) time.Duration,
) (context.Context, context.CancelFunc) {
	p := &patience{
		Context: ctx, grant: grant, done: make(chan struct{}), deadline: deadline,
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(time.Until(deadline), func() { p.expire(deadline) })
	p.forget = context.AfterFunc(ctx, func() { p.finish(ctx.Err()) })
	return p, func() { p.finish(context.Canceled) }
}

// expire runs at the deadline, and again at each one that it was put off to.
func (p *patience) expire(deadline time.Time) {
	now := time.Now()
	if until := deadline.Add(p.grant(now)); until.After(now) && p.putOff(until) {
		return
	}
	p.finish(context.DeadlineExceeded)
}

// putOff sets a later deadline, unless the wait has ended meanwhile.
func (p *patience) putOff(until time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil || !until.After(p.deadline) {
		return false
	}
	p.deadline = until
	p.timer.Reset(time.Until(until))
	return true
}

// finish ends the context; the first reason stands.
func (p *patience) finish(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return
	}
	p.err = err
	p.timer.Stop()
	p.forget()
	close(p.done)
}

// Done is closed when the wait has ended.
func (p *patience) Done() <-chan struct{} { return p.done }

// Deadline is when the context ends as far as is known now.
func (p *patience) Deadline() (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.deadline, true
}

// Err is nil until Done is closed.
func (p *patience) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}
