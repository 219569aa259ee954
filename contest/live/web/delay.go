package web

import (
	"sync"
	"time"
)

// DelayQueue has viewers learn things in order, each when it is due, in one goroutine. It is safe for concurrent use.
type DelayQueue struct {
	hooks QueueHooks
	delay time.Duration // from Push until viewers learn something

	mu     sync.Mutex
	items  []item
	closed bool

	ready   chan struct{}
	closing chan struct{}
	ended   chan struct{} // closed when the goroutine has ended
}

// QueueHooks are called by a DelayQueue, in its goroutine.
type QueueHooks struct {
	// Learnt is called after viewers have learnt something.
	Learnt func()

	// Summed is called then too, but at most once a second; nil is nothing.
	Summed func()

	// Pace returns how long viewers learn no more after they learnt something that took so long to tell.
	Pace func(took time.Duration) time.Duration
}

// item is something that viewers learn when it is due.
type item struct {
	due time.Time
	do  func(now time.Time)
}

const (
	maxQueue = 1 << 20     // items that wait
	sumPace  = time.Second // the shortest time between two calls of Summed
)

// NewDelayQueue makes a queue from which viewers learn so much later than something is pushed. Close ends it.
func NewDelayQueue(delay time.Duration, h QueueHooks) *DelayQueue {
	q := &DelayQueue{
		hooks: h, delay: delay, ready: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{}),
	}
	go q.run()
	return q
}

// Push has viewers learn something when the delay is over. It returns at once, false where the queue is full or closed.
func (q *DelayQueue) Push(do func(now time.Time)) (ok bool) {
	return q.PushAt(time.Now().Add(q.delay), do)
}

// PushAt has viewers learn something when it is due, behind earlier items. It returns at once, false where the queue is
// full or closed.
func (q *DelayQueue) PushAt(due time.Time, do func(now time.Time)) (ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) >= maxQueue || q.closed {
		return false
	}
	q.items = append(q.items, item{due, do})
	select {
	case q.ready <- struct{}{}:
	default:
	}
	return true
}

// Settle returns when everything that was pushed before is known.
func (q *DelayQueue) Settle() {
	done := make(chan struct{})
	if q.PushAt(time.Time{}, func(time.Time) { close(done) }) {
		select {
		case <-done:
		case <-q.closing:
		}
	}
}

// Close ends the queue: viewers learn no more. It returns false if the queue was closed before.
func (q *DelayQueue) Close() (first bool) {
	q.mu.Lock()
	first, q.closed = !q.closed, true
	q.mu.Unlock()
	if first {
		close(q.closing)
		<-q.ended
	}
	return first
}

// take takes what is due from the queue, and says how long it is until there is
// more; negative is until it is pushed.
func (q *DelayQueue) take(now time.Time) (due []item, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for n < len(q.items) && !q.items[n].due.After(now) {
		n++
	}
	due = q.items[:n:n]
	if q.items = q.items[n:]; len(q.items) == 0 {
		q.items = nil
		return due, -1
	}
	return due, q.items[0].due.Sub(now)
}

// run is the one goroutine in which viewers learn. It ends with Close.
func (q *DelayQueue) run() {
	defer close(q.ended)
	var summed time.Time // when Summed was called last
	pending := false     // it has to be again
	for {
		began := time.Now()
		due, wait := q.take(began)
		for _, it := range due {
			it.do(it.due)
		}
		if len(due) > 0 {
			q.hooks.Learnt()
			pending = q.hooks.Summed != nil
		}
		if left := sumPace - time.Since(summed); pending && left <= 0 {
			q.hooks.Summed()
			pending, summed = false, time.Now()
		} else if pending && (wait < 0 || left < wait) {
			wait = left
		}
		if len(due) > 0 {
			wait = q.hooks.Pace(time.Since(began))
		}
		if !q.sleep(wait, len(due) == 0) {
			return
		}
	}
}

// sleep waits so long, or, if it may be woken, until something is pushed. It
// reports whether to go on.
func (q *DelayQueue) sleep(wait time.Duration, woken bool) bool {
	var timer <-chan time.Time
	if wait >= 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		timer = t.C
	}
	ready := q.ready
	if !woken {
		ready = nil
	}
	select {
	case <-ready:
	case <-timer:
	case <-q.closing:
		return false
	}
	return true
}
