package host

import "github.com/loopline/loopline/host/record"

import "sync"

// Limits of what players may say beside the wire in one match.
const (
	maxLogLines = 10_000
	maxLogText  = 4096 // bytes of one line; the rest is cut
	maxLogHeld  = 1000 // lines that come before the match starts
)

// logbook takes what players say beside the wire: held until the match
// starts, recorded while it runs, dropped after its verdict.
type logbook struct {
	mu    sync.Mutex
	table *Table
	held  []logLine
	lines int
	over  bool
}

type logLine struct {
	seat int
	text string
}

// Log puts a line that a player said beside the wire, such as its standard
// error, into the record. It decides nothing. It may be called from any
// goroutine, before, during and after Run; what comes after the verdict, and
// more than ten thousand lines, are dropped.
func (m *Game) Log(seat int, text string) {
	m.logs.add(newLogLine(seat, text))
}

func newLogLine(seat int, text string) logLine {
	return logLine{seat, text[:min(len(text), maxLogText)]}
}

func (l *logbook) add(line logLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines++
	switch {
	case l.over || l.lines > maxLogLines+1 || line.seat < 0:
	case l.lines == maxLogLines+1:
		l.put(logLine{line.seat, "too many lines, the rest is dropped"})
	default:
		l.put(line)
	}
}

func (l *logbook) put(line logLine) {
	switch {
	case l.table == nil && len(l.held) < maxLogHeld:
		l.held = append(l.held, line)
	case l.table != nil && line.seat < l.table.Seats():
		l.table.record(line)
	}
}

func (t *Table) record(line logLine) {
	e := &record.Event{Type: record.EventLog, Seat: line.seat, At: t.now()}
	e.SetReceived(line.text)
	t.rec.Write(e)
}

// open writes what was held; from now on lines are recorded at once.
func (l *logbook) open(t *Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.table = t
	for _, line := range l.held {
		l.put(line)
	}
	l.held = nil
}

// close drops whatever comes later: the verdict is the last event.
func (l *logbook) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}
