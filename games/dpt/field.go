package dpt

import (
	"errors"
	"fmt"

	"github.com/loopline/loopline/games/grid"
)

// MaxSide is the most columns and rows of a field.
const MaxSide = grid.MaxWidth

// MaxValue bounds the values of cells: none is above it, or below its negative.
const MaxValue = 1 << 31

// Point is a cell: its column and row.
type Point struct{ X, Y int }

// Nobody is the owner of a cell without a tile. Other tiles are 1 + their team.
const Nobody = 0

// Field is the start of a game. Cells are listed row by row.
type Field struct {
	Width, Height int
	Values        []int
	Tiles         []uint8    // Nobody, or 1 + a team
	Agents        [2][]Point // of each team

	TeamIDs  [2]int   // for procon30's interface; 1 and 2 when they are zero
	AgentIDs [2][]int // the same; counted from 1 when they are nil
}

// On reports whether a cell is on the field.
func (f *Field) On(p Point) bool { return p.X >= 0 && p.X < f.Width && p.Y >= 0 && p.Y < f.Height }

// At is the index of a cell in Values and Tiles.
func (f *Field) At(p Point) int { return p.Y*f.Width + p.X }

// Check tells why no game can be played on the field.
func (f *Field) Check() error {
	cells := f.Width * f.Height
	switch {
	case f.Width < 1 || f.Width > MaxSide || f.Height < 1 || f.Height > MaxSide:
		return fmt.Errorf("a field has 1 to %d columns and rows, not %d x %d", MaxSide, f.Width, f.Height)
	case len(f.Values) != cells:
		return fmt.Errorf("the field has %d values for %d cells", len(f.Values), cells)
	case len(f.Tiles) != cells:
		return fmt.Errorf("the field has %d tiles for %d cells", len(f.Tiles), cells)
	}
	for i, v := range f.Values {
		if v > MaxValue || v < -MaxValue {
			return fmt.Errorf("value of cell (%d, %d) is %d, outside -%d to %d", i%f.Width, i/f.Width, v, MaxValue, MaxValue)
		}
	}
	for i, t := range f.Tiles {
		if t > 2 {
			return fmt.Errorf("tile of cell (%d, %d) is %d; there are 0, 1 and 2", i%f.Width, i/f.Width, t)
		}
	}
	return f.checkAgents()
}

func (f *Field) checkAgents() error {
	taken := make([]bool, f.Width*f.Height)
	ids := map[int]bool{}
	for team, agents := range f.Agents {
		for i, p := range agents {
			switch {
			case !f.On(p):
				return fmt.Errorf("agent %d of team %d is at (%d, %d), off the field", i, team, p.X, p.Y)
			case taken[f.At(p)]:
				return fmt.Errorf("agent %d of team %d is at (%d, %d), where another agent is", i, team, p.X, p.Y)
			}
			taken[f.At(p)] = true
			id := f.AgentID(team, i)
			if ids[id] {
				return fmt.Errorf("two agents have the number %d", id)
			}
			ids[id] = true
		}
		if n := len(f.AgentIDs[team]); n != 0 && n != len(agents) {
			return fmt.Errorf("team %d has %d agents and %d numbers for them", team, len(agents), n)
		}
	}
	if a, b := f.TeamID(0), f.TeamID(1); a == b || a < 1 || b < 1 {
		return errors.New("the teams need two numbers of their own, above 0")
	}
	return nil
}

// TeamID is the number of a team in procon30's interface.
func (f *Field) TeamID(team int) int {
	if f.TeamIDs == [2]int{} {
		return 1 + team
	}
	return f.TeamIDs[team]
}

// AgentID is the number of an agent in procon30's interface.
func (f *Field) AgentID(team, agent int) int {
	if agent < len(f.AgentIDs[team]) {
		return f.AgentIDs[team][agent]
	}
	return 1 + team*len(f.Agents[0]) + agent
}
