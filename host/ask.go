package host

import (
	"context"
	"fmt"
	"time"
)

// query is one line on its way to a seat and, when a question, what came of
// it so far.
type query struct {
	seat    int
	text    string
	tell    bool // no answer is due
	limit   time.Duration
	accept  func(string) bool // nil: the first line is the answer
	sent    time.Duration
	drained time.Duration
	wait    time.Time // until when an answer is waited for, unless credited

	// What of the host's own standing still is not charged: see credit.go.
	credit  time.Duration
	charged time.Duration // the stalls up to here are in credit

	// What was passed over since the question: see sift.go.
	strays, refused tally
}

// Ask sends a question to a seat, runs its clock, and returns the next line
// as the answer, whatever it says. A line that was there before the question
// is recorded as stray and passed over, or a foul when the match is strict.
func (t *Table) Ask(
	ctx context.Context, seat int, text string, limit time.Duration,
) (Answer, error) {
	return t.ask(ctx, &query{seat: seat, text: text, limit: limit})
}

// AskFor is Ask that passes over every line accept refuses, until the limit:
// banners at a reset, answers to an older question. They are recorded as
// noise; more than 256 of them or 16 KiB are a foul. A line equal to the
// question is its echo: this seat's echoes are passed over from then on.
// Accept sees printable ASCII only and must always judge a line the same way.
func (t *Table) AskFor(
	ctx context.Context, seat int, text string, limit time.Duration,
	accept func(line string) bool,
) (Answer, error) {
	return t.ask(ctx, &query{seat: seat, text: text, limit: limit, accept: accept})
}

func (t *Table) ask(ctx context.Context, q *query) (Answer, error) {
	q.limit = q.limit.Truncate(time.Microsecond)
	if err := t.send(ctx, q); err != nil {
		return Answer{}, err
	}
	wait, cancel := t.patient(ctx, q, t.clock.start.Add(q.drained), q.wait)
	defer cancel()
	for {
		line, err := t.receive(ctx, wait, q)
		if err != nil {
			return Answer{}, err
		}
		found, err := t.sift(q, &line)
		if err != nil {
			return Answer{}, err
		}
		if found {
			return t.answer(q, &line), nil
		}
	}
}

// send puts a line on the wire. Whatever was answered before it is judged.
func (t *Table) send(ctx context.Context, q *query) error {
	if q.seat < 0 || q.seat >= len(t.chairs) {
		return fmt.Errorf("seat %d does not exist, there are %d", q.seat, len(t.chairs))
	}
	if err := sendable(q.text); err != nil {
		return err
	}
	t.settleAll()
	if err := t.rec.failed(); err != nil {
		return err
	}
	bound := tellLimit
	if !q.tell {
		bound = q.limit + grace
	}
	c := &t.chairs[q.seat]
	start := time.Now()
	limited, cancel := t.patient(ctx, q, start, start.Add(bound))
	sent, drained, err := c.player.Send(limited, q.text)
	cancel()
	if err != nil {
		return t.fault(ctx, q, err, true)
	}
	c.expectEcho(q.text)
	q.sent, q.drained = t.clock.at(sent), t.clock.at(drained)
	q.wait = drained.Add(q.limit + grace)
	t.rec.write(q.event())
	return nil
}

// event is the record of a line that was sent.
func (q *query) event() *Event {
	e := &Event{
		Type: EventAsk, Seat: q.seat, Text: q.text, Limit: micros(q.limit),
		Sent: micros(q.sent), Drained: micros(q.drained),
	}
	if q.tell {
		e.Type = EventTell
	}
	return e
}

// receive takes one line from the player.
func (t *Table) receive(ctx, wait context.Context, q *query) (Answer, error) {
	text, first, last, err := t.chairs[q.seat].player.Receive(wait)
	if err == nil && len(text) > maxText {
		err = &overlong{text}
	}
	if err != nil {
		return Answer{}, t.fault(ctx, q, err, false)
	}
	a := Answer{
		Text: text, Sent: q.sent, Drained: q.drained,
		First: t.clock.at(first), Last: t.clock.at(last),
	}
	a.Used = used(a.Drained, a.Last)
	return a, nil
}

// answer hands a line to the game. It is recorded once the game has judged
// it: at its next line or note, or its end.
func (t *Table) answer(q *query, a *Answer) Answer {
	c := &t.chairs[q.seat]
	c.expected = c.expected[:0]
	e := &Event{
		Type: EventAnswer, Seat: q.seat, Question: q.text,
		Sent: micros(a.Sent), Drained: micros(a.Drained),
		First: micros(a.First), Last: micros(a.Last), Used: micros(a.Used),
		Credit: micros(a.Credit),
	}
	e.setReceived(a.Text)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = e
	if q.accept == nil {
		c.used = append(c.used, a.Used)
	}
	return *a
}
