package bots

import (
	"context"
	"encoding/json"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
)

// Follower is a chooser that can follow what another plays in its seat.
type Follower interface {
	referee.Strategy
	// SetMove tells that another method was played than the last that was
	// chosen. Its response comes with Seen.
	SetMove(m chaser.Method)
}

// NewSuggester returns a suggester that plays as the bot of a spec does, one in
// each seat; see New. It knows what the seat's player has been told, no more.
func NewSuggester(spec string) (compare.Suggester, error) {
	var a suggester
	for seat := range a.choosers {
		chooser, err := New(spec)
		if err != nil {
			return nil, err
		}
		a.choosers[seat] = chooser
	}
	return &a, nil
}

// suggester follows a match with two bots.
type suggester struct{ choosers [2]referee.Strategy }

// Take implements compare.Suggester.
func (a *suggester) Take(_ context.Context, e *record.Event) ([]compare.Move, error) {
	var note referee.Method
	if e.Type != record.EventNote || e.Name != referee.NoteMethod || json.Unmarshal(e.Data, &note) != nil || note.Seat>>1 != 0 {
		return nil, nil
	}
	played, err := chaser.ParseMethod(note.Method)
	if err != nil {
		return nil, nil // passed over, as the View does
	}
	_, around, err := referee.ParseAnswer(note.Ready)
	if err != nil {
		return nil, nil
	}
	chooser := a.choosers[note.Seat]
	chosen := chooser.Method(around)
	if f, ok := chooser.(Follower); ok && chosen != played {
		f.SetMove(played)
	}
	if _, seen, err := referee.ParseAnswer(note.Answer); err == nil {
		chooser.Seen(seen)
	}
	return []compare.Move{{Seat: note.Seat, Move: note.Method, Bot: chosen.String(), Same: chosen == played}}, nil
}

// SetMove implements Follower.
func (b *greedy) SetMove(m chaser.Method) {
	if m.Action == chaser.Walk {
		b.last = m.Direction
	}
}
