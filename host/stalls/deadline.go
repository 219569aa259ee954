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

	latest time.Time // with all that may be granted

	mu       sync.Mutex
	deadline time.Time // as far as is known now
	expired  bool
}

// newDeadline waits until the deadline and what grant adds to it, which is no more than
// most. The returned function must be called.
func newDeadline(
	ctx context.Context, deadline time.Time, most time.Duration, grant func(now time.Time) time.Duration,
) (context.Context, context.CancelFunc) {
	d := &deadlineContext{grant: grant, latest: deadline.Add(most), deadline: deadline}
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
	if until.After(d.latest) {
		until = d.latest
	}
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

// Deadline returns the latest time at which the context may end: it does not change.
func (d *deadlineContext) Deadline() (time.Time, bool) {
	if parent, ok := d.Context.Deadline(); ok && parent.Before(d.latest) {
		return parent, true
	}
	return d.latest, true
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
