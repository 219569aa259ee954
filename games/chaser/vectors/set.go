package vectors

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/vectors"
)

// Window is the kind: a map with both players, a way to look, and what is seen.
const Window vectors.Kind = "window"

// game is the name of the game.
const game = "chaser"

// The bounds of a map.
const (
	minSide    = 3
	maxColumns = 25
	maxRows    = 31
)

// Set returns the kinds of vectors of CHaser. It is made once and never changes.
func Set() *vectors.Set { return set() }

var set = sync.OnceValue(func() *vectors.Set {
	return &vectors.Set{
		Game: game, Kinds: []vectors.Definition{windowKind()}, Words: words,
		Grid: vectors.GridSize{Columns: chaser.ContestWidth, Rows: chaser.ContestHeight},
		ValidateGrid: func(b vectors.GridSize) error {
			if b.Columns < minSide || b.Columns > maxColumns || b.Rows < minSide || b.Rows > maxRows {
				return fmt.Errorf("board %s: the maps of the vectors are %dx%d to %dx%d", b, minSide, minSide, maxColumns, maxRows)
			}
			return nil
		},
	}
})

func windowKind() vectors.Definition {
	d := vectors.Definition{
		Kind: Window, Heading: "a window", Columns: "id,map,player,other,action,direction,window",
		NewOracle: func(b vectors.GridSize) func(json.RawMessage) (vectors.Item, error) {
			return func(ask json.RawMessage) (vectors.Item, error) {
				q, err := ParseAsk(ask, b)
				if err != nil {
					return nil, err
				}
				return newWindow(q), nil
			}
		},
		BinsOf: func(v vectors.Item) vectors.BinSet { return binsOf(v.(*window)) },
	}
	for _, c := range bins() {
		d.Bins = append(d.Bins, c.Bin)
	}
	known := d
	d.NewGenerator = func(o *vectors.Options) vectors.Generator { return vectors.FillGoals(&generator{o}, &known, o) }
	return d
}

// Question is the ask of a vector.
type Question struct {
	Rows          [][]chaser.Cell
	Player, Other chaser.Point
	Action        chaser.Action // Walk is around
	Direction     chaser.Direction
}

// actions are the names of what one can do to see, by their action.
var actions = [...]string{chaser.Walk: "around", chaser.Look: "look", chaser.Search: "search"}

// ParseAsk reads what a vector asks about a map of a size.
func ParseAsk(ask json.RawMessage, b vectors.GridSize) (q Question, err error) {
	var a struct {
		Map, Action, Direction string
		Player, Other          [2]int
	}
	if err := json.Unmarshal(ask, &a); err != nil {
		return q, fmt.Errorf("%.80q: invalid question about a window: %w", ask, err)
	}
	if q.Rows, err = parseRows(a.Map, b); err != nil {
		return q, err
	}
	q.Player, q.Other = chaser.Point{X: a.Player[0], Y: a.Player[1]}, chaser.Point{X: a.Other[0], Y: a.Other[1]}
	for _, p := range [2]chaser.Point{q.Player, q.Other} {
		if p.X < -1 || p.Y < -1 || p.X > b.Columns || p.Y > b.Rows {
			return q, fmt.Errorf("a player at [%d,%d] is farther off the map than a step", p.X, p.Y)
		}
	}
	m, err := chaser.ParseMethod("w" + a.Direction)
	if err != nil {
		return q, fmt.Errorf("direction %.20q: want one of u, r, l and d", a.Direction)
	}
	q.Direction = m.Direction
	for i, name := range actions {
		if name == a.Action {
			q.Action = chaser.Action(i)
			return q, nil
		}
	}
	return q, fmt.Errorf("action %.20q: want one of %s", a.Action, strings.Join(actions[:], ", "))
}

// parseRows reads rows of digits with slashes between them.
func parseRows(text string, b vectors.GridSize) (rows [][]chaser.Cell, err error) {
	lines := strings.Split(text, "/")
	if len(lines) != b.Rows {
		return nil, fmt.Errorf("the map has %d rows, not %d", len(lines), b.Rows)
	}
	for y, line := range lines {
		if len(line) != b.Columns || strings.Trim(line, "023") != "" {
			return nil, fmt.Errorf("row %d of the map is %.80q; one is %d digits of 0, 2 and 3", y+1, line, b.Columns)
		}
		row := make([]chaser.Cell, len(line))
		for x := range row {
			row[x] = chaser.Cell(line[x] - '0')
		}
		rows = append(rows, row)
	}
	return rows, nil
}
