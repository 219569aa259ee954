package host

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/host/record"
)

// comparison compares what is recorded of a game with what running it again
// gives, event by event as they come, so that it holds little beside the
// record. Of each seat they come in their order; seats that were asked at once
// have none between them, nor have their notes.
type comparison struct {
	game   *record.Game
	wires  [][]*record.Event // recorded, still to be derived; of each seat
	notes  []*record.Event   // the same of notes
	events int               // derived

	// Notes that did not come in the recorded order.
	recordedNotes, derivedNotes []*record.Event

	verdict *record.Event // derived
	found   error         // the first difference
}

func newComparison(g *record.Game, tapes []*replayPlayer) *comparison {
	c := &comparison{game: g}
	for _, t := range tapes {
		recorded := t.events
		if !g.Complete {
			recorded = withoutLastStalls(recorded)
		}
		c.wires = append(c.wires, recorded)
	}
	for i := range g.Events {
		if e := &g.Events[i]; isNote(e) {
			c.notes = append(c.notes, e)
		}
	}
	return c
}

// withoutLastStalls leaves out the stalls behind which a cut record has no
// answer that they could count for.
func withoutLastStalls(recorded []*record.Event) []*record.Event {
	for n := len(recorded); n > 0 && (recorded[n-1].Type == record.EventStall || recorded[n-1].Type == record.EventWait); n-- {
		recorded = recorded[:n-1]
	}
	return recorded
}

// derived takes the next event of the game that is run again.
func (c *comparison) derived(e record.Event) {
	c.events++
	switch {
	case c.found != nil:
	case isNote(&e):
		c.note(&e)
	case e.Type == record.EventVerdict:
		c.verdict = &e
	case onWire(&e):
		c.wire(&e)
	}
}

// wire compares an event of a seat's wire.
func (c *comparison) wire(e *record.Event) {
	recorded := c.wires[e.Seat]
	if len(recorded) == 0 {
		c.more(e)
		return
	}
	c.wires[e.Seat] = recorded[1:]
	c.found = c.differ(recorded[0], e)
}

// more gets an event that is not recorded. An incomplete record may hold
// less than the game gives, never more.
func (c *comparison) more(e *record.Event) {
	if c.game.Complete {
		_, line := c.game.End()
		c.found = &Divergence{c.game.Name, line, e.Type, "no more of them", "one more"}
	}
}

// isNote reports whether an event is what the game says of itself.
func isNote(e *record.Event) bool { return e.Type == record.EventNote || e.Type == record.EventFouled }

// note compares a note. One that is another than is recorded next waits for
// the end: the seats' goroutines write in any order.
func (c *comparison) note(e *record.Event) {
	var recorded *record.Event
	if len(c.notes) > 0 {
		recorded, c.notes = c.notes[0], c.notes[1:]
	}
	if recorded != nil && record.CompareNotes(recorded, e) == 0 {
		return
	}
	if recorded != nil {
		c.recordedNotes = append(c.recordedNotes, recorded)
	}
	c.derivedNotes = append(c.derivedNotes, e)
}

// finish compares what is left when the game has ended.
func (c *comparison) finish() error {
	for _, recorded := range c.wires {
		if c.found == nil && len(recorded) > 0 {
			c.found = c.nothing(recorded[0])
		}
	}
	if c.found == nil {
		c.finishNotes()
	}
	if verdict := c.game.Verdict(); c.found == nil && verdict != nil {
		c.found = c.differ(verdict, c.verdict)
	}
	return c.found
}

// nothing is the difference when the game does not give what is recorded.
func (c *comparison) nothing(recorded *record.Event) error {
	return &Divergence{c.game.Name, recorded.Line, recorded.Type, "it", "nothing"}
}

// finishNotes compares the notes that did not come in order, in one that does
// not depend on which goroutine was quicker.
func (c *comparison) finishNotes() {
	recorded, derived := append(c.recordedNotes, c.notes...), c.derivedNotes
	for _, notes := range [][]*record.Event{recorded, derived} {
		slices.SortStableFunc(notes, record.CompareNotes)
	}
	if !c.game.Complete {
		derived = without(recorded, derived)
	}
	for i, e := range recorded {
		switch {
		case c.found != nil:
		case i >= len(derived):
			c.found = c.nothing(e)
		default:
			c.found = c.differ(e, derived[i])
		}
	}
	if c.found == nil && len(derived) > len(recorded) {
		c.more(derived[len(recorded)])
	}
}

// without leaves out of the derived notes those that an incomplete record had
// no time for. Both lists are sorted; a recorded note that is not derived
// still meets a different one, or none.
func without(recorded, derived []*record.Event) (kept []*record.Event) {
	for _, d := range derived {
		if len(kept) == len(recorded) {
			break
		}
		if record.CompareNotes(d, recorded[len(kept)]) >= 0 {
			kept = append(kept, d)
		}
	}
	return kept
}

// differ is the first difference between two events.
func (c *comparison) differ(recorded, derived *record.Event) error {
	what, was, is := record.Diff(recorded, derived)
	if what == "" {
		return nil
	}
	return &Divergence{
		c.game.Name, recorded.Line, recorded.Type + "'s " + what,
		fmt.Sprintf("%.60s", was), fmt.Sprintf("%.60s", is),
	}
}
