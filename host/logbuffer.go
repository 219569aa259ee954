package host

import "github.com/loopline/loopline/host/record"

import "sync"

// Limits of the diagnostic text of players in one game.
const (
	maxLogLines = 10_000
	maxLogText  = 4096 // bytes of one line; the rest is cut
	maxLogHeld  = 1000 // lines that come before the game starts
)

// logBuffer takes the diagnostic text of players: held until the game starts, recorded
// while it runs, dropped after its verdict.
type logBuffer struct {
	mu      sync.Mutex
	session *Session
	held    []logLine
	lines   int
	over    bool
}

type logLine struct {
	seat int
	text string
}

// Log puts a line of a player's diagnostic text, such as its standard error, into the
// record. It decides nothing. It may be called from any
// goroutine, before, during and after Run; what comes after the verdict, and
// more than ten thousand lines, are dropped.
func (m *Game) Log(seat int, text string) {
	m.logs.add(newLogLine(seat, text))
}

func newLogLine(seat int, text string) logLine {
	return logLine{seat, text[:min(len(text), maxLogText)]}
}

func (l *logBuffer) add(line logLine) {
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

func (l *logBuffer) put(line logLine) {
	switch {
	case l.session == nil && len(l.held) < maxLogHeld:
		l.held = append(l.held, line)
	case l.session != nil && line.seat < l.session.Seats():
		l.session.record(line)
	}
}

func (t *Session) record(line logLine) {
	e := &record.Event{Type: record.EventLog, Seat: line.seat, At: t.now()}
	e.SetReceived(line.text)
	t.rec.Write(e)
}

// open writes what was held; from now on lines are recorded at once.
func (l *logBuffer) open(t *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session = t
	for _, line := range l.held {
		l.put(line)
	}
	l.held = nil
}

// close drops whatever comes later: the verdict is the last event.
func (l *logBuffer) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}
