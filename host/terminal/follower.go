package terminal

import (
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
)

// follower knows a game from the events of its record: its moves from the
// game's view, the clocks from the questions and answers.
type follower struct {
	view  View
	lines []string        // of the last moves, at most lastMoves
	used  []time.Duration // for the last answer of each seat
	since []time.Time     // when we heard that a seat's clock runs; zero when it does not
}

// lastMoves sets how many moves are listed.
const lastMoves = 6

func newFollower(view View, seats int) *follower {
	return &follower{view: view, used: make([]time.Duration, seats), since: make([]time.Time, seats)}
}

// observe takes in an event and returns the line of the move that it made known.
func (f *follower) observe(e record.Event) (line string, ok bool) {
	if e.Seat >= 0 && e.Seat < len(f.used) {
		switch e.Type {
		case record.EventAsk, record.EventHear:
			f.since[e.Seat] = time.Now()
		case record.EventAnswer, record.EventFault:
			f.since[e.Seat] = time.Time{}
			f.used[e.Seat] = e.Used.Duration()
		}
	}
	m, ok := f.view.Observe(e)
	if !ok {
		return "", false
	}
	line = m.Words.String()
	if m.Seat >= 0 && m.Seat < len(f.used) {
		line += " " + humanize.Duration(f.used[m.Seat])
	}
	if !m.Remark.IsZero() {
		line += " " + m.Remark.String()
	}
	f.lines = append(f.lines, line)
	f.lines = f.lines[max(0, len(f.lines)-lastMoves):]
	return line, true
}

// remark is a line about an event that is not as it should be, empty for all
// others. Ply is the number of the one that is being waited for.
func remark(seats []host.Seat, e record.Event, ply int) string {
	switch e.Type {
	case record.EventAnswer, record.EventFault:
		if e.Credit == 0 {
			break
		}
		return fmt.Sprintf("host stalled at ply %d: %s credited to %s",
			ply, humanize.Duration(e.Credit.Duration()), seats[e.Seat].Name)
	case record.EventStray:
		return fmt.Sprintf("%s said unasked: %q", seats[e.Seat].Name, e.Received())
	case record.EventNoise:
		return fmt.Sprintf("%s said before its first answer: %q", seats[e.Seat].Name, e.Received())
	case record.EventEcho:
		return fmt.Sprintf("%s echoes: %q", seats[e.Seat].Name, e.Received())
	}
	return ""
}
