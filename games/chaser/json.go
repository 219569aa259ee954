package chaser

import (
	"bytes"
	"strconv"

	"github.com/loopline/loopline/games/jsonvalue"
)

// outcome is the answer to a game.
type outcome struct {
	Steps  steps     `json:"steps"`
	Winner *string   `json:"winner"`
	Left   int       `json:"left"`
	Items  [2]int    `json:"items"`
	Pos    [2][2]int `json:"pos"`
	Field  string    `json:"field"`
}

// Drawn is the winner of a game that is drawn.
const Drawn = "DRAW"

// Replay answers a game as a JSON object,
//
//	{"map":"text of a map file","turns":100,"script":["su","wr",...]}
//
// the methods of COOL and HOT by turns. Without turns those of the map count.
func Replay(question []byte) (any, error) {
	m, script, err := Script(question)
	if err != nil {
		return nil, err
	}
	return replay(New(m, m.Turns), script)
}

// Script is the map of a game that Replay takes, with the turns that count, and
// what is played on it.
func Script(question []byte) (*Map, []string, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, nil, err
	}
	text, turns := v.Key("map").Text(), -1
	if v.Has("turns") {
		turns = v.Key("turns").Int(0, MaxTurns)
	}
	script := v.Key("script").Texts()
	if v.Err() != nil {
		return nil, nil, v.Err()
	}
	m, err := ParseMap(text)
	if err != nil {
		return nil, nil, err
	}
	if turns >= 0 {
		m.Turns = turns
	}
	if m.Turns < 0 {
		v.Key("turns") // notes that it is missing
		return nil, nil, v.Err()
	}
	return m, script, nil
}

// replay plays a script up to the end of the game.
func replay(g *Position, script []string) (*outcome, error) {
	var out outcome
	out.Steps.text = make([]byte, 0, 2+48*min(len(script), 2*g.turns))
	for _, word := range script {
		if g.end.Over {
			break
		}
		m, err := ParseMethod(word)
		if err != nil {
			return nil, err
		}
		player := g.Next()
		ready := g.GetReady(player)
		out.Steps.add(g, player, ready, m, g.Play(m))
	}
	if g.end.Over {
		winner := Drawn
		if g.end.Winner >= 0 {
			winner = Seats[g.end.Winner]
		}
		out.Winner = &winner
	}
	out.Left, out.Items, out.Field = g.Left(), g.items, string(g.Field())
	for player, p := range g.pos {
		out.Pos[player] = [2]int{p.X, p.Y}
	}
	return &out, nil
}

// Field is the map without the players: rows of digits with slashes between
// them.
func (g *Position) Field() []byte {
	field := make([]byte, 0, len(g.cells)+g.height)
	for i, c := range g.cells {
		if i > 0 && i%g.width == 0 {
			field = append(field, '/')
		}
		field = append(field, '0'+byte(c))
	}
	return field
}

type steps struct{ text []byte }

// add adds a method: who, what it saw before, the method, what it saw behind
// it, the items of both.
func (s *steps) add(g *Position, player int, ready Window, m Method, seen Window) {
	if len(s.text) > 0 {
		s.text = append(s.text, ',')
	}
	s.text = append(s.text, `["`...)
	s.text = append(append(s.text, Seats[player][0]), `","1`...)
	s.text = append(append(ready.append(s.text), `","`...), m.String()...)
	s.text = append(s.text, `","`...)
	s.text = append(s.text, seen.Line(g.end.Over)...)
	s.text = append(s.text, `",`...)
	s.text = append(strconv.AppendInt(s.text, int64(g.items[0]), 10), ',')
	s.text = append(strconv.AppendInt(s.text, int64(g.items[1]), 10), ']')
}

// MarshalJSON implements json.Marshaler.
func (s steps) MarshalJSON() ([]byte, error) {
	return append(append([]byte{'['}, bytes.Clone(s.text)...), ']'), nil
}
