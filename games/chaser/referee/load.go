package referee

import (
	"encoding/json"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host/record"
)

// EventsFromJSON makes the events of a match of a question of chaser.Replay, up to the
// method that ends it.
func EventsFromJSON(question []byte) ([]record.Event, error) {
	m, script, err := chaser.Script(question)
	if err != nil {
		return nil, err
	}
	c := Config{Map: m}.filled()
	opening := record.Event{
		Type: record.EventGame, Game: Name, Limits: map[string]record.Micros{}, Options: c.options(),
		Seats: []record.EventSeat{{Name: SeatNames[0]}, {Name: SeatNames[1]}},
	}
	for name, limit := range c.limits() {
		opening.Limits[name] = record.Micros(limit.Microseconds())
	}
	events := []record.Event{opening}
	g := chaser.New(m, m.Turns)
	for _, word := range script {
		if g.Outcome().Over {
			break
		}
		method, err := chaser.ParseMethod(word)
		if err != nil {
			return nil, err
		}
		seat := g.Next()
		ready := g.GetReady(seat).Line(false)
		seen := g.Play(method)
		data, err := json.Marshal(Method{
			Ply: g.Acts(), Seat: seat, Ready: ready, Method: method.String(),
			Answer: seen.Line(g.Outcome().Over), Items: [2]int{g.Items(0), g.Items(1)},
		})
		if err != nil {
			return nil, err
		}
		events = append(events, record.Event{Type: record.EventNote, Name: NoteMethod, Data: data})
	}
	return events, nil
}
