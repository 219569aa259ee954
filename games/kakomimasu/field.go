package kakomimasu

import (
	"fmt"

	"github.com/loopline/loopline/games/grid"
)

// Limits of a board.
const (
	MaxSide    = grid.MaxWidth // cells of a side
	MaxAgents  = 64            // of a player
	MaxPlayers = 4
	MaxPoint   = 1_000_000 // of a cell, up and down; the contest's have 16
	MaxTurns   = 9999      // of a game
)

// Defaults of a field.
const (
	DefaultTurns      = 30
	DefaultPlayers    = 2
	DefaultOperation  = 1 // seconds
	DefaultTransition = 1 // seconds
)

// Field is the board of a game in the contest's sense. It is immutable once in use.
type Field struct {
	Name          string
	Width, Height int
	Agents        int // of each player
	Players       int
	Turns         int   // of a game; 0 is a game without an end
	Points        []int // of the cells, row by row

	// Operation is the time in seconds in which a turn takes actions, Transition the seconds
	// pass until the next one; 0 if the board does not say.
	Operation, Transition int
}

// Check finds what is wrong with a board.
func (b *Field) Check() error {
	for _, c := range []struct {
		name           string
		is, least, top int
	}{
		{"width", b.Width, 1, MaxSide}, {"height", b.Height, 1, MaxSide},
		{"nAgent", b.Agents, 0, MaxAgents}, {"nPlayer", b.Players, 1, MaxPlayers},
		{"totalTurn", b.Turns, 0, MaxTurns},
	} {
		if c.is < c.least || c.is > c.top {
			return fmt.Errorf("%s is %d, outside %d to %d", c.name, c.is, c.least, c.top)
		}
	}
	if len(b.Points) != b.Width*b.Height {
		return fmt.Errorf("points are %d, not the %d of %d x %d cells", len(b.Points), b.Width*b.Height, b.Width, b.Height)
	}
	for i, p := range b.Points {
		if p < -MaxPoint || p > MaxPoint {
			return fmt.Errorf("points[%d] is %d, outside %d to %d", i, p, -MaxPoint, MaxPoint)
		}
	}
	return nil
}

// On reports whether a cell is on the board.
func (b *Field) On(c Cell) bool { return c.X >= 0 && c.Y >= 0 && c.X < b.Width && c.Y < b.Height }

// Point is the value of a cell on the board.
func (b *Field) Point(c Cell) int { return b.Points[c.Y*b.Width+c.X] }

// index is the place of a cell on the board, row by row.
func (b *Field) index(c Cell) int { return c.Y*b.Width + c.X }

// Cell is a place, counted from 0 at the top left.
type Cell struct{ X, Y int }

// Off is the cell of an agent that is not on the board yet.
var Off = Cell{-1, -1}

// near reports whether a king's step leads from one cell to another.
func near(a, b Cell) bool {
	return a != b && abs(a.X-b.X) <= 1 && abs(a.Y-b.Y) <= 1
}

func abs(n int) int { return max(n, -n) }
