package referee

import (
	"encoding/json"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host/record"
)

// Start is the note on a position that is not the beginning of a game. Matches
// have none.
type Start struct {
	Tiles  string     `json:"tiles"`
	Agents [][][2]int `json:"agents"`
}

// EventsFromJSON makes events of a question of kakomimasu.Replay, as a match would have
// recorded them.
func EventsFromJSON(question []byte) ([]record.Event, error) {
	p, turns, err := kakomimasu.Script(question)
	if err != nil {
		return nil, err
	}
	b := *p.Field()
	if b.Turns == 0 {
		b.Turns = max(len(turns), 1)
	}
	file, err := b.File()
	if err != nil {
		return nil, err
	}
	opening := record.Event{Type: record.EventGame, Game: Name, Options: map[string]string{optionBoard: string(file)}}
	for _, name := range SeatNames[:b.Players] {
		opening.Seats = append(opening.Seats, record.EventSeat{Name: name})
	}
	start := Start{Tiles: p.Tiles()}
	for player := range b.Players {
		at := make([][2]int, b.Agents)
		for agent := range at {
			c := p.Agent(player, agent)
			at[agent] = [2]int{c.X, c.Y}
		}
		start.Agents = append(start.Agents, at)
	}
	events := []record.Event{opening, note(NoteStart, start)}
	for i, actions := range turns {
		results := p.Turn(actions)
		events = append(events, note(NoteTurn, turnOf(i+1, p, actions, results)))
	}
	return events, nil
}

// note is the event of a note.
func note(name string, value any) record.Event {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // there is nothing in it that cannot be JSON
	}
	return record.Event{Type: record.EventNote, Name: name, Data: data}
}

// turnOf is the note on a turn that was played.
func turnOf(turn int, p *kakomimasu.Position, actions [][]kakomimasu.Action, results [][]kakomimasu.Result) Turn {
	t := Turn{Turn: turn, Did: make([][][5]int, len(actions))}
	for player, list := range actions {
		t.Did[player] = [][5]int{}
		for i, a := range list {
			t.Did[player] = append(t.Did[player], [5]int{a.Agent, int(a.Type), a.To.X, a.To.Y, int(results[player][i])})
		}
		score := p.Score(player)
		t.Scores = append(t.Scores, [2]int{score.Area, score.Wall})
	}
	return t
}
