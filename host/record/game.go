package record

// Game is one game read from a record.
type Game struct {
	Name   string  // of the record it was read from
	Events []Event // the game event first; without those of type log

	// Complete is true when the last event is the verdict. An incomplete
	// game was cut by the end of its host; what it holds is as good.
	Complete bool
	// Cut is the line number of an event cut short, 0 when none is.
	Cut int
	// Open is true when the file ends in the game's last line, without a line
	// feed.
	Open bool
	// FirstLogs are the first texts of type log of the first seats; "" of one that has none.
	FirstLogs [loggedSeats]string
	// Logs counts the events of type log. They decide nothing and may be many.
	Logs int

	end     string
	endLine int
}

// keep takes an event in.
func (g *Game) keep(e *Event) {
	g.end, g.endLine = e.Type, e.Line
	if e.Type == EventLog {
		if e.Seat >= 0 && e.Seat < loggedSeats && g.FirstLogs[e.Seat] == "" {
			g.FirstLogs[e.Seat] = e.Text
		}
		g.Logs++
		return
	}
	g.Events = append(g.Events, *e)
	g.Complete = e.Type == EventVerdict
}

// loggedSeats bounds the seats of which a game keeps the first text of their logs.
const loggedSeats = 16

// Header returns the game event.
func (g *Game) Header() *Event { return &g.Events[0] }

// Verdict is the verdict event, nil when the game is incomplete.
func (g *Game) Verdict() *Event {
	if !g.Complete {
		return nil
	}
	return g.Last()
}

// Last is the last event that is whole, those of type log aside.
func (g *Game) Last() *Event { return &g.Events[len(g.Events)-1] }

// End is the type and the line of the last event that is whole.
func (g *Game) End() (event string, line int) { return g.end, g.endLine }

// Answers counts the answers that were judged.
func (g *Game) Answers() int {
	n := 0
	for i := range g.Events {
		if g.Events[i].Type == EventAnswer {
			n++
		}
	}
	return n
}
