package host

import "github.com/loopline/loopline/host/record"

import "slices"

// How much may be passed over while one question waits for its answer: more
// than a board's banner, less than what would fill a disk.
const (
	maxDiscards     = 256
	maxDiscardBytes = 16 << 10
)

// maxDiscardsSeat limits the discarded lines of one seat in a game, so that a record stays
// below the number of events that a reader accepts: games end within tens of thousands of
// questions.
const maxDiscardsSeat = 8192

// discards counts lines that were passed over.
type discards struct {
	lines, bytes int
	seen         []byte // the first of them, as evidence
}

// with is the tally with one line more.
func (n discards) with(line string) discards {
	n.lines++
	n.bytes += len(line)
	if len(n.seen) < evidence {
		n.seen = append(slices.Clip(n.seen), line[:min(len(line), evidence)]...)
		n.seen = append(n.seen, '\n')
	}
	return n
}

// maxEchoes limits how many of our lines are remembered for a seat that echoes.
const maxEchoes = 16

type echoFilter struct {
	on       bool     // it does, seen in its handshake
	expected []string // lines whose echo is still to come
}

// sent remembers the lines that a seat known to echo will send back.
func (e echoFilter) sent(q *question) echoFilter {
	if !e.on {
		return e
	}
	lines := q.lines()
	room := max(0, maxEchoes-len(e.expected))
	e.expected = append(slices.Clip(e.expected), lines[:min(room, len(lines))]...)
	return e
}

// expects reports whether a line is an echo still to come.
func (e echoFilter) expects(line string) bool { return slices.Contains(e.expected, line) }

// reveals reports whether a line shows that the seat echoes: in a handshake it
// sends the question back.
func (e echoFilter) reveals(line string, q *question) bool {
	return q.handshake() && !e.on && q.kind == record.EventAsk && line == q.lines()[0]
}

// afterEcho is the state behind an echo. Echoes come in order: those before it were
// lost on the way.
func (e echoFilter) afterEcho(line string, q *question) echoFilter {
	if i := slices.Index(e.expected, line); i >= 0 {
		e.expected = slices.Clone(e.expected[i+1:])
		return e
	}
	return echoFilter{on: true, expected: q.lines()[1:]}
}

// afterAnswer is the state after an answer: no echo comes after it.
func (e echoFilter) afterAnswer() echoFilter { return echoFilter{on: e.on} }
