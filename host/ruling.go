package host

import (
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/say"
)

// questionState is the state of a question between one received line and the next. It is
// a value: a ruling returns the next one.
type questionState struct {
	echo            echoFilter
	strays, refused discards      // lines that were passed over
	discarded       int           // of them and of the seat's others in the game
	compensation    time.Duration // granted to the question
	left            time.Duration // may still be granted to it
	extra           time.Duration // is it waited for without being granted more
	earned          time.Duration // by stalls, and not needed so far
	charged         time.Duration // the stalls up to here are in earned
}

// ruling classifies a received line or fault as an answer, a stray or a foul, and holds
// the next state of the question.
type ruling struct {
	eventType    string        // type of the event that records it
	used         time.Duration // of a line
	compensation time.Duration // of used, not charged
	granted      time.Duration // of credit, by this arrival
	failed       string        // why the foul is the host's, with the seat's name and the foul to be filled in
	foul         *Foul         // nil when there is none
	next         questionState
}

// ends reports whether the question is over.
func (r *ruling) ends() bool { return r.foul != nil || r.eventType == record.EventAnswer }

// rule decides about a received line. It is a pure function: a game calls it with the
// stalls detected, and Verify with the stalls recorded.
//
// The order matters. An echo is ours, so it is never the player's fault. A line
// from before the question is not an answer even if it looks like one. A late line
// has lost whatever it says.
func rule(q question, s questionState, a received, stalled []stalls.Span) (r ruling) {
	r.next = s
	r.granted = r.next.compensate(stalled, a.until(), q.excess(&s, &a))
	q.rule(&r, &a)
	if r.foul != nil && r.foul.timed() {
		r.failed = q.failure(&r.next, &a)
	}
	return r
}

// failure is why a player without an answer in time does not lose; it is empty if it does.
func (q *question) failure(s *questionState, a *received) string {
	missing := q.missing(s, a)
	switch {
	case s.left == 0 && s.earned > 0 && s.earned >= missing:
		return "%s: %s; the host kept it from answering for longer than may be credited"
	case a.fault == "" && missing <= stalls.Uncertainty(s.compensation, q.Limit):
		return "%s: %s; the host kept it from answering for longer than its limit, and it is late by less than the host can measure"
	}
	return ""
}

// missing is how much more the host must have kept from a player, beyond its credit, for that to be why it has
// no answer in time. A line needs what it is late by. One that did not come was waited for until the player
// had had its limit without what was kept from it, if that took no longer than the extra time.
func (q *question) missing(s *questionState, a *received) time.Duration {
	if a.fault != "" {
		return s.extra
	}
	return a.used(q) - s.compensation - q.Limit
}

// rule completes a ruling that holds the standing before the arrival.
func (q *question) rule(r *ruling, a *received) {
	s := &r.next
	if a.fault != "" {
		r.eventType, r.compensation, r.foul = record.EventFault, s.compensation, q.faultFoul(s, a)
		return
	}
	r.eventType = q.classify(s, a)
	switch r.eventType {
	case record.EventEcho:
		s.echo = s.echo.afterEcho(a.text, q)
	case record.EventStray:
		q.stray(r, a)
	case record.EventNoise:
		q.refuse(r, a)
	default:
		q.ruleAnswer(r, a)
	}
}

// classify is the type of event that a line is recorded as. Time matters only
// for lines that were complete before the question.
func (q *question) classify(s *questionState, a *received) string {
	switch {
	case s.echo.expects(a.text):
		return record.EventEcho
	case q.kind != record.EventHear && !q.Early && stray(q.sent, a.last):
		return record.EventStray
	case s.echo.reveals(a.text, q):
		return record.EventEcho
	case q.handshake() && !(q.acceptable(a.text) && q.Accept(a.text)):
		return record.EventNoise
	}
	return record.EventAnswer
}

// needsStalls reports whether the stalls of the host decide about an arrival: it
// is overdue by the clock alone.
func (q *question) needsStalls(s *questionState, a *received) bool {
	if a.fault != "" {
		return a.fault == record.FaultTimeout
	}
	if !late(a.used(q), q.Limit) {
		return false
	}
	class := q.classify(s, a)
	return class == record.EventNoise || class == record.EventAnswer
}

// excess is what a line took beyond the limit and what is credited already: more than that it needs no
// credit. One that did not come has no bound.
func (q *question) excess(s *questionState, a *received) time.Duration {
	if a.fault != "" {
		return stalls.NoEnd
	}
	return max(0, a.used(q)-s.compensation-q.Limit)
}

// compensate adds the stalls until a time to the credit and returns what is granted, at most the excess.
func (s *questionState) compensate(stalled []stalls.Span, until, excess time.Duration) (granted time.Duration) {
	if len(stalled) > 0 {
		s.earned += stalls.Earned(stalled)
		s.charged = until
	}
	granted = min(s.earned, s.left, excess)
	s.earned -= granted
	s.compensation += granted
	s.left -= granted
	return granted
}

