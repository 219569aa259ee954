package host

// RecordedGame is what a record holds of one game.
type RecordedGame struct {
	Name   string  // of the record it was read from
	Events []Event // the game event first

	// Complete is true when the last event is the verdict. An incomplete
	// game was cut by the end of its host; what it holds is as good.
	Complete bool
	// Cut is the line number of an event cut short, 0 when none is.
	Cut int
}

// Opening is the game event.
func (g *RecordedGame) Opening() *Event { return &g.Events[0] }

// Verdict is the verdict event, nil when the game is incomplete.
func (g *RecordedGame) Verdict() *Event {
	if !g.Complete {
		return nil
	}
	return g.Last()
}

// Last is the last event that is whole.
func (g *RecordedGame) Last() *Event { return &g.Events[len(g.Events)-1] }

// Answers counts the answers that were judged.
func (g *RecordedGame) Answers() int {
	n := 0
	for i := range g.Events {
		if g.Events[i].Type == EventAnswer {
			n++
		}
	}
	return n
}
