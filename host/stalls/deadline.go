package stalls

import (
	"context"
	"sync"
	"time"
)

// deadlineContext is a context that ends at a deadline, and later when the host
// stalled before it: by as much as the seat may be granted.
// Its error is context.DeadlineExceeded, or that of the context it comes from.
type deadlineContext struct {
	context.Context // canceled when the wait ends
	cancel          context.CancelFunc
	grant           func(now time.Time) time.Duration // beyond the first deadline
	timer           *time.Timer

	mu       sync.Mutex
	deadline time.Time
	expired  bool
}

// newDeadline waits until the deadline and what grant adds to it. The returned
// function must be called.
func newDeadline(
	ctx context.Context, deadline time.Time, grant func(now time.Time) time.Duration,
) (context.Context, context.CancelFunc) {
	d := &deadlineContext{grant: grant, deadline: deadline}
	d.Context, d.cancel = context.WithCancel(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = time.AfterFunc(time.Until(deadline), func() { d.expire(deadline) })
	return d, d.end
}

// expire runs at the first deadline, and again at each one that it put off to.
func (d *deadlineContext) expire(first time.Time) {
	now := time.Now()
	until := first.Add(d.grant(now))
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.Context.Err() != nil:
	case until.After(now) && until.After(d.deadline):
		d.deadline = until
		d.timer.Reset(time.Until(until))
	default:
		d.expired = true
		d.cancel()
	}
}

// end gives the timer back. A grant that is just being looked up changes
// nothing any more.
func (d *deadlineContext) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer.Stop()
	d.cancel()
}

// Deadline is when the context ends as far as is known now.
func (d *deadlineContext) Deadline() (time.Time, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.deadline, true
}

// Err is nil until Done is closed.
func (d *deadlineContext) Err() error {
	err := d.Context.Err()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil && d.expired {
		return context.DeadlineExceeded
	}
	return err
}
