package dpt

import (
	"math"

	"github.com/loopline/loopline/games/jsonvalue"
)

// turnOutcome is the answer to a turn.
type turnOutcome struct {
	Tiled  []string    `json:"tiled"`
	Agents [2][][2]int `json:"agents"`
	Apply  [2][]int    `json:"apply"`
	counts
}

// counts are the points of both teams.
type counts struct {
	Tile [2]int `json:"tilePoint"`
	Area [2]int `json:"areaPoint"`
}

// outcome is the answer to a game.
type outcome struct {
	Turns []turnOutcome `json:"turns"`
	counts
	Winner *int   `json:"winner"`
	Reason Reason `json:"reason"`
}

// Replay answers a game as a JSON object,
//
//	{"width":8,"height":9,"points":[[...],...],"tiled":[[0|1|2,...],...],
//	 "agents":[[[x,y],...],[...]],"turns":[{"actions":[[[type,dx,dy],...],[...]],"points":[[...],...]},...]}
//
// with the result of each turn. The points of a turn are the values shown from it
// on: they count in its own answer.
func Replay(question []byte) (any, error) {
	f, turns, err := ReadGame(question)
	if err != nil {
		return nil, err
	}
	p := NewPosition(f, false)
	out := outcome{Turns: make([]turnOutcome, 0, len(turns))}
	for _, t := range turns {
		applied := p.Play(t.Actions)
		if t.Values != nil {
			p.SetValues(t.Values)
		}
		out.Turns = append(out.Turns, p.turnOutcome(applied))
	}
	points := [2]Points{p.Points(0), p.Points(1)}
	out.counts = counted(points)
	var winner int
	if winner, out.Reason = Decide(points); winner >= 0 {
		out.Winner = &winner
	}
	return &out, nil
}

// Turn is a turn of a game that is replayed.
type Turn struct {
	Actions [2][]Action
	Values  []int // shown from this turn on; nil are those before
}

// ReadGame reads a question of [Replay].
func ReadGame(question []byte) (*Field, []Turn, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, nil, err
	}
	f := readStart(v)
	list := v.Key("turns").List()
	if v.Err() != nil {
		return nil, nil, v.Err()
	}
	if err := f.Check(); err != nil {
		return nil, nil, err
	}
	turns := make([]Turn, 0, len(list))
	for _, t := range list {
		turns = append(turns, readTurn(t, f))
		if v.Err() != nil {
			return nil, nil, v.Err()
		}
	}
	return f, turns, nil
}

// readStart reads what a game begins with.
func readStart(v jsonvalue.Value) *Field {
	f := &Field{Width: v.Key("width").Int(1, MaxSide), Height: v.Key("height").Int(1, MaxSide)}
	f.Values = readRows(v.Key("points"), f.Width, f.Height, -MaxValue, MaxValue)
	for _, t := range readRows(v.Key("tiled"), f.Width, f.Height, 0, 2) {
		f.Tiles = append(f.Tiles, uint8(t))
	}
	for team, agents := range v.Key("agents").ListOf(2) {
		for _, a := range agents.List() {
			if at := a.ListOf(2); at != nil {
				f.Agents[team] = append(f.Agents[team], Point{at[0].Int(0, f.Width-1), at[1].Int(0, f.Height-1)})
			}
		}
	}
	return f
}

// readRows reads a list of numbers for each row.
func readRows(v jsonvalue.Value, width, height, low, high int) []int {
	numbers := make([]int, 0, width*height)
	for _, row := range v.ListOf(height) {
		numbers = append(numbers, row.Ints(width, low, high)...)
	}
	return numbers
}

// readTurn reads the actions of a turn, and the values shown from it on.
func readTurn(v jsonvalue.Value, f *Field) (t Turn) {
	for team, list := range v.Key("actions").ListOf(2) {
		of := list.List()
		if n := len(f.Agents[team]); len(of) > n {
			list.Fail("has %d actions for %d agents", len(of), n)
		}
		for _, a := range of {
			if parts := a.ListOf(3); parts != nil {
				t.Actions[team] = append(t.Actions[team], Action{
					Type(parts[0].Int(int(Stay), int(Remove))), anyStep(parts[1]), anyStep(parts[2]),
				})
			}
		}
	}
	if v.Has("points") {
		t.Values = readRows(v.Key("points"), f.Width, f.Height, -MaxValue, MaxValue)
	}
	return t
}

// anyStep is a whole number: a step that is too wide is illegal, not impossible.
func anyStep(v jsonvalue.Value) int { return v.Int(math.MinInt, math.MaxInt) }

func (p *Position) turnOutcome(applied [2][]ActionStatus) turnOutcome {
	t := turnOutcome{Tiled: p.Rows(), counts: counted([2]Points{p.Points(0), p.Points(1)})}
	for team := range p.agents {
		t.Agents[team] = make([][2]int, 0, len(p.agents[team]))
		t.Apply[team] = make([]int, 0, len(p.agents[team]))
		for i, at := range p.agents[team] {
			t.Agents[team] = append(t.Agents[team], [2]int{at.X, at.Y})
			t.Apply[team] = append(t.Apply[team], int(applied[team][i]))
		}
	}
	return t
}

func counted(points [2]Points) counts {
	return counts{[2]int{points[0].Tile, points[1].Tile}, [2]int{points[0].Area, points[1].Area}}
}

// Rows are the tiles, a string of digits a row.
func (p *Position) Rows() []string {
	rows := make([]string, p.height)
	line := make([]byte, p.width)
	for y := range rows {
		for x := range line {
			line[x] = '0' + p.Tile(Point{x, y})
		}
		rows[y] = string(line)
	}
	return rows
}
