package engine

import (
	"context"
	"math"
	"time"

	"github.com/loopline/loopline/trax"
)

// Margin returns the part of a move's time limit that a bot leaves unused: a
// tenth of it, at least 30 ms, at most half. It covers what the bot's clock
// does not see: the answer's bytes on a slow serial line, an adapter's latency
// timer of 16 ms, and a busy machine.
func Margin(limit time.Duration) time.Duration {
	return min(max(limit/10, 30*time.Millisecond), limit/2)
}

// NoLimit is more time than a bound on moves or on depth lets a bot take.
const NoLimit = time.Hour

// clockInterval is how much work passes between two looks at the clock, in
// steps of some ten nanoseconds: tiles placed, and tiles looked at.
const clockInterval = 5000

// A clock tells the time: time.Now, but in tests.
type clock func() time.Time

// read tells the time; nil is time.Now.
func (c clock) read() time.Time {
	if c == nil {
		return time.Now()
	}
	return c()
}

// budget tells when to stop thinking.
type budget struct {
	now             clock
	start, deadline time.Time
	done            <-chan struct{}
	nodes           int64 // left to try
	work            int   // since the last look at the clock
	effort          int   // work left
	spent           bool
}

// newBudget returns the budget of one answer. No bound on nodes is 0.
func newBudget(ctx context.Context, now clock, limit time.Duration, nodes int64) budget {
	start := now.read()
	if nodes == 0 {
		nodes = 1 << 62
	}
	b := budget{now: now, start: start, deadline: start.Add(limit - Margin(limit)),
		done: ctx.Done(), nodes: nodes, effort: math.MaxInt}
	b.look()
	return b
}

// spend accounts for one node and work, and tells whether to stop.
func (b *budget) spend(work int) bool {
	b.nodes--
	b.spent = b.spent || b.nodes < 0
	return b.charge(work)
}

// charge accounts for work, and tells whether to stop.
func (b *budget) charge(work int) bool {
	if b.effort -= work; b.effort < 0 {
		b.spent = true
	}
	if b.work += work; b.work >= clockInterval {
		b.look()
	}
	return b.spent
}

// look reads the clock and the context.
func (b *budget) look() {
	b.work = 0
	select {
	case <-b.done:
		b.spent = true
	default:
		b.spent = b.spent || !b.now.read().Before(b.deadline)
	}
}

// affords tells whether an estimated time is well within what is left, also
// where a busy machine makes it several times as long.
func (b *budget) affords(d time.Duration) bool {
	return !b.spent && b.deadline.Sub(b.now.read())/4 > d
}

// used tells whether more than the given percentage of the time has passed.
func (b *budget) used(percent int) bool {
	whole := b.deadline.Sub(b.start)
	return b.now.read().Sub(b.start) > whole/100*time.Duration(percent)
}

// cost estimates the work of trying a move on p and valuing the outcome. The
// chain that the last turn forced tells how long the next one may be.
func cost(p *trax.Position) int { return 20 + p.Tiles() + chainCost*p.Forced() }

// chainCost is the work of placing a forced tile and taking it back.
const chainCost = 10
