package referee

import (
	"encoding/json"
	"strings"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/host/record"
)

// EventsFromJSON makes the notes of a match of a question of battle2048.Replay, up to the
// line that loses.
func EventsFromJSON(question []byte) ([]record.Event, error) {
	lines, err := battle2048.Script(question)
	if err != nil {
		return nil, err
	}
	var events []record.Event
	for g := (battle2048.Position{}); len(lines) > 0 && !g.Over; lines = lines[1:] {
		seat, turn, line := g.Next(), g.Turn(), strings.TrimSpace(lines[0])
		var name string
		var note any
		if !g.Started() {
			g.Start(lines[0])
			name, note = NoteStart, Start{Seat: seat, Cell: line}
		} else {
			g.Play(lines[0])
			name, note = NoteTurn, Turn{Turn: turn, Seat: seat, Answer: line, Scores: g.Scores}
		}
		data, err := json.Marshal(note)
		if err != nil {
			return nil, err
		}
		events = append(events, record.Event{Type: record.EventNote, Name: name, Data: data})
	}
	return events, nil
}
