package stalls

import (
	"context"
	"math"
	"time"
)

// maxCredits limits how many times the credit of one answer a seat may be granted
// in one game, so that stalls cannot become a way to think.
const maxCredits = 5

// NoEnd, as the end of [Account.Between], means up to now: the player has not answered.
const NoEnd = time.Duration(math.MaxInt64)

// maxAskedAge is the greatest age of a reading of the player's usage that may serve as the one at the question.
// What the player did between the reading and the question counts as done for the question.
const maxAskedAge = time.Millisecond

// lookAgain is the least time between two readings of a program that waits for a processor. The time grows with the
// wait, because a reading costs the host time too.
const lookAgain = 20 * time.Millisecond

// Account computes the stall compensation of one seat in one game from the stalls between question and answer and
// from the player's own usage during them. The zero Account grants nothing. An Account is not safe for concurrent
// use; the contexts of Wait and WaitExtra are.
type Account struct {
	max       time.Duration                       // cap on the compensation of one answer; 0 disables it
	stalls    func(from, to time.Duration) []Span // nil: stalls are not detected
	at        func(time.Time) time.Duration       // converts to the time of the game
	usage     usageMeter                          // reads the player's usage
	unwatch   func()                              // stops the watch of the source; may be nil
	uncounted bool                                // every stall counts as the player's own work
	recorded  bool                                // playback: usage is already subtracted, contexts get no credit
	waits     func(bool) Waits                    // the player's waits as the kernel counts them; nil: not measured
	base      Waits                               // last reading of waits for the current question
	worked    Usage                               // usage at that reading
	asked     Usage                               // usage when the question had been sent
	due       time.Duration                       // end of the wait for the player, without credit
	granted   time.Duration                       // sum of all compensation in this game
}

// Player describes the player at the seat of an Account.
type Player struct {
	Usage     func() Usage           // what it has cost the host; nil is unknown
	Nice      int                    // how much lower than the host's its priority is
	Uncounted bool                   // its processor time cannot be counted, so what a stall lasts counts as its own
	Waits     func(fresh bool) Waits // of a program, as the kernel counts them; nil is unmeasured
	External  bool                   // it is no program of this machine
}

// Watch opens an account that grants at most most for one answer, by the stalls that source notices from now on. The
// game began at start; at converts a time to the time of the game, in whole microseconds. Close ends the watch.
func Watch(source Source, p Player, most time.Duration, start time.Time, at func(time.Time) time.Duration) *Account {
	a := &Account{max: most, at: at, usage: usageMeter{load: p.Usage}, uncounted: p.Uncounted, waits: p.Waits}
	if a.waits != nil {
		p.Nice = 0 // how long it waits for a processor is measured, not guessed
	}
	stalls, stop := source.Watch(Watched{Load: a.usage.source(), Nice: p.Nice, External: p.External})
	a.unwatch = stop
	a.stalls = func(from, to time.Duration) (spans []Span) {
		until := start.Add(min(to, time.Since(start)))
		for _, s := range stalls(start.Add(from), until) {
			if !s.delays(start.Add(from), until) {
				continue
			}
			spans = append(spans, Span{From: at(s.From), To: at(s.To), Waited: s.Waited.Truncate(time.Microsecond), Before: s.Before, After: s.After})
		}
		return spans
	}
	return a
}

// Recorded opens an account for playback, by the stalls of a record.
func Recorded(stalls func(from, to time.Duration) []Span, p Player, most time.Duration) *Account {
	return &Account{max: most, stalls: stalls, uncounted: p.Uncounted, recorded: true}
}

// Close ends the watch of the source.
func (a *Account) Close() {
	if a.unwatch != nil {
		a.unwatch()
	}
}

// open reports whether the account can grant anything.
func (a *Account) open() bool { return a.max > 0 && a.stalls != nil }

// MaxCompensation returns the most that the next answer may be granted.
func (a *Account) MaxCompensation() time.Duration {
	if !a.open() {
		return 0
	}
	return max(0, min(a.max, maxCredits*a.max-a.granted))
}

// Extra returns how much longer than MaxCompensation allows the host waits for a player that it held up. An answer in
// this time shows that the player would have answered; it makes the game void instead of lost.
func (a *Account) Extra() time.Duration {
	if !a.open() {
		return 0
	}
	return maxCredits * a.max
}

// Grant subtracts the compensation of an answer from what the game has left.
func (a *Account) Grant(granted time.Duration) { a.granted += granted }

// Asking reads the player's usage and waits just before a question is sent.
func (a *Account) Asking() {
	if !a.open() {
		return
	}
	a.asked = a.usage.within(maxAskedAge)
	if a.waits != nil {
		a.base, a.worked = a.waits(false), a.asked
	}
}

// Asked is called when the question has been sent, with the times at which that began and ended. If sending took
// longer than maxAskedAge, usage counts from its end instead of its begin, unless the reading itself comes so late
// that a stall may lie between.
func (a *Account) Asked(began, drained time.Time) {
	if !a.open() || drained.Sub(began) <= maxAskedAge {
		return
	}
	load := a.usage.now()
	if time.Since(drained) <= maxReading {
		a.asked = load
	}
}