// overdue reports whether a line came after the limit and what is credited.
func (q *question) overdue(s *questionState, a *received) bool {
	return late(a.used(q)-s.compensation, q.Limit)
}

// ruleAnswer judges the first line that is nothing else.
func (q *question) ruleAnswer(r *ruling, a *received) {
	s := &r.next
	r.used = a.used(q)
	if late(r.used, q.Limit) {
		r.compensation = s.compensation
	}
	s.echo = s.echo.afterAnswer()
	switch {
	case q.overdue(s, a):
		r.foul = q.foul(Late, ReasonOverdue, []byte(a.text), r.used,
			s.withCompensation("took %v of %v", r.used, q.Limit))
	case !q.acceptable(a.text):
		r.foul = q.foul(Garbled, ReasonBinary, []byte(a.text), r.used,
			say.Format("answered bytes that are not text: %.40q", a.text))
	}
}

// stray judges a line from before the question.
func (q *question) stray(r *ruling, a *received) {
	if q.strict && !q.handshake() {
		r.foul = q.foul(Protocol, ReasonStray, []byte(a.text), 0,
			say.Format("sent %.40q unasked", a.text))
		return
	}
	r.next.strays = r.next.strays.with(a.text)
	r.next.discarded++
	r.foul = q.tooMany(r.next.strays, r.next.discarded)
}

// refuse judges a line that is not an answer. When it came after the limit no later
// one can be in time.
func (q *question) refuse(r *ruling, a *received) {
	s := &r.next
	s.refused = s.refused.with(a.text)
	s.discarded++
	r.foul = q.tooMany(s.refused, s.discarded)
	if r.foul == nil && q.overdue(s, a) {
		r.foul = q.unaccepted(s)
	}
}

// tooMany is the foul of passed over lines, nil while there are few since the
// question, and in the game.
func (q *question) tooMany(n discards, match int) *Foul {
	switch {
	case n.lines > maxDiscards || n.bytes > maxDiscardBytes:
	case match > maxDiscardsSeat:
		return q.foul(Garbled, ReasonTooMany, n.seen, 0,
			say.Format("sent %s in this match that nobody asked for", lines(match)))
	default:
		return nil
	}
	return q.foul(Garbled, ReasonTooMany, n.seen, 0,
		say.Format("sent %s, %s, that nobody asked for", lines(n.lines), say.Plural(n.bytes, "%d byte", "%d bytes")))
}

func lines(n int) say.Text { return say.Plural(n, "%d line", "%d lines") }

// unaccepted is the foul of lines that came while none was an answer.
func (q *question) unaccepted(s *questionState) *Foul {
	return q.foul(Protocol, ReasonUnaccepted, s.refused.seen, q.Limit,
		say.Format("sent %s in %v, none an answer to %q", lines(s.refused.lines), q.Limit, q.Text))
}

// faultFoul is the foul of a fault. An interruption is not a foul.
func (q *question) faultFoul(s *questionState, a *received) *Foul {
	bytes := []byte(a.text)
	switch {
	case a.fault == record.FaultInterrupted, a.fault == record.FaultHost, a.fault == record.FaultNetwork && q.void:
		return nil
	case a.fault == record.FaultNetwork:
		return q.foul(Gone, ReasonNetwork, nil, 0, say.TextOf(a.err))
	case a.fault == record.FaultMemory:
		return q.foul(Gone, ReasonMemory, nil, 0, say.TextOf(a.err))
	case a.fault == record.FaultOverrun:
		return q.foul(Gone, ReasonOverrun, nil, 0, say.TextOf(a.err))
	case a.fault == record.FaultGarbled:
		return q.foul(Garbled, ReasonFraming, bytes, 0, say.TextOf(a.err))
	case a.fault == record.FaultSendTimeout:
		return q.foul(Silent, ReasonUnread, nil, 0, say.Format("did not take the line sent to it"))
	case a.fault == record.FaultSendError:
		return q.foul(Gone, ReasonUnsent, nil, 0, say.TextOf(a.err))
	case a.fault == record.FaultEOF && len(bytes) > 0:
		return q.foul(Gone, ReasonHalfLine, bytes, 0, say.Format("%.40q without a line end, then %s", bytes, say.TextOf(a.err)))
	case a.fault == record.FaultEOF:
		return q.foul(Gone, ReasonClosed, s.refused.seen, 0, say.TextOf(a.err))
	case len(bytes) > 0:
		return q.foul(Late, ReasonUnfinished, bytes, q.Limit,
			s.withCompensation("%.40q without a line end in %v", bytes, q.Limit))
	case s.refused.lines > 0:
		return q.unaccepted(s)
	}
	return q.foul(Silent, ReasonNoByte, nil, q.Limit,
		s.withCompensation("not one byte in %v", q.Limit))
}

// withCompensation appends the stall compensation to the text of a time foul.
func (s *questionState) withCompensation(format string, parts ...any) say.Text {
	if s.compensation == 0 {
		return say.Format(format, parts...)
	}
	return say.Format(format+" and %v of host stalls", append(parts, s.compensation)...)
}
