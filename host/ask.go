package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/interrupt"
	"github.com/loopline/loopline/internal/say"
)

// Ask sends a question to a seat, runs its clock, and returns the next line
// as the answer, whatever it says. A line that was there before the question
// is recorded as stray and passed over, or a foul when the game is strict.
//
// The text is one line, or several with a line feed between them, which are sent
// in one write.
func (t *Session) Ask(
	ctx context.Context, seat int, text string, limit time.Duration,
) (Answer, error) {
	return t.AskWith(ctx, seat, Question{Text: text, Limit: limit})
}

// AskFor is Ask that passes over every line accept refuses, until the limit:
// banners at a reset, answers to an older question. They are recorded as
// noise; more than 256 of them or 16 KiB are a foul. A line equal to the
// question is its echo: this seat's echoes are passed over from then on.
// Accept sees lines of the question's characters only (ASCII) and must always
// judge a line the same way.
func (t *Session) AskFor(
	ctx context.Context, seat int, text string, limit time.Duration,
	accept func(line string) bool,
) (Answer, error) {
	return t.AskWith(ctx, seat, Question{Text: text, Limit: limit, Accept: accept})
}

// AskWith is Ask with all that can be set about a question.
func (t *Session) AskWith(ctx context.Context, seat int, q Question) (Answer, error) {
	return t.ask(ctx, t.question(record.EventAsk, seat, q))
}

// Tell sends a line to a seat, or several; no answer is due.
func (t *Session) Tell(ctx context.Context, seat int, text string) error {
	return t.TellWith(ctx, seat, Question{Text: text})
}

// TellWith is Tell with the line end of the question. Nothing else of it but the
// text is used.
func (t *Session) TellWith(ctx context.Context, seat int, q Question) error {
	return t.send(ctx, t.question(record.EventTell, seat, q))
}

// Hear waits for a line of a player that speaks first. Its clock starts now, but
// a line that is there already counts too: it takes no time. The question has no
// text. With Accept lines are passed over as AskFor does it.
func (t *Session) Hear(ctx context.Context, seat int, q Question) (Answer, error) {
	if q.Text != "" || q.LineEnd != "" {
		return Answer{}, fmt.Errorf("text to hear %.40q: nothing is sent; use AskWith", q.Text)
	}
	return t.ask(ctx, t.question(record.EventHear, seat, q))
}

func (t *Session) question(kind string, seat int, q Question) *question {
	q.Limit = q.Limit.Truncate(time.Microsecond)
	return &question{Question: q, seat: seat, kind: kind, strict: t.strict, void: t.voids(seat)}
}

// ask sends the question and handles all events until it is over.
func (t *Session) ask(ctx context.Context, q *question) (Answer, error) {
	t.pacer.wait(ctx)
	t.resume(q.seat)
	defer t.suspend(q.seat)
	if err := t.begin(ctx, q); err != nil {
		return Answer{}, err
	}
	drained := t.clock.start.Add(q.drained)
	seat := &t.seats[q.seat]
	wait, cancel := seat.stalls.WaitExtra(interrupt.With(ctx), drained, drained.Add(q.Limit+grace))
	defer cancel()
	s := questionState{echo: seat.echoes, discarded: seat.discarded, left: seat.stalls.MaxCompensation(), extra: seat.stalls.Extra()}
	for {
		a, err := t.receive(ctx, wait, q)
		if err != nil {
			return Answer{}, err
		}
		q.share(&a, &seat.shares)
		r := rule(*q, s, a, t.stallsFor(q, &s, &a))
		if err := t.apply(q, &a, &r); err != nil {
			return Answer{}, err
		}
		if r.ends() {
			seat.shares.add(q.clock, a.clock)
			return q.answer(&a, &r), nil
		}
		s = r.next
	}
}

