package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Report is what running a recorded game again gave.
type Report struct {
	Complete bool    // a verdict is recorded, and the game came to the same
	Verdict  Verdict // derived; when incomplete only Times and Ply mean something
	Answers  int     // that were checked
	Last     Micros  // time of the last answer
}

// Verify runs a recorded game again, with the game it was and players that
// say what was said then, and compares all that follows from it: what was
// sent, what became of each line, the times used, the notes, the verdict. The
// first difference is returned as a *Divergence. Words for people may differ.
// Of an incomplete game it checks what is there. It does not wait in real
// time.
func Verify(g *RecordedGame, game Game) (Report, error) {
	opening := g.Opening()
	start := time.Unix(0, 0)
	var derived []Event
	m := &Match{
		Game: game, Name: opening.Game, ID: opening.ID,
		Strict: opening.Strict, Options: opening.Options,
		Credit: opening.Credit.Duration(),
		Watch:  func(e Event) { derived = append(derived, e) },
	}
	players := tapes(g, start)
	for i, player := range players {
		seat := opening.Seats[i]
		m.Seats = append(m.Seats, Seat{Name: seat.Name, Address: seat.Address, Player: player})
	}
	m.replayed = func(seat int, _, _ time.Duration) []span { return players[seat].stalls }
	v, err := m.run(context.Background(), clock{start})
	r := Report{Complete: g.Complete, Verdict: v, Answers: g.Answers()}
	for i := range g.Events {
		if e := &g.Events[i]; e.Type == EventAnswer {
			r.Last = e.Last
		}
	}
	var diverged *Divergence
	if errors.As(err, &diverged) {
		return r, diverged
	}
	if err != nil && len(derived) == 0 {
		return r, fmt.Errorf("%s:%d: %w", g.Name, opening.Line, err)
	}
	return r, compare(g, derived)
}

// compare checks what was recorded against what was derived, seat by seat:
// seats that were asked at once have no order between them.
func compare(g *RecordedGame, derived []Event) error {
	for seat := range g.Opening().Seats {
		match := func(e *Event) bool { return onWire(e) && e.Seat == seat }
		recorded := pick(g.Events, match)
		if !g.Complete {
			recorded = withoutLastStalls(recorded)
		}
		if err := compareLists(g, recorded, pick(derived, match)); err != nil {
			return err
		}
	}
	note := func(e *Event) bool { return e.Type == EventNote }
	recorded, again := sorted(pick(g.Events, note)), sorted(pick(derived, note))
	if !g.Complete {
		again = without(recorded, again)
	}
	if err := compareLists(g, recorded, again); err != nil {
		return err
	}
	if !g.Complete {
		return nil
	}
	verdict := func(e *Event) bool { return e.Type == EventVerdict }
	return compareLists(g, pick(g.Events, verdict), pick(derived, verdict))
}

func pick(events []Event, match func(*Event) bool) []*Event {
	var picked []*Event
	for i := range events {
		if match(&events[i]) {
			picked = append(picked, &events[i])
		}
	}
	return picked
}

// sorted puts notes into an order that does not depend on which goroutine
// was quicker.
func sorted(notes []*Event) []*Event {
	slices.SortStableFunc(notes, compareNotes)
	return notes
}

func compareNotes(a, b *Event) int {
	return strings.Compare(a.Name+string(a.Data), b.Name+string(b.Data))
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

// withoutLastStalls leaves out the stalls behind which a cut record has no
// answer that they could count for.
func withoutLastStalls(recorded []*Event) []*Event {
	for n := len(recorded); n > 0 && recorded[n-1].Type == EventStall; n-- {
		recorded = recorded[:n-1]
	}
	return recorded
}

// compareLists compares event by event. An incomplete record may hold less
// than the game gives, never more.
func compareLists(g *RecordedGame, recorded, derived []*Event) error {
	for i, e := range recorded {
		if i >= len(derived) {
			return &Divergence{g.Name, e.Line, e.Type, "it", "nothing"}
		}
		if err := compareEvents(g, e, derived[i]); err != nil {
			return err
		}
	}
	if extra := len(derived) - len(recorded); extra > 0 && g.Complete {
		e := derived[len(recorded)]
		return &Divergence{g.Name, g.Last().Line, e.Type, "no more of them",
			fmt.Sprintf("%d more", extra)}
	}
	return nil
}

// fact is one thing an event says that must come out again.
type fact struct {
	what  string
	value any
}

// facts lists what of an event is derived. Not among them: when it was
// written, when it was judged, and words for people.
func facts(e *Event) []fact {
	all := []fact{
		{"type", e.Type}, {"seat", e.Seat}, {"line", e.Received()},
		{"question", e.Question}, {"limit", e.Limit}, {"sent", e.Sent},
		{"drained", e.Drained}, {"first", e.First}, {"last", e.Last},
		{"used", e.Used}, {"credit", e.Credit}, {"fault", e.Kind},
		{"from", e.From}, {"to", e.To}, {"waited", e.Waited},
		{"note", e.Name}, {"data", string(e.Data)},
	}
	if e.Type == EventVerdict {
		all = append(all, verdictFacts(e)...)
	}
	return all
}

func verdictFacts(e *Event) []fact {
	winner := "nobody"
	if e.Winner != nil {
		winner = *e.Winner
	}
	all := []fact{
		{"winner", winner}, {"reason", e.Reason}, {"ply", e.Ply},
		{"void", e.Void}, {"foul", e.Foul != nil},
		{"answer times", fmt.Sprint(e.Times)},
	}
	if f := e.Foul; f != nil {
		all = append(all, []fact{
			{"foul's seat", f.Seat}, {"foul's kind", f.Kind},
			{"foul's reason", f.Reason}, {"foul's question", f.Question},
			{"foul's bytes", f.Text + f.Hex}, {"foul's time", f.Used},
			{"foul's limit", f.Limit},
		}...)
	}
	return all
}

func compareEvents(g *RecordedGame, recorded, derived *Event) error {
	want, got := facts(recorded), facts(derived)
	for i := range min(len(want), len(got)) {
		if want[i].value != got[i].value {
			return &Divergence{
				g.Name, recorded.Line, recorded.Type + "'s " + want[i].what,
				fmt.Sprintf("%.60v", want[i].value),
				fmt.Sprintf("%.60v", got[i].value),
			}
		}
	}
	return nil
}
