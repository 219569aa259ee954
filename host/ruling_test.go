package host

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// given is a question sent at 1 ms and drained at 2 ms, with 100 ms to answer.
func given(change ...func(q *question)) question {
	q := question{
		Question: Question{Text: "go", Limit: 100 * ms},
		kind:     record.EventAsk, sent: ms, drained: 2 * ms,
	}
	for _, c := range change {
		c(&q)
	}
	return q
}

func handshakes(q *question) { q.Accept = func(line string) bool { return line == "ok" } }
func strictly(q *question)   { q.strict = true }
func heard(q *question)      { q.kind, q.Text = record.EventHear, "" }

// came is a line whose last byte came so many milliseconds into the match.
func came(text string, at float64) received {
	last := time.Duration(at * float64(ms))
	return received{text: text, first: last, last: last}
}

func failed(fault, text string) received {
	return received{fault: fault, text: text, err: errors.New("cause")}
}

// stalled is a stall in milliseconds, in which the player used a processor for
// so long and wrote so much.
func stalled(from, to, own int, read int64) stalls.Span {
	return stalls.Span{
		From: time.Duration(from) * ms, To: time.Duration(to) * ms,
		Before: stalls.Usage{CPU: time.Hour, Read: 1000}, After: stalls.Usage{CPU: time.Hour + time.Duration(own)*ms, Read: 1000 + read},
	}
}

// waits is the wait of a program in milliseconds, in which it was held up and used a processor for so long.
func waits(from, to, held, own int) stalls.Span {
	return stalls.Span{
		From: time.Duration(from) * ms, To: time.Duration(to) * ms, After: stalls.Usage{CPU: time.Duration(own) * ms},
		Wait: &stalls.Wait{Held: time.Duration(held) * ms},
	}
}

