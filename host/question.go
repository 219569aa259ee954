package host

import (
	"strings"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// Question is a question to a seat with all its settings. Session.Ask
// and Session.AskFor are shorter ways to ask the usual ones.
type Question struct {
	// Text is one line, or several with a line feed between them. It is sent in
	// one write, each line with its line end.
	Text string

	// Limit bounds the time of the answer, from the last byte of the question
	// to the last byte of the answer.
	Limit time.Duration

	// Accept reports whether a line is an answer; see Session.AskFor. Nil accepts
	// the first line.
	Accept func(line string) bool

	// Early takes a line that was there before the question as its answer, in no
	// time. Otherwise one is stray: see Session.Ask.
	Early bool

	// Charset holds the characters that an answer may have; nil is ASCII.
	Charset Charset

	// LineEnd ends each line of Text; empty is the player's own. The player must
	// be a LineEnder.
	LineEnd string
}

// question is a Question to a seat with the stamps of sending it: all that a ruling on
// the answer depends on.
type question struct {
	Question
	seat   int
	kind   string // EventTell, EventAsk or EventHear
	strict bool   // an unsolicited line is a foul
	void   bool   // a lost network makes the game void

	sent    time.Duration      // before its first byte was written
	drained time.Duration      // when its last byte had left: the clock starts
	uncut   time.Time          // drained, before it was cut to microseconds
	clock   *record.EventClock // by the clock of the seat's agent; nil without one
}

// handshake reports whether lines may be passed over until the answer.
func (q *question) handshake() bool { return q.Accept != nil }

// lines are the lines of the text.
func (q *question) lines() []string { return strings.Split(q.Text, "\n") }

// acceptable reports whether a line has the characters that the question allows.
func (q *question) acceptable(line string) bool {
	if q.Charset == nil {
		return ASCII(line)
	}
	return q.Charset(line)
}

// event puts the record of a line that was sent, or of a wait that began, into e,
// which held one before.
func (q *question) event(e *record.Event) *record.Event {
	e.Type, e.Seat, e.Text, e.LineEnd = q.kind, q.seat, q.Text, q.LineEnd
	e.Limit, e.Sent, e.Drained = record.MicrosOf(q.Limit), record.MicrosOf(q.sent), record.MicrosOf(q.drained)
	e.Clock = q.clock
	return e
}

// foul is a foul of the seat that was asked.
func (q *question) foul(
	kind Kind, reason string, bytes []byte, used time.Duration, detail say.Text,
) *Foul {
	return &Foul{
		Seat: q.seat, Kind: kind, Reason: reason, Detail: detail.String(), Text: detail,
		Question: q.Text, Bytes: clip(bytes), Used: used, Limit: q.Limit,
	}
}
