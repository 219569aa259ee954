package dpt

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/loopline/loopline/games/jsonvalue"
)

// State is the response of procon30's interface to GET /matches/{id}, and what its
// field files hold. Coordinates of agents are counted from 1.
type State struct {
	Width   int           `json:"width"`
	Height  int           `json:"height"`
	Points  [][]int       `json:"points"`
	Started int64         `json:"startedAtUnixTime"` // when turn 1 began; 0 in a file
	Turn    int           `json:"turn"`
	Tiled   [][]int       `json:"tiled"` // numbers of teams, or 0
	Teams   []StateTeam   `json:"teams"`
	Actions []StateAction `json:"actions"`
}

// StateTeam is a team in a State.
type StateTeam struct {
	ID        int          `json:"teamID"`
	TilePoint int          `json:"tilePoint"`
	AreaPoint int          `json:"areaPoint"`
	Agents    []StateAgent `json:"agents"`
}

// StateAgent is an agent in a State.
type StateAgent struct {
	ID int `json:"agentID"`
	X  int `json:"x"`
	Y  int `json:"y"`
}

// StateAction is an action that was played, in a State.
type StateAction struct {
	AgentID int          `json:"agentID"`
	DX      int          `json:"dx"`
	DY      int          `json:"dy"`
	Type    string       `json:"type"`
	Apply   ActionStatus `json:"apply"`
	Turn    int          `json:"turn"`
}

// State is the field as procon30 writes it.
func (f *Field) State() *State {
	s := &State{Width: f.Width, Height: f.Height, Points: rowsOf(f.Values, f.Width), Actions: []StateAction{}}
	tiled := make([]int, len(f.Tiles))
	for i, t := range f.Tiles {
		if t != Nobody {
			tiled[i] = f.TeamID(int(t) - 1)
		}
	}
	s.Tiled = rowsOf(tiled, f.Width)
	p := NewPosition(f, false)
	for team, agents := range f.Agents {
		points := p.Points(team)
		t := StateTeam{ID: f.TeamID(team), TilePoint: points.Tile, AreaPoint: points.Area, Agents: []StateAgent{}}
		for i, at := range agents {
			t.Agents = append(t.Agents, StateAgent{f.AgentID(team, i), at.X + 1, at.Y + 1})
		}
		s.Teams = append(s.Teams, t)
	}
	return s
}

// rowsOf cuts a list into rows.
func rowsOf(cells []int, width int) (rows [][]int) {
	for at := 0; at < len(cells); at += width {
		rows = append(rows, cells[at:at+width])
	}
	return rows
}

// JSON is the state as one line.
func (s *State) JSON() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers and words have a text
	}
	return text
}

// ReadField reads a field file of procon30. What does not belong to the field,
// such as the turn and the points of the teams, is passed over.
func ReadField(text []byte) (*Field, error) {
	v, err := jsonvalue.Object(text)
	if err != nil {
		return nil, err
	}
	f := &Field{Width: v.Key("width").Int(1, MaxSide), Height: v.Key("height").Int(1, MaxSide)}
	f.Values = readRows(v.Key("points"), f.Width, f.Height, -MaxValue, MaxValue)
	tiled := readRows(v.Key("tiled"), f.Width, f.Height, 0, math.MaxInt32)
	for team, t := range v.Key("teams").ListOf(2) {
		f.TeamIDs[team] = t.Key("teamID").Int(1, math.MaxInt32)
		for _, a := range t.Key("agents").List() {
			f.AgentIDs[team] = append(f.AgentIDs[team], a.Key("agentID").Int(0, math.MaxInt32))
			f.Agents[team] = append(f.Agents[team], Point{a.Key("x").Int(1, f.Width) - 1, a.Key("y").Int(1, f.Height) - 1})
		}
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	for i, id := range tiled {
		t, ok := f.owner(id)
		if !ok {
			return nil, fmt.Errorf("tiled[%d][%d] is %d; the teams are %d and %d",
				i/f.Width, i%f.Width, id, f.TeamIDs[0], f.TeamIDs[1])
		}
		f.Tiles = append(f.Tiles, t)
	}
	if err := f.Check(); err != nil {
		return nil, err
	}
	return f, nil
}

// owner is the tile of a team's number.
func (f *Field) owner(id int) (tile uint8, ok bool) {
	switch id {
	case 0:
		return Nobody, true
	case f.TeamIDs[0]:
		return 1, true
	case f.TeamIDs[1]:
		return 2, true
	}
	return 0, false
}
