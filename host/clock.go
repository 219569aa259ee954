package host

import "time"

// grace sets how much longer than its limit a question is waited for. A line
// whose last byte arrived in time may be handed over late by the scheduler;
// its stamp still counts. It also bounds how long after a limit the verdict
// stands: grace is 30 ms of the 50 ms allowed, the rest is for judging.
const grace = 30 * time.Millisecond

// clock turns stamps into time since the start of the game. It is pure
// arithmetic: no timer, no state that changes.
type clock struct{ start time.Time }

// at is the time from the start to t in whole microseconds, rounded down so
// that a stamp before the start keeps its order.
func (c clock) at(t time.Time) time.Duration {
	d := t.Sub(c.start)
	cut := d.Truncate(time.Microsecond)
	if cut > d {
		cut -= time.Microsecond
	}
	return cut
}

// since is the time from the start to t, which came after the question q: q's own stamp and whole
// microseconds since. So the time that an answer took is the same whenever the host began, where two
// stamps cut by themselves could differ by one microsecond more.
func (c clock) since(q *question, t time.Time) time.Duration {
	if t.Before(q.uncut) {
		return c.at(t)
	}
	return q.drained + t.Sub(q.uncut).Truncate(time.Microsecond)
}

// used is the time an answer took: from the last byte of the question leaving
// to the last byte of the answer arriving. A player quicker than the host's
// own drain took no time.
func used(drained, last time.Duration) time.Duration {
	return max(0, last-drained)
}

// late reports whether an answer came after its limit. An answer that takes
// exactly its limit is in time.
func late(used, limit time.Duration) bool { return used > limit }

// stray reports whether a line was complete before its question was sent, so
// that it cannot be the answer. The question's stamp is taken before sending:
// an instant answer may arrive before the question counts as drained.
func stray(sent, last time.Duration) bool { return last < sent }
