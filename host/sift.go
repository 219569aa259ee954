package host

import "fmt"

// How much may be passed over while one question waits for its answer: more
// than a board's banner, less than what would fill a disk.
const (
	maxPassed      = 256
	maxPassedBytes = 16 << 10
)

// maxEchoes is how many of our lines are remembered for a seat that echoes.
const maxEchoes = 16

// tally counts lines that were passed over.
type tally struct {
	lines, bytes int
	seen         []byte // the first of them, as evidence
}

// add counts a line and reports whether there are too many now.
func (n *tally) add(line string) (tooMany bool) {
	n.lines++
	n.bytes += len(line)
	if len(n.seen) < evidence {
		n.seen = append(append(n.seen, line[:min(len(line), evidence)]...), '\n')
	}
	return n.lines > maxPassed || n.bytes > maxPassedBytes
}

// sift decides what a line is: echo, stray, noise, foul, or the answer. The
// order matters. An echo is ours, so it is never the player's fault. A line
// from before the question is no answer even if it looks like one. A late
// line has lost whatever it says.
func (t *Table) sift(q *query, a *Answer) (found bool, err error) {
	c := &t.chairs[q.seat]
	handshake := q.accept != nil
	switch {
	case c.takeEcho(a.Text):
		t.passOver(EventEcho, q, a)
		return false, nil
	case stray(q.sent, a.Last):
		return false, t.stray(q, a, t.strict && !handshake)
	case handshake && !c.echoes && a.Text == q.text:
		c.echoes = true
		t.passOver(EventEcho, q, a)
		return false, nil
	case handshake && !(plain(a.Text) && q.accept(a.Text)):
		return false, t.refuse(q, a)
	case t.late(q, a):
		t.answer(q, a)
		return false, t.settled(q.foul(Late, ReasonOverdue, []byte(a.Text), a.Used,
			fmt.Sprintf("took %v of %v%s", a.Used, q.limit, q.credited())))
	case !plain(a.Text):
		t.answer(q, a)
		return false, t.settled(q.foul(Garbled, ReasonBinary, []byte(a.Text), a.Used,
			fmt.Sprintf("answered bytes that are not text: %.40q", a.Text)))
	}
	return true, nil
}

// settled writes the answer that the host itself has judged.
func (t *Table) settled(f *Foul) error {
	t.settle(f.Seat)
	return f
}

// stray records a line from before the question.
func (t *Table) stray(q *query, a *Answer, strict bool) error {
	t.passOver(EventStray, q, a)
	if strict {
		return q.foul(Protocol, ReasonStray, []byte(a.Text), 0,
			fmt.Sprintf("sent %.40q unasked", a.Text))
	}
	return q.tooMany(&q.strays, a.Text)
}

// refuse records a line that is no answer. When it came after the limit no
// later one can be in time.
func (t *Table) refuse(q *query, a *Answer) error {
	overdue := t.late(q, a)
	t.passOver(EventNoise, q, a)
	if err := q.tooMany(&q.refused, a.Text); err != nil {
		return err
	}
	if overdue {
		return q.unaccepted()
	}
	return nil
}

func (q *query) tooMany(n *tally, line string) error {
	if !n.add(line) {
		return nil
	}
	return q.foul(Garbled, ReasonTooMany, n.seen, 0,
		fmt.Sprintf("sent %d lines, %d bytes, that nobody asked for", n.lines, n.bytes))
}

// unaccepted is the foul of lines that came while none was an answer.
func (q *query) unaccepted() *Foul {
	return q.foul(Protocol, ReasonUnaccepted, q.refused.seen, q.limit,
		fmt.Sprintf("sent %d lines in %v, none an answer to %q",
			q.refused.lines, q.limit, q.text))
}

// passOver records a line that is not the answer.
func (t *Table) passOver(kind string, q *query, a *Answer) {
	e := &Event{
		Type: kind, Seat: q.seat, First: micros(a.First), Last: micros(a.Last),
	}
	e.setReceived(a.Text)
	t.rec.write(e)
}

// expectEcho remembers a line that a seat known to echo will send back.
func (c *chair) expectEcho(text string) {
	if c.echoes && len(c.expected) < maxEchoes {
		c.expected = append(c.expected, text)
	}
}

// takeEcho reports whether a line is an echo still to come. Echoes come in
// order: those before it were lost on the way.
func (c *chair) takeEcho(line string) bool {
	for i, text := range c.expected {
		if text == line {
			c.expected = append(c.expected[:0], c.expected[i+1:]...)
			return true
		}
	}
	return false
}
