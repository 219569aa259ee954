package engine

import (
	"context"
	"math"
	"time"

	"github.com/loopline/loopline/trax"
)

// MoveOverhead returns the part of a move's time limit that a bot leaves unused: a tenth of
// it, at least 30 ms, at most half. It covers what the bot's clock does not see: the answer's
// bytes on a slow serial line, an adapter's latency timer of 16 ms, and a busy machine.
func MoveOverhead(limit time.Duration) time.Duration {
	return min(max(limit/10, 30*time.Millisecond), limit/2)
}

// NoLimit is a time limit for a bot that is bound by nodes or depth alone.
const NoLimit = time.Hour

// checkInterval is the work between two readings of the clock, in steps of some ten
// nanoseconds.
const checkInterval = 5000

// clock is time.Now, but in tests.
type clock func() time.Time

func (c clock) read() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// limits holds the time, node and work limits of one search.
type limits struct {
	now             clock
	start, deadline time.Time
	done            <-chan struct{}
	nodesLeft       int64 // before the node limit
	workDone        int   // since the last reading of the clock
	workLeft        int   // before the work limit
	stopped         bool
}

// newLimits starts the clock of one search. A node limit of 0 is unlimited.
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

// countNode counts a node and its work, and reports whether to stop.
func (b *limits) countNode(work int) bool {
	b.nodesLeft--
	b.stopped = b.stopped || b.nodesLeft < 0
	return b.addWork(work)
}

// addWork counts work, and reports whether to stop. It reads the clock every checkInterval.
func (b *limits) addWork(work int) bool {
	if b.workLeft -= work; b.workLeft < 0 {
		b.stopped = true
	}
	if b.workDone += work; b.workDone >= checkInterval {
		b.checkTime()
	}
	return b.stopped
}

func (b *limits) checkTime() {
	b.workDone = 0
	select {
	case <-b.done:
		b.stopped = true
	default:
		b.stopped = b.stopped || !b.now.read().Before(b.deadline)
	}
}

// affords reports whether an estimated time is a quarter of the time left or less, so that it
// also fits on a busy machine.
func (b *limits) affords(d time.Duration) bool {
	return !b.stopped && b.deadline.Sub(b.now.read())/4 > d
}

// usedPercent reports whether more than the given percentage of the time has passed.
func (b *limits) usedPercent(percent int) bool {
	whole := b.deadline.Sub(b.start)
	return b.now.read().Sub(b.start) > whole/100*time.Duration(percent)
}

// cost estimates the work of trying a move on p and evaluating the result. The last turn's
// forced tiles predict those of the next.
func cost(p *trax.Position) int { return 20 + p.Tiles() + chainCost*p.Forced() }

// chainCost is the work of placing a forced tile and taking it back.
const chainCost = 10
