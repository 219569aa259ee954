package host

import (
	"context"
	"math"
	"time"
)

// maxCredits is how many times the credit of one answer a seat may be granted
// in one match, so that stalls cannot become a way to think.
const maxCredits = 5

// forEver is the end of a look at stalls that has none.
const forEver = time.Duration(math.MaxInt64)

// stallsOf is where the stalls before an answer or a timeout come from: the
// stall detector in a match, the record when it is played back.
type stallsOf func(from, to time.Duration) []span

// watched returns the stalls that a match observes for a seat, in the whole
// microseconds that the record holds.
func watched(stalls func(from, to time.Time) []Stall, c clock) stallsOf {
	return func(from, to time.Duration) (spans []span) {
		for _, s := range stalls(c.start.Add(from), c.start.Add(min(to, time.Since(c.start)))) {
			spans = append(spans, span{
				c.at(s.From), c.at(s.To), s.Waited.Truncate(time.Microsecond),
				s.Before, s.After,
			})
		}
		return spans
	}
}

// credits reports whether stalls are looked up for a seat at all: not where the clock
// that judges does not stand still with the host.
func (t *Table) credits(seat int) bool {
	s := &t.seats[seat]
	return t.credit > 0 && s.stalls != nil && !s.ownClock && !(s.away != nil && s.away.terms.Trusted)
}

// grantable is what a new question to a seat may be credited.
func (t *Table) grantable(seat int) time.Duration {
	if !t.credits(seat) {
		return 0
	}
	return max(0, min(t.credit, maxCredits*t.credit-t.seats[seat].credit))
}

// askedAge is how old a load may be from which a question's are counted. What the
// player does meanwhile counts as its own.
const askedAge = time.Millisecond

// loadAsked is the seat's load when a question is about to be sent. Where stalls are
// not looked up nobody needs it.
func (t *Table) loadAsked(seat int) Load {
	if !t.credits(seat) {
		return Load{}
	}
	return t.seats[seat].meter.within(askedAge)
}

// askedSlowly counts a seat's load from when its question had been sent, if that took
// long. A load that is read too late for that may be one behind a stall: then what
// the player did before counts too.
func (t *Table) askedSlowly(seat int, began, drained time.Time) {
	if !t.credits(seat) || drained.Sub(began) <= askedAge {
		return
	}
	load := t.seats[seat].meter.now()
	if time.Since(drained) <= maxReading {
		t.seats[seat].asked = load
	}
}

// stallsFor looks up the stalls that decide about an arrival and records them:
// those since the question, or since they were looked up last. Where they decide
// nothing they are not looked up.
func (t *Table) stallsFor(q *question, s *standing, a *arrival) []span {
	if !t.credits(q.seat) || !q.disputed(s, a) {
		return nil
	}
	seat := &t.seats[q.seat]
	stalls := within(seat.stalls(max(q.drained, s.charged), a.until()), max(q.drained, s.charged), a.until())
	if !t.replays {
		stalls = owned(stalls, seat.asked, seat.meter.now(), t.clock.at(time.Now())-q.drained)
	}
	for i, s := range stalls {
		own := s.own()
		if seat.uncounted {
			own.CPU = max(own.CPU, s.to-s.from)
		}
		own.CPU = own.CPU.Truncate(time.Microsecond)
		stalls[i].before, stalls[i].after = Load{}, own
		t.rec.write(&Event{
			Type: EventStall, Seat: q.seat, From: micros(s.from), To: micros(s.to),
			Waited: micros(s.waited), Own: micros(own.CPU), Read: own.Read,
		})
	}
	return stalls
}

// owned sets what of stalls is the player's own, given its loads when it was asked
// and now, and the time since. What it did before it was asked is not. Beside what
// it did in the stalls, it is what it used of more than one processor outside of
// them: the system takes that from the host's share, and makes the host wait for
// others.
func owned(stalls []span, asked, now Load, passed time.Duration) []span {
	var within time.Duration
	for i := range stalls {
		s := &stalls[i]
		s.before = s.before.atLeast(asked)
		s.after = s.after.atLeast(s.before)
		within += s.own().CPU
		passed -= s.to - s.from
	}
	excess := now.since(asked).CPU - within - max(0, passed)
	if n := len(stalls); n > 0 && excess > 0 {
		stalls[n-1].after.CPU += excess
	}
	return stalls
}

// waitFor is a context for waiting on a seat that ends at a deadline, or so much
// later as may be credited for stalls since the wait began.
func (t *Table) waitFor(
	ctx context.Context, seat int, begin, deadline time.Time,
) (context.Context, context.CancelFunc) {
	most := t.grantable(seat)
	if t.seats[seat].uncounted {
		most = 0
	}
	if t.replays || most == 0 {
		return context.WithDeadline(ctx, deadline)
	}
	s := &t.seats[seat]
	asked, from := s.asked, t.clock.at(begin)
	return newStallDeadline(ctx, deadline, func(now time.Time) time.Duration {
		to := t.clock.at(now)
		stalls := owned(within(s.stalls(from, to), from, to), asked, s.meter.now(), to-from)
		return min(most, deserved(stalls))
	})
}
