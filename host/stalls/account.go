package stalls

import (
	"context"
	"math"
	"time"
)

// maxCredits limits how many times the credit of one answer a seat may be granted
// in one game, so that stalls cannot become a way to think.
const maxCredits = 5

// NoEnd is the end of a look at stalls that has none.
const NoEnd = time.Duration(math.MaxInt64)

// maxAskedAge limits how old a load may be from which a question's are counted. What the
// player does meanwhile counts as its own.
const maxAskedAge = time.Millisecond

// lookAgain is the least time after which a program is looked at again that waits for a processor; it grows with the
// wait, for a look costs the host time too.
const lookAgain = 20 * time.Millisecond

// Account computes the stall compensation of one seat in one game: from the stalls while
// it was asked, and from what its own player did in them. The zero Account grants nothing. It is not safe for
// concurrent use, but for Wait's context.
type Account struct {
	max       time.Duration                       // that one answer is granted; 0 for none ever
	stalls    func(from, to time.Duration) []Span // before an answer or a timeout
	at        func(time.Time) time.Duration       // the time of the game
	usage     usageMeter                          // of the player's load
	unwatch   func()                              // ends what stalls needs; or nil
	uncounted bool                                // what a stall lasts counts as the player's own
	recorded  bool                                // a playback: nothing happens meanwhile
	waits     func(bool) Waits                    // of the player; nil is unmeasured
	base      Waits                               // when they were read last for the question
	worked    Usage                               // then
	asked     Usage                               // when the question had been sent
	due       time.Duration                       // when the wait for the player ends, without credit
	granted   time.Duration                       // in this game
}

// Player describes the player at the seat of an Account.
type Player struct {
	Usage     func() Usage           // what it has cost the host; nil is unknown
	Nice      int                    // how much lower than the host's its priority is
	Uncounted bool                   // its processor time cannot be counted, so what a stall lasts counts as its own
	Waits     func(fresh bool) Waits // of a program, as the kernel counts them; nil is unmeasured
	External  bool                   // it is no program of this machine
}

// Watch opens the account of a player that gets at most this much for one
// answer, by the stalls that a source notices from now on. At is the time of the
// game, which began at start, in whole microseconds. Close ends it.
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

// Recorded opens an account by the stalls of a record.
func Recorded(stalls func(from, to time.Duration) []Span, p Player, most time.Duration) *Account {
	return &Account{max: most, stalls: stalls, uncounted: p.Uncounted, recorded: true}
}

// Close ends the look at stalls.
func (a *Account) Close() {
	if a.unwatch != nil {
		a.unwatch()
	}
}

// open reports whether stalls are looked up at all.
func (a *Account) open() bool { return a.max > 0 && a.stalls != nil }

// MaxCompensation returns what a new question may be granted.
func (a *Account) MaxCompensation() time.Duration {
	if !a.open() {
		return 0
	}
	return max(0, min(a.max, maxCredits*a.max-a.granted))
}

// Extra returns how much longer than it may be granted a player is waited for, if the host kept that long from
// it: it tells one that was held up from one that would not have answered.
func (a *Account) Extra() time.Duration {
	if !a.open() {
		return 0
	}
	return maxCredits * a.max
}

// Grant takes from the account what an arrival was granted.
func (a *Account) Grant(granted time.Duration) { a.granted += granted }

// Asking notes that a question is about to be sent: from now on the
// player's usage counts. It is not needed where stalls are not looked up.
func (a *Account) Asking() {
	if !a.open() {
		return
	}
	a.asked = a.usage.within(maxAskedAge)
	if a.waits != nil {
		a.base, a.worked = a.waits(false), a.asked
	}
}

// Asked notes when a question had been sent: if that took long, what the player
// does counts from then. A load that is read too late for that may be one behind a
// stall: then what the player did before counts too.
func (a *Account) Asked(began, drained time.Time) {
	if !a.open() || drained.Sub(began) <= maxAskedAge {
		return
	}
	load := a.usage.now()
	if time.Since(drained) <= maxReading {
		a.asked = load
	}
}

// Between returns the stalls between two times of the game, in order, in each of
// which After is what the player itself did, by its load since it was asked at a
// time.
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

// waited is the wait of a program from a time on, which the next one begins where it ends.
func (a *Account) waited(stalls []Span, from, to time.Duration) []Span {
	end := a.at(time.Now())
	now, load := a.waits(true), a.usage.now()
	if now.Waiting && to == NoEnd { // it has waited for its answer's sake since then at least
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

// waitTo is the wait of a program up to a time, in whole microseconds.
func (a *Account) waitTo(stalls []Span, to time.Duration, now Waits) *Wait {
	w := &Wait{Held: max(0, now.Held-a.base.Held).Truncate(time.Microsecond)}
	w.Stopped, w.Late = waited(stalls, to)
	w.bound(max(0, now.Others-a.base.Others).Truncate(time.Microsecond))
	return w
}

// ownUsage sets the player's own part of stalls, given its loads when it was asked and
// now, and the time since. Usage from before the question does not count. Outside the
// stalls, usage beyond one processor counts too: the system takes it from the host's
// share, and makes the host wait for others.
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

// Wait makes a context for waiting on the player that ends at a deadline, or so
// much later as may be granted for stalls since the wait began. Its error is
// context.DeadlineExceeded then, or that of the context it comes from. The
// returned function must be called.
func (a *Account) Wait(ctx context.Context, begin, deadline time.Time) (context.Context, context.CancelFunc) {
	return a.wait(ctx, begin, deadline, a.MaxCompensation(), NoEnd)
}

// WaitExtra is Wait that ends so much later again as Extra allows, and as the credit may be wrong.
func (a *Account) WaitExtra(ctx context.Context, begin, deadline time.Time) (context.Context, context.CancelFunc) {
	return a.wait(ctx, begin, deadline, a.MaxCompensation()+a.Extra(), deadline.Sub(begin))
}

// Uncertainty returns by how much the credit of an answer may be wrong: a twentieth, where the host kept the player
// from answering for longer than its limit. A shorter credit counts as exact.
func Uncertainty(credit, limit time.Duration) time.Duration {
	if credit < limit {
		return 0
	}
	return credit / 20
}

// wait is Wait with at most so much credit, which is uncertain where it is longer than a limit.
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
			if waits.Waiting { // how long, the kernel says when that is over
				overdue := now.Sub(deadline)
				earned = max(earned, overdue+max(lookAgain, overdue/4))
			}
			return min(most, earned)
		}
		earned := Earned(ownUsage(within(a.stalls(from, to), from, to), asked, a.usage.now(), to-from))
		return min(most, earned+Uncertainty(earned, limit))
	})
}
