package engine

import (
	"context"
	"math"
	"time"

	"github.com/loopline/loopline/trax"
)

// MoveOverhead returns the part of a move's time limit that a bot leaves unused: a
// tenth of it, at least 30 ms, at most half. It covers what the bot's clock
// does not see: the answer's bytes on a slow serial line, an adapter's latency
// timer of 16 ms, and a busy machine.
func MoveOverhead(limit time.Duration) time.Duration {
	return min(max(limit/10, 30*time.Millisecond), limit/2)
}

// NoLimit is more time than a bound on moves or on depth lets a bot take.
const NoLimit = time.Hour

// checkInterval is how much work passes between two looks at the clock, in
// steps of some ten nanoseconds: tiles placed, and tiles looked at.
const checkInterval = 5000

// A clock tells the time: time.Now, but in tests.
type clock func() time.Time

// read tells the time; nil is time.Now.
func (c clock) read() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// limits tells when to stop thinking.
type limits struct {
	now             clock
	start, deadline time.Time
	done            <-chan struct{}
	nodesLeft       int64 // left to try
	workDone        int   // since the last look at the clock
	workLeft        int   // work left
	stopped         bool
}

// newLimits returns the budget of one answer. No bound on nodes is 0.
func newLimits(ctx context.Context, now clock, limit time.Duration, nodes int64) limits {
	start := now.read()
	if nodes == 0 {
		nodes = 1 << 62
	}
	b := limits{now: now, start: start, deadline: start.Add(limit - MoveOverhead(limit)),
		done: ctx.Done(), nodesLeft: nodes, workLeft: math.MaxInt}
	b.checkTime()
	return b
}

// countNode accounts for one node and work, and tells whether to stop.
func (b *limits) countNode(work int) bool {
	b.nodesLeft--
	b.stopped = b.stopped || b.nodesLeft < 0
	return b.addWork(work)
}

// addWork accounts for work, and tells whether to stop.
func (b *limits) addWork(work int) bool {
	if b.workLeft -= work; b.workLeft < 0 {
		b.stopped = true
	}
	if b.workDone += work; b.workDone >= checkInterval {
		b.checkTime()
	}
	return b.stopped
}

// probeThreats reads the clock and the context.
func (b *limits) checkTime() {
	b.workDone = 0
	select {
	case <-b.done:
		b.stopped = true
	default:
		b.stopped = b.stopped || !b.now.read().Before(b.deadline)
	}
}

// affords tells whether an estimated time is well within what is left, also
// where a busy machine makes it several times as long.
func (b *limits) affords(d time.Duration) bool {
	return !b.stopped && b.deadline.Sub(b.now.read())/4 > d
}

// usedPercent tells whether more than the given percentage of the time has passed.
func (b *limits) usedPercent(percent int) bool {
	whole := b.deadline.Sub(b.start)
	return b.now.read().Sub(b.start) > whole/100*time.Duration(percent)
}

// cost estimates the work of trying a move on p and valuing the outcome. The
// chain that the last turn forced tells how long the next one may be.
func cost(p *trax.Position) int { return 20 + p.Tiles() + chainCost*p.Forced() }

// chainCost is the work of placing a forced tile and taking it back.
const chainCost = 10
