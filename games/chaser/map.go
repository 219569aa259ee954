package chaser

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxSide bounds the width and the height of a map.
const MaxSide = 255

// MaxTurns bounds the turns of a map.
const MaxTurns = 1_000_000_000

// The size of the contests' maps.
const (
	ContestWidth  = 15
	ContestHeight = 17
)

// Map is the start of a game.
type Map struct {
	Name  string
	Turns int // of each player; below 0 if the map does not say
	Rows  [][]Cell

	// Start holds the cells on which the players stand: COOL's, then HOT's.
	Start [2]Point
}

// Width is the number of columns.
func (m *Map) Width() int {
	if len(m.Rows) == 0 {
		return 0
	}
	return len(m.Rows[0])
}

// Height is the number of rows.
func (m *Map) Height() int { return len(m.Rows) }

// At returns the content of a cell of the map.
func (m *Map) At(p Point) Cell { return m.Rows[p.Y][p.X] }

// Has reports whether a cell is on the map.
func (m *Map) Has(p Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < m.Width() && p.Y < m.Height()
}

// Check tells what is wrong with a map: rows of different lengths, too many of
// them, a player off the map or on a block, both on one cell.
func (m *Map) Check() error {
	if len(m.Rows) == 0 || m.Width() == 0 {
		return errors.New("map has no cells; write each row as D:0,2,3 and so on")
	}
	if m.Height() > MaxSide || m.Width() > MaxSide {
		return fmt.Errorf("map has %d x %d cells, more than %d x %d", m.Width(), m.Height(), MaxSide, MaxSide)
	}
	for y, row := range m.Rows {
		if len(row) != m.Width() {
			return fmt.Errorf("row %d of the map has %d cells, the first has %d", y, len(row), m.Width())
		}
	}
	for player, p := range m.Start {
		switch {
		case !m.Has(p):
			return fmt.Errorf("%s stands at %d,%d, off the map of %d x %d", Seats[player], p.X, p.Y, m.Width(), m.Height())
		case m.At(p) == Block:
			return fmt.Errorf("%s stands on a block at %d,%d", Seats[player], p.X, p.Y)
		}
	}
	if p := m.Start[0]; p == m.Start[1] {
		return fmt.Errorf("%s and %s stand on one cell, %d,%d", Seats[0], Seats[1], p.X, p.Y)
	}
	return nil
}

// String is the map as the text of a map file, with line feeds.
func (m *Map) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "N:%s\n", strings.NewReplacer("\r", " ", "\n", " ").Replace(m.Name))
	if m.Turns >= 0 {
		fmt.Fprintf(&b, "T:%d\n", m.Turns)
	}
	fmt.Fprintf(&b, "S:%d,%d\n", m.Width(), m.Height())
	for _, row := range m.Rows {
		b.WriteString("D:")
		for x, c := range row {
			if x > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Itoa(int(c)))
		}
		b.WriteByte('\n')
	}
	cool, hot := m.Start[0], m.Start[1]
	fmt.Fprintf(&b, "H:%d,%d\nC:%d,%d\n", hot.X, hot.Y, cool.X, cool.Y)
	return b.String()
}
