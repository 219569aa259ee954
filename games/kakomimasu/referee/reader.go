package referee

import (
	"encoding/json"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host/record"
)

// EventReader follows a match by its events. The zero Reader is before one.
type EventReader struct {
	// Position is the position before the turn that Take returned last; nil before
	// a match, and in one whose board cannot be read.
	Position *kakomimasu.Position

	next *Turn // to be played on it
}

// Take takes in the next event. It returns the turn that the event tells of, and
// nil if it tells of none, or of one that is not the next.
func (r *EventReader) Take(e *record.Event) *Turn {
	if e.Type == record.EventGame {
		*r = EventReader{Position: beginning(e)}
	}
	if e.Type != record.EventNote || r.Position == nil {
		return nil
	}
	if r.next != nil {
		r.Position.Turn(r.next.Actions())
		r.next = nil
	}
	switch e.Name {
	case NoteStart:
		var s Start
		if json.Unmarshal(e.Data, &s) == nil && r.Position.Turns() == 0 {
			s.apply(r.Position)
		}
	case NoteTurn:
		var t Turn
		if json.Unmarshal(e.Data, &t) == nil && t.Turn == r.Position.Turns()+1 && !r.Position.Over() {
			r.next = &t
		}
	}
	return r.next
}

// beginning is the empty board that a match's opening tells of, or nil.
func beginning(opening *record.Event) *kakomimasu.Position {
	b, err := kakomimasu.ReadField([]byte(opening.Options[optionBoard]))
	players := min(len(opening.Seats), len(SeatNames))
	if err != nil || players == 0 {
		return nil
	}
	b.Players = players
	return kakomimasu.New(b)
}

// apply makes a position the one of the note. An agent that cannot be where the
// note has it stays off the board.
func (s *Start) apply(p *kakomimasu.Position) {
	if p.SetTiles(s.Tiles) != nil {
		return
	}
	b := p.Field()
	for player, agents := range s.Agents[:min(len(s.Agents), b.Players)] {
		for agent, at := range agents[:min(len(agents), b.Agents)] {
			_ = p.SetAgent(player, agent, kakomimasu.Cell{X: at[0], Y: at[1]})
		}
	}
}