// TestJudge is the law of one question: what came, what the host missed, and
// what that makes.
func TestJudge(t *testing.T) {
	second := questionState{left: time.Second}
	for _, c := range []struct {
		name   string
		q      question
		s      questionState
		a      received
		stalls []stalls.Span
		as     string
		foul   string // kind/reason, and /host if it is the host's; empty for none
		credit time.Duration
	}{
		{"in time", given(), second, came("ok", 50), nil, record.EventAnswer, "", 0},
		{"exactly in time", given(), second, came("ok", 102), nil, record.EventAnswer, "", 0},
		{"a microsecond late", given(), second, came("ok", 102.001), nil, record.EventAnswer, "late/overdue", 0},
		{"before it was drained", given(), second, came("ok", 1.5), nil, record.EventAnswer, "", 0},
		{"before it was sent", given(), second, came("ok", 0.9), nil, record.EventStray, "", 0},
		{"the same, strictly", given(strictly), second, came("ok", 0.9), nil, record.EventStray, "protocol/stray", 0},
		{"a stray in a strict handshake", given(strictly, handshakes), second, came("ok", 0.9), nil, record.EventStray, "", 0},
		{"there before anybody listened", given(heard), second, came("ok", 0.9), nil, record.EventAnswer, "", 0},
		{"binary", given(), second, came("\xff", 50), nil, record.EventAnswer, "garbled/binary", 0},
		{"unicode", given(func(q *question) { q.Charset = UTF8 }), second, came("ö", 50), nil, record.EventAnswer, "", 0},
		{"binary and late is late", given(), second, came("\xff", 150), nil, record.EventAnswer, "late/overdue", 0},
		{"noise", given(handshakes), second, came("boot", 50), nil, record.EventNoise, "", 0},
		{"late noise", given(handshakes), second, came("boot", 150), nil, record.EventNoise, "protocol/unaccepted", 0},
		{"echo in a handshake", given(handshakes), second, came("go", 50), nil, record.EventEcho, "", 0},
		{"expected echo", given(), questionState{echo: echoFilter{true, []string{"go"}}}, came("go", 150), nil, record.EventEcho, "", 0},

		{"late by a stall", given(), second, came("ok", 150), []stalls.Span{stalled(60, 110, 0, 0)}, record.EventAnswer, "", 48 * ms},
		{"late by a little, after a stall longer than its limit", given(), second, came("ok", 309), []stalls.Span{stalled(60, 260, 0, 0)}, record.EventAnswer, "late/overdue/host", 200 * ms},
		{"late by more than a twentieth of it", given(), second, came("ok", 313), []stalls.Span{stalled(60, 260, 0, 0)}, record.EventAnswer, "late/overdue", 200 * ms},
		{"late by a little, after a stall shorter than its limit", given(), second, came("ok", 200.5), []stalls.Span{stalled(60, 158, 0, 0)}, record.EventAnswer, "late/overdue", 98 * ms},
		{"late by more", given(), second, came("ok", 153), []stalls.Span{stalled(60, 110, 0, 0)}, record.EventAnswer, "late/overdue", 50 * ms},
		{"the player ran in half of it", given(), second, came("ok", 127), []stalls.Span{stalled(60, 110, 25, 0)}, record.EventAnswer, "", 25 * ms},
		{"the player ran all the time", given(), second, came("ok", 109), []stalls.Span{stalled(60, 110, 50, 0)}, record.EventAnswer, "late/overdue", 0},
		{"with eight threads", given(), second, came("ok", 109), []stalls.Span{stalled(60, 110, 400, 0)}, record.EventAnswer, "late/overdue", 0},
		{"the player made the host read", given(), second, came("ok", 109), []stalls.Span{stalled(60, 110, 0, 200_000)}, record.EventAnswer, "late/overdue", 0},
		{"a few bytes cost little", given(), second, came("ok", 150), []stalls.Span{stalled(60, 110, 0, 1000)}, record.EventAnswer, "", 48 * ms},
		{"a program that waited for a processor", given(), second, came("ok", 150), []stalls.Span{waits(2, 150, 60, 80)}, record.EventAnswer, "", 48 * ms},
		{"one that waited less than it was late", given(), second, came("ok", 150), []stalls.Span{waits(2, 150, 40, 80)}, record.EventAnswer, "late/overdue", 40 * ms},
		{"one that waited while it ran", given(), second, came("ok", 150), []stalls.Span{waits(2, 150, 148, 108)}, record.EventAnswer, "late/overdue", 40 * ms},
		{"one that waited for its input", given(), second, came("ok", 150), nil, record.EventAnswer, "late/overdue", 0},
		{"one stall pays for another", given(), second, came("ok", 129), []stalls.Span{stalled(10, 40, 50, 0), stalled(60, 90, 0, 0)}, record.EventAnswer, "late/overdue", 10 * ms},
		{"no more than is left", given(), questionState{left: 20 * ms}, came("ok", 130), []stalls.Span{stalled(60, 110, 0, 0)}, record.EventAnswer, "late/overdue/host", 20 * ms},
		{"credited before", given(), questionState{left: second.left, compensation: 30 * ms}, came("ok", 150), []stalls.Span{stalled(60, 80, 0, 0)}, record.EventAnswer, "", 48 * ms},
		{"credited, though in time", given(), questionState{left: second.left, compensation: 30 * ms}, came("ok", 90), nil, record.EventAnswer, "", 0},

		{"silent", given(), second, failed(record.FaultTimeout, ""), nil, record.EventFault, "silent/no-byte", 0},
		{"silent behind noise", given(handshakes), questionState{refused: discards{}.with("boot")}, failed(record.FaultTimeout, ""), nil, record.EventFault, "protocol/unaccepted", 0},
		{"half a line", given(), second, failed(record.FaultTimeout, "o"), []stalls.Span{stalled(60, 110, 10, 0)}, record.EventFault, "late/unfinished", 40 * ms},
		{"gone", given(), second, failed(record.FaultEOF, ""), nil, record.EventFault, "gone/closed", 0},
		{"gone inside a line", given(), second, failed(record.FaultEOF, "o"), nil, record.EventFault, "gone/half-line", 0},
		{"out of memory", given(), second, failed(record.FaultMemory, ""), nil, record.EventFault, "gone/out-of-memory", 0},
		{"no lines", given(), second, failed(record.FaultGarbled, "xx"), nil, record.EventFault, "garbled/framing", 0},
		{"not sent", given(), second, failed(record.FaultSendError, ""), nil, record.EventFault, "gone/unsent", 0},
		{"not read", given(), second, failed(record.FaultSendTimeout, ""), nil, record.EventFault, "silent/unread", 0},
		{"interrupted", given(), second, failed(record.FaultInterrupted, ""), nil, record.EventFault, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := c.s
			r := rule(c.q, c.s, c.a, c.stalls)
			require.Equal(t, before, c.s)
			require.Equal(t, c.as, r.eventType)
			require.Equal(t, c.credit, r.compensation)
			got := ""
			if r.foul != nil {
				got = string(r.foul.Kind) + "/" + r.foul.Reason
				require.Equal(t, c.q.Text, r.foul.Question)
				if r.failed != "" {
					got += "/host"
				}
			}
			require.Equal(t, c.foul, got)
			require.Equal(t, r.next.compensation-c.s.compensation, r.granted)
			require.Equal(t, c.s.left-r.granted, r.next.left)
			again := rule(c.q, c.s, c.a, c.stalls)
			require.Equal(t, r, again)
		})
	}
}

// Too many lines that nobody asked for are a foul, by number and by size.
func TestJudgeCountsWhatIsPassedOver(t *testing.T) {
	for _, c := range []struct {
		line  string
		bears int
	}{{"x", maxDiscards}, {strings.Repeat("x", 1024), 16}} {
		q, s := given(handshakes), questionState{}
		for n := range c.bears {
			r := rule(q, s, came(c.line, 50), nil)
			require.False(t, r.ends(), "line %d", n+1)
			s = r.next
		}
		r := rule(q, s, came(c.line, 50), nil)
		require.Equal(t, ReasonTooMany, r.foul.Reason)
	}
}

// A board that echoes sends back every line of a question, and no echo is
// awaited behind the answer.
func TestJudgeEchoes(t *testing.T) {
	q := given(handshakes, func(q *question) { q.Text = "a\nb" })
	r := rule(q, questionState{}, came("a", 10), nil)
	require.Equal(t, record.EventEcho, r.eventType)
	require.Equal(t, echoFilter{true, []string{"b"}}, r.next.echo)
	r = rule(q, r.next, came("b", 11), nil)
	require.Equal(t, record.EventEcho, r.eventType)
	r = rule(q, questionState{echo: r.next.echo.sent(&q)}, came("ok", 12), nil)
	require.Equal(t, echoFilter{on: true}, r.next.echo)
}
