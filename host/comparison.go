package host

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// comparison compares what is recorded of a game with what running it again
// gives, event by event as they come, so that it holds little beside the
// record. Of each seat they come in their order; seats that were asked at once
// have none between them, nor have their notes.
type comparison struct {
	game   *RecordedGame
	wires  [][]*Event // recorded, still to be derived; of each seat
	notes  []*Event   // the same of notes
	events int        // derived

	// Notes that did not come in the recorded order.
	recordedNotes, derivedNotes []*Event

	verdict *Event // derived
	found   error  // the first difference
}

func newComparison(g *RecordedGame, tapes []*tape) *comparison {
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
func withoutLastStalls(recorded []*Event) []*Event {
	for n := len(recorded); n > 0 && recorded[n-1].Type == EventStall; n-- {
		recorded = recorded[:n-1]
	}
	return recorded
}

// derived takes the next event of the game that is run again.
func (c *comparison) derived(e Event) {
	c.events++
	switch {
	case c.found != nil:
	case isNote(&e):
		c.note(&e)
	case e.Type == EventVerdict:
		c.verdict = &e
	case onWire(&e):
		c.wire(&e)
	}
}

// wire compares an event of a seat's wire.
func (c *comparison) wire(e *Event) {
	recorded := c.wires[e.Seat]
	if len(recorded) == 0 {
		c.more(e)
		return
	}
	c.wires[e.Seat] = recorded[1:]
	c.found = c.differ(recorded[0], e)
}

// more is told of an event that is not recorded. An incomplete record may hold
// less than the game gives, never more.
func (c *comparison) more(e *Event) {
	if c.game.Complete {
		_, line := c.game.End()
		c.found = &Divergence{c.game.Name, line, e.Type, "no more of them", "one more"}
	}
}

// isNote reports whether an event is what the game says of itself.
func isNote(e *Event) bool { return e.Type == EventNote || e.Type == EventFouled }

// note compares a note. One that is another than is recorded next waits for
// the end: the seats' goroutines write in any order.
func (c *comparison) note(e *Event) {
	var recorded *Event
	if len(c.notes) > 0 {
		recorded, c.notes = c.notes[0], c.notes[1:]
	}
	if recorded != nil && compareNotes(recorded, e) == 0 {
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
func (c *comparison) nothing(recorded *Event) error {
	return &Divergence{c.game.Name, recorded.Line, recorded.Type, "it", "nothing"}
}

// finishNotes compares the notes that did not come in order, in one that does
// not depend on which goroutine was quicker.
func (c *comparison) finishNotes() {
	recorded, derived := append(c.recordedNotes, c.notes...), c.derivedNotes
	for _, notes := range [][]*Event{recorded, derived} {
		slices.SortStableFunc(notes, compareNotes)
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

func compareNotes(a, b *Event) int { return strings.Compare(noteKey(a), noteKey(b)) }

// noteKey is what a note says, without words for people.
func noteKey(e *Event) string {
	if e.Foul == nil {
		return e.Name + string(e.Data)
	}
	f := *e.Foul
	f.Detail = ""
	return string(appendObject(nil, &f, foulFields, RecordVersion))
}

// without leaves out of the derived notes those that an incomplete record had
// no time for. Both lists are sorted; a recorded note that is not derived
// still meets a different one, or none.
func without(recorded, derived []*Event) (kept []*Event) {
	for _, d := range derived {
		if len(kept) == len(recorded) {
			break
		}
		if compareNotes(d, recorded[len(kept)]) >= 0 {
			kept = append(kept, d)
		}
	}
	return kept
}

// differ is the first difference between two events in what follows from the
// rest of the record. When they were written, when they were judged, and words
// for people do not.
func (c *comparison) differ(recorded, derived *Event) error {
	what, was, is := "type", []byte(recorded.Type), []byte(derived.Type)
	if recorded.Type == derived.Type {
		what, was, is = differ(recorded, derived, formats[recorded.Type])
	}
	if what == "" {
		return nil
	}
	return &Divergence{
		c.game.Name, recorded.Line, recorded.Type + "'s " + what,
		fmt.Sprintf("%.60s", was), fmt.Sprintf("%.60s", is),
	}
}

// differ finds the first derived field that two values of T have different, and
// what it is in both. What is empty when there is none.
func differ[T any](a, b *T, fields []field[T]) (what string, was, is []byte) {
	for i := range fields {
		f := &fields[i]
		if f.derived == "" {
			continue
		}
		if inner, ok := f.value.(interface {
			Differ(a, b *T) (what string, was, is []byte, both bool)
		}); ok {
			if what, was, is, both := inner.Differ(a, b); both && what == "" {
				continue
			} else if both {
				return f.derived + "'s " + what, was, is
			}
		}
		was, is = f.value.Append(was[:0], a, RecordVersion), f.value.Append(is[:0], b, RecordVersion)
		if !bytes.Equal(was, is) {
			return f.derived, was, is
		}
	}
	return "", nil, nil
}

// Differ compares two objects field by field; both is false unless both are
// there.
func (o objectOf[T, E]) Differ(a, b *T) (what string, was, is []byte, both bool) {
	x, y := *o.at(a), *o.at(b)
	if x == nil || y == nil {
		return "", nil, nil, false
	}
	what, was, is = differ(x, y, o.fields)
	return what, was, is, true
}
