package referee

import (
	"encoding/json"
	"fmt"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host/record"
)

// EventsFromJSON makes the events of a match of a question of dpt.Replay.
func EventsFromJSON(question []byte) ([]record.Event, error) {
	f, turns, err := dpt.ReadGame(question)
	if err != nil {
		return nil, err
	}
	if len(turns) > dpt.MaxTurns {
		return nil, fmt.Errorf("the game has %d turns; %d can be shown", len(turns), dpt.MaxTurns)
	}
	c := Config{Rules: dpt.Rules{Field: f, Turns: max(1, len(turns))}}
	opening := record.Event{
		Type: record.EventGame, Game: Name, Limits: map[string]record.Micros{}, Options: c.options(),
		Seats: []record.EventSeat{{Name: SeatNames[0]}, {Name: SeatNames[1]}},
	}
	for name, limit := range c.filled().limits() {
		opening.Limits[name] = record.Micros(limit.Microseconds())
	}
	events := []record.Event{opening}
	g := dpt.New(c.Rules)
	for _, t := range turns {
		for team := range t.Actions {
			for len(t.Actions[team]) < len(f.Agents[team]) {
				t.Actions[team] = append(t.Actions[team], dpt.Action{})
			}
		}
		applied := g.Play(t.Actions)
		if t.Values != nil {
			g.SetValues(t.Values)
		}
		note := noteOf(g, t.Actions, applied)
		note.Values = t.Values
		data, err := json.Marshal(note)
		if err != nil {
			return nil, err
		}
		events = append(events, record.Event{Type: record.EventNote, Name: NoteTurn, Data: data})
	}
	return events, nil
}