// Between returns the stalls between two times of the game, in order. In each, Before is zero and After is the
// player's own usage, computed from its usage since the question at asked. For a player whose waits are measured it
// returns one Span with its Wait, or none.
func (a *Account) Between(from, to, asked time.Duration) []Span {
	if !a.open() {
		return nil
	}
	stalls := within(a.stalls(from, to), from, to)
	if a.waits != nil {
		return a.waited(stalls, from, to)
	}
	if a.recorded && len(stalls) > 0 && stalls[0].Wait != nil {
		return stalls
	}
	if !a.recorded {
		stalls = ownUsage(stalls, a.asked, a.usage.now(), a.at(time.Now())-asked)
	}
	for i, s := range stalls {
		own := s.Own()
		if a.uncounted {
			own.CPU = max(own.CPU, s.To-s.From)
		}
		own.CPU = own.CPU.Truncate(time.Microsecond)
		stalls[i].Before, stalls[i].After = Usage{}, own
	}
	return stalls
}

// waited returns the wait of a program between two times as one Span, or none. The next call begins where it ends.
func (a *Account) waited(stalls []Span, from, to time.Duration) []Span {
	end := a.at(time.Now())
	now, load := a.waits(true), a.usage.now()
	if now.Waiting && to == NoEnd { // the kernel counts a wait at its end; this one has lasted since due at least
		now.Held += max(0, end-a.due)
	}
	w := a.waitTo(stalls, min(to, end), now)
	own := load.since(a.worked)
	own.CPU = own.CPU.Truncate(time.Microsecond)
	a.base, a.worked = now, load
	if w.Held+w.Stopped+w.Late == 0 || end <= from {
		return nil
	}
	return []Span{{From: from, To: min(to, end), After: own, Wait: w}}
}

// waitTo returns the program's wait from the last reading up to a time, in whole microseconds.
func (a *Account) waitTo(stalls []Span, to time.Duration, now Waits) *Wait {
	w := &Wait{Held: max(0, now.Held-a.base.Held).Truncate(time.Microsecond)}
	w.Stopped, w.Late = waited(stalls, to)
	w.bound(max(0, now.Others-a.base.Others).Truncate(time.Microsecond))
	return w
}

// ownUsage sets the player's own usage in each stall, given its usage at the question and now, and the time between.
// Usage from before the question does not count. Outside the stalls, usage beyond one processor counts too, because
// it takes processors from the host.
func ownUsage(stalls []Span, asked, now Usage, passed time.Duration) []Span {
	var within time.Duration
	for i := range stalls {
		s := &stalls[i]
		s.Before = s.Before.atLeast(asked)
		s.After = s.After.atLeast(s.Before)
		within += s.Own().CPU
		passed -= s.To - s.From
	}
	excess := now.since(asked).CPU - within - max(0, passed)
	if n := len(stalls); n > 0 && excess > 0 {
		stalls[n-1].After.CPU += excess
	}
	return stalls
}

// Wait returns a context that ends at the deadline, extended by the compensation that stalls since begin earn, up to
// MaxCompensation. Its error is context.DeadlineExceeded, or that of ctx. The returned function must be called.
func (a *Account) Wait(ctx context.Context, begin, deadline time.Time) (context.Context, context.CancelFunc) {
	return a.wait(ctx, begin, deadline, a.MaxCompensation(), NoEnd)
}

// WaitExtra is Wait with a cap that is greater by Extra, and with the uncertainty of the compensation added.
func (a *Account) WaitExtra(ctx context.Context, begin, deadline time.Time) (context.Context, context.CancelFunc) {
	return a.wait(ctx, begin, deadline, a.MaxCompensation()+a.Extra(), deadline.Sub(begin))
}

// Uncertainty returns the possible error of an answer's credit: 5 % of a credit that reaches the answer's limit, and 0
// of a smaller one.
func Uncertainty(credit, limit time.Duration) time.Duration {
	if credit < limit {
		return 0
	}
	return credit / 20
}

// wait is Wait with the given cap; credit beyond limit is uncertain.
func (a *Account) wait(ctx context.Context, begin, deadline time.Time, most, limit time.Duration) (context.Context, context.CancelFunc) {
	if a.uncounted && a.waits == nil {
		most = 0
	}
	if a.recorded || most == 0 {
		return context.WithDeadline(ctx, deadline)
	}
	asked, from, base, worked := a.asked, a.at(begin), a.base, a.worked
	a.due = a.at(deadline)
	return newDeadline(ctx, deadline, most, func(now time.Time) time.Duration {
		to := a.at(now)
		if a.waits != nil {
			of, waits := Account{base: base}, a.waits(true)
			w := of.waitTo(within(a.stalls(from, to), from, to), to, waits)
			earned := w.earned(to-from, a.usage.now().since(worked))
			earned += Uncertainty(earned, limit)
			if waits.Waiting { // the kernel counts this wait only at its end: look again
				overdue := now.Sub(deadline)
				earned = max(earned, overdue+max(lookAgain, overdue/4))
			}
			return min(most, earned)
		}
		earned := Earned(ownUsage(within(a.stalls(from, to), from, to), asked, a.usage.now(), to-from))
		return min(most, earned+Uncertainty(earned, limit))
	})
}
