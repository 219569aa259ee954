package host

import (
	"context"
	"fmt"
	"math"
	"time"
)

// maxCredits is how many times the credit of one answer a seat may be granted
// in one match, so that standing still cannot become a way to think.
const maxCredits = 5

// forEver is the end of a look at stalls that has none.
const forEver = time.Duration(math.MaxInt64)

// stallsOf is where the stalls before an answer or a timeout come from: the
// pulse in a match, the record when it is played back.
type stallsOf func(seat int, from, to time.Duration) []span

// observed asks the match's pulse. It is cut to the microseconds that the
// record holds.
func observed(stalls func(from, to time.Time) []Stall, c clock) stallsOf {
	if stalls == nil {
		return nil
	}
	return func(_ int, from, to time.Duration) (spans []span) {
		for _, s := range stalls(c.start.Add(from), c.start.Add(min(to, time.Since(c.start)))) {
			spans = append(spans, span{
				c.at(s.From), c.at(s.To), s.Waited.Truncate(time.Microsecond),
			})
		}
		return spans
	}
}

// late reports whether an answer came after its limit. Time in which the host
// stood still is not charged: such stalls are looked up and recorded the
// moment they matter, and never when the answer was in time.
func (t *Table) late(q *query, a *Answer) bool {
	if !late(a.Used, q.limit) {
		return false
	}
	t.charge(q, a.Last)
	a.Credit = q.credit
	return late(a.Used-a.Credit, q.limit)
}

// charge looks up the stalls until a time, records them, and adds them to the
// credit of the question. What was looked at before is not counted again.
func (t *Table) charge(q *query, until time.Duration) {
	if t.credit == 0 || t.stalls == nil || t.chairs[q.seat].ownClock {
		return
	}
	from := max(q.drained, q.charged)
	stalls := within(t.stalls(q.seat, from, until), from, until)
	for _, s := range stalls {
		t.rec.write(&Event{
			Type: EventStall, Seat: q.seat,
			From: micros(s.from), To: micros(s.to), Waited: micros(s.waited),
		})
	}
	q.charged = until
	c := &t.chairs[q.seat]
	credit := min(length(stalls), t.grantable(q))
	q.credit += credit
	c.credit += credit
}

// grantable is what a question may still be credited.
func (t *Table) grantable(q *query) time.Duration {
	if t.chairs[q.seat].ownClock {
		return 0
	}
	left := maxCredits*t.credit - t.chairs[q.seat].credit
	return max(0, min(t.credit-q.credit, left))
}

// patient is a context for waiting on a seat that ends at a deadline, or so
// much later as the host stood still since a time.
func (t *Table) patient(
	ctx context.Context, q *query, since, deadline time.Time,
) (context.Context, context.CancelFunc) {
	most := q.credit + t.grantable(q)
	if t.observe == nil || most == 0 {
		return context.WithDeadline(ctx, deadline)
	}
	from := t.clock.at(since)
	return newPatience(ctx, deadline, func(now time.Time) time.Duration {
		to := t.clock.at(now)
		return min(most, length(within(t.observe(q.seat, from, to), from, to)))
	})
}

// credited is what a foul says about it.
func (q *query) credited() string {
	if q.credit == 0 {
		return ""
	}
	return fmt.Sprintf(" and %v that the host stood still", q.credit)
}
