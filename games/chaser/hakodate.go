package chaser

import (
	"bytes"
	"encoding/json"

	"github.com/loopline/loopline/games/jsonvalue"
)

// ReadMap reads a map in either of its forms: the lines of ParseMap, or the JSON
// object of ParseHakodate.
func ReadMap(text []byte) (*Map, error) {
	if trimmed := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff"))); bytes.HasPrefix(trimmed, []byte("{")) {
		return ParseHakodate(trimmed)
	}
	return ParseMap(string(text))
}

// ParseHakodate reads a map as the Hakodate server has them: a JSON object
// {"Map":[[0,2,...],...],"Hot":[x,y],"Cool":[x,y],"Turn":n}. Without Turn the
// map has Turns -1.
func ParseHakodate(text []byte) (*Map, error) {
	v, err := jsonvalue.Object(text)
	if err != nil {
		return nil, err
	}
	m := &Map{Turns: -1}
	for i, row := range v.Key("Map").List() {
		if i == MaxSide {
			v.Fail("has a Map of more than %d rows", MaxSide)
			break
		}
		cells := []Cell{}
		for _, c := range row.List() {
			n := c.Int(0, 3)
			if n == opponent {
				c.Fail("is 1; the cells of a map are 0, 2 and 3")
			}
			cells = append(cells, Cell(n))
		}
		m.Rows = append(m.Rows, cells)
	}
	for player, key := range [2]string{"Cool", "Hot"} {
		if p := v.Key(key).Ints(2, 0, 1<<30); len(p) == 2 {
			m.Start[player] = Point{p[0], p[1]}
		}
	}
	if v.Has("Turn") {
		m.Turns = v.Key("Turn").Int(0, MaxTurns)
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m, nil
}

// Hakodate is the map as ParseHakodate reads it, on one line.
func (m *Map) Hakodate() ([]byte, error) {
	var object struct {
		Map       [][]int
		Hot, Cool [2]int
		Turn      int
	}
	for _, row := range m.Rows {
		cells := make([]int, len(row))
		for x, c := range row {
			cells[x] = int(c)
		}
		object.Map = append(object.Map, cells)
	}
	object.Cool = [2]int{m.Start[0].X, m.Start[0].Y}
	object.Hot = [2]int{m.Start[1].X, m.Start[1].Y}
	if object.Turn = m.Turns; m.Turns < 0 {
		object.Turn = ContestTurns
	}
	text, err := json.Marshal(object)
	return append(text, '\n'), err
}