// stallsFor looks up the stalls that decide about an arrival and records them:
// those since the question, or since they were looked up last. Where they decide
// nothing they are not looked up.
func (t *Session) stallsFor(q *question, s *questionState, a *received) []stalls.Span {
	if !q.needsStalls(s, a) {
		return nil
	}
	found := t.seats[q.seat].stalls.Between(max(q.drained, s.charged), a.until(), q.drained)
	for _, s := range found {
		if w := s.Wait; w != nil {
			t.rec.Write(&record.Event{
				Type: record.EventWait, Seat: q.seat, From: record.MicrosOf(s.From), To: record.MicrosOf(s.To),
				Held: record.MicrosOf(w.Held), Stopped: record.MicrosOf(w.Stopped), Late: record.MicrosOf(w.Late),
				Own: record.MicrosOf(s.After.CPU), Read: s.After.Read,
			})
			continue
		}
		t.rec.Write(&record.Event{
			Type: record.EventStall, Seat: q.seat, From: record.MicrosOf(s.From), To: record.MicrosOf(s.To),
			Waited: record.MicrosOf(s.Waited), Own: record.MicrosOf(s.After.CPU), Read: s.After.Read,
		})
	}
	return found
}

// begin sends the question, or begins to listen where there is none.
func (t *Session) begin(ctx context.Context, q *question) error {
	if q.kind != record.EventHear {
		return t.send(ctx, q)
	}
	if err := t.ready(q); err != nil {
		return err
	}
	s := &t.seats[q.seat]
	s.stalls.Asking()
	now, err := Listen(s.player)
	if err != nil {
		return err
	}
	q.sent = t.clock.at(now)
	q.drained, q.uncut = q.sent, now
	t.rec.WriteKept(q.event(&s.question))
	return nil
}

// ready checks that a seat can be asked. The answer before it counts as judged.
func (t *Session) ready(q *question) error {
	if q.seat < 0 || q.seat >= len(t.seats) {
		return fmt.Errorf("seat %d does not exist, there are %d", q.seat, len(t.seats))
	}
	if err := q.sendable(); err != nil {
		return err
	}
	t.flushFor(q.seat)
	return t.rec.Failed()
}

// send puts a line on the wire. The answer before it counts as judged.
func (t *Session) send(ctx context.Context, q *question) error {
	if err := t.ready(q); err != nil {
		return err
	}
	bound := tellLimit
	if q.kind == record.EventAsk {
		bound = q.Limit + grace
	}
	s := &t.seats[q.seat]
	bound += s.sendBound(q)
	s.stalls.Asking()
	start := time.Now()
	limited, cancel := s.stalls.Wait(interrupt.With(ctx), start, start.Add(bound))
	err := t.deliver(ctx, limited, q)
	cancel()
	if err != nil {
		return t.unsent(ctx, q, err)
	}
	s.stalls.Asked(start, t.clock.start.Add(q.drained))
	s.echoes = s.echoes.sent(q)
	s.lines.Sent(q.Text)
	t.rec.WriteKept(q.event(&s.question))
	return nil
}

// deliver sends a question to the seat's player and sets its stamps.
func (t *Session) deliver(ctx, wait context.Context, q *question) error {
	s := &t.seats[q.seat]
	if s.agent != nil {
		return t.sendByAgent(ctx, wait, q)
	}
	sent, drained, err := s.send(wait, q)
	if err == nil {
		q.sent, q.drained, q.uncut = t.clock.at(sent), t.clock.at(drained), drained
	}
	return err
}

// unsent judges a line that could not be sent.
func (t *Session) unsent(ctx context.Context, q *question, err error) error {
	var misuse *lineEndError
	var diverged *Divergence
	if errors.As(err, &diverged) || errors.As(err, &misuse) {
		return err
	}
	a := faulty(ctx, err, true)
	r := rule(*q, questionState{echo: t.seats[q.seat].echoes, discarded: t.seats[q.seat].discarded}, a, nil)
	return t.apply(q, &a, &r)
}

// receive takes what the player gives next. The error comes from the replay.
func (t *Session) receive(ctx, wait context.Context, q *question) (received, error) {
	a, err := t.next(ctx, wait, q)
	if err == nil && len(a.text) <= maxText {
		return a, nil
	}
	if err == nil {
		err = &overlongError{a.text}
	}
	var diverged *Divergence
	if errors.As(err, &diverged) {
		return received{}, err
	}
	return faulty(ctx, err, false), nil
}

// next is the next line of the seat's player, with its stamps.
func (t *Session) next(ctx, wait context.Context, q *question) (received, error) {
	s := &t.seats[q.seat]
	if s.agent != nil {
		return t.receiveByAgent(ctx, wait, q)
	}
	text, first, last, err := s.player.Receive(wait)
	return received{text: text, first: t.clock.since(q, first), last: t.clock.since(q, last)}, err
}

// apply records a ruling and keeps what the seat takes along from it. It returns
// what the game gets as an error.
func (t *Session) apply(q *question, a *received, r *ruling) error {
	s := &t.seats[q.seat]
	s.echoes = r.next.echo
	if a.fault == "" {
		s.lines.Heard(a.text)
	}
	t.markEcho(r.foul)
	s.stalls.Grant(r.granted)
	s.discarded = r.next.discarded
	if r.eventType == record.EventAnswer {
		t.holdAnswer(q, a, r)
		if c := (CreditedAnswer{q.seat, q.Text, r.used, q.Limit, r.compensation}); c.counts() {
			s.credited = append(s.credited, c)
		}
	} else {
		t.rec.Write(q.discardEvent(a, r, t.now()))
	}
	s.lost = s.lost || a.fault == record.FaultNetwork
	switch {
	case a.fault == record.FaultInterrupted:
		return fmt.Errorf("%w: %w", ErrInterrupted, a.err)
	case a.fault == record.FaultNetwork && r.foul == nil:
		return fmt.Errorf("%s: %w", s.name, a.err)
	case a.fault == record.FaultHost:
		return &HostError{say.Format("%s: %s", s.name, say.TextOf(a.err))}
	case r.foul == nil:
		return nil
	case r.eventType == record.EventAnswer:
		t.flush(q.seat)
	}
	if r.failed != "" {
		return &HostError{say.Format(r.failed, s.name, r.foul.Text)}
	}
	return r.foul
}

// discardEvent is the record of an arrival other than an answer.
func (q *question) discardEvent(a *received, r *ruling, now record.Micros) *record.Event {
	e := &record.Event{Type: r.eventType, Seat: q.seat, First: record.MicrosOf(a.first), Last: record.MicrosOf(a.last), Clock: a.clock}
	if a.fault != "" {
		e = &record.Event{
			Type: r.eventType, Seat: q.seat, Kind: a.fault, Detail: a.err.Error(),
			Question: q.Text, Credit: record.MicrosOf(r.compensation), At: now,
			Sent: record.MicrosOf(q.sent), Drained: record.MicrosOf(q.drained),
		}
	}
	e.SetReceived(a.text)
	return e
}

func (q *question) answer(a *received, r *ruling) Answer {
	return Answer{
		Text: a.text, Sent: q.sent, Drained: q.drained, First: a.first, Last: a.last,
		Used: r.used, Compensation: r.compensation,
	}
}

// holdAnswer holds an answer back from the record until the game has judged it: at
// the seat's next line, a note, or its end.
func (t *Session) holdAnswer(q *question, a *received, r *ruling) {
	s := &t.seats[q.seat]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = true
	e := &s.answer
	e.Type, e.Seat, e.Question = record.EventAnswer, q.seat, q.Text
	e.Sent, e.Drained = record.MicrosOf(q.sent), record.MicrosOf(q.drained)
	e.First, e.Last = record.MicrosOf(a.first), record.MicrosOf(a.last)
	e.Used, e.Credit, e.Clock = record.MicrosOf(r.used), record.MicrosOf(r.compensation), a.clock
	e.SetReceived(a.text)
	if !q.handshake() {
		s.used = append(s.used, r.used)
	}
}
