package chaser

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// MapType is the type of a contest's map.
type MapType string

// The types of the U-16 contests, by what lies in the eight cells around either start.
const (
	AnyType MapType = ""
	TypeA   MapType = "A" // basic: no item
	TypeB   MapType = "B" // rail: an item and no block; items lie in rows
	TypeC   MapType = "C" // mixed: an item and a block
)

// MapTypes lists the types.
var MapTypes = []MapType{TypeA, TypeB, TypeC}

// The conditions of a contest's map.
const (
	ConditionSize     = "size"
	ConditionTurns    = "turns"
	ConditionSymmetry = "symmetry"
	ConditionStarts   = "starts"
	ConditionType     = "type"
	ConditionItems    = "items"
)

// Turns that the contests' maps have.
const (
	fewestTurns = 100
	mostTurns   = 140
)

// MapProblem is a condition that a map breaks, with the cells where it does.
type MapProblem struct {
	Condition string
	Text      string
	Cells     []Point
}

// String is the condition, what is wrong, and the cells as column,row from 0.
func (p MapProblem) String() string {
	text := p.Condition + ": " + p.Text
	const shown = 8
	for i, c := range p.Cells {
		if i == shown {
			return fmt.Sprintf("%s and %d more", text, len(p.Cells)-shown)
		}
		sep := ","
		if i == 0 {
			sep = " at"
		}
		text += fmt.Sprintf("%s %d,%d", sep, c.X, c.Y)
	}
	return text
}

// CheckType finds the conditions of the contests that a map breaks: its size, 15 x 17 or 15 x 15;
// 100 to 140 turns, if it sets any; cells and starts that are the same from both sides; starts
// with a way out and off items; what the type wants around them; and a way to every item. The map
// must be right by [Map.Check].
func (m *Map) CheckType(t MapType) (problems []MapProblem) {
	add := func(condition string, cells []Point, format string, args ...any) {
		problems = append(problems, MapProblem{condition, fmt.Sprintf(format, args...), cells})
	}
	if m.Width() != ContestWidth || m.Height() != ContestHeight && m.Height() != ContestWidth {
		add(ConditionSize, nil, "%d x %d cells, want %d x %d or %d x %d", m.Width(), m.Height(),
			ContestWidth, ContestHeight, ContestWidth, ContestWidth)
	}
	if m.Turns >= 0 && (m.Turns < fewestTurns || m.Turns > mostTurns) {
		add(ConditionTurns, nil, "%d, want %d to %d", m.Turns, fewestTurns, mostTurns)
	}
	if cells := m.cellsWhere(func(p Point) bool { return m.At(p) != m.At(m.mirror(p)) }); len(cells) > 0 {
		add(ConditionSymmetry, cells, "cells differ from those opposite the centre")
	}
	if m.Start[1] != m.mirror(m.Start[0]) {
		add(ConditionStarts, m.Start[:], "the starts are not opposite each other")
	}
	for player, start := range m.Start {
		if m.At(start) == Item {
			add(ConditionStarts, []Point{start}, "%s stands on an item", Seats[player])
		}
		if !m.wayOut(start) {
			add(ConditionStarts, []Point{start}, "%s has no way out", Seats[player])
		}
	}
	problems = append(problems, m.checkAround(t)...)
	if t == TypeB {
		if cells := m.cellsWhere(m.lone); len(cells) > 0 {
			add(ConditionType, cells, "type B has its items in rows, and these have no item beside them")
		}
	}
	for player, start := range m.Start {
		reached, _ := m.reached(start)
		if cells := m.cellsWhere(func(p Point) bool { return m.At(p) == Item && !reached[p.Y*m.Width()+p.X] }); len(cells) > 0 {
			add(ConditionItems, cells, "%s has no way to items", Seats[player])
		}
	}
	return problems
}

// cellsWhere are the cells for which a condition is true, row by row.
func (m *Map) cellsWhere(is func(Point) bool) (cells []Point) {
	for y := range m.Rows {
		for x := range m.Rows[y] {
			if p := (Point{x, y}); is(p) {
				cells = append(cells, p)
			}
		}
	}
	return cells
}

// around are the cells of the map beside one, corners too, that hold something.
func (m *Map) around(start Point, c Cell) (cells []Point) {
	for y := start.Y - 1; y <= start.Y+1; y++ {
		for x := start.X - 1; x <= start.X+1; x++ {
			if p := (Point{x, y}); p != start && m.Has(p) && m.At(p) == c {
				cells = append(cells, p)
			}
		}
	}
	return cells
}

// checkAround looks at the eight cells around the starts.
func (m *Map) checkAround(t MapType) (problems []MapProblem) {
	for player, start := range m.Start {
		items, blocks := m.around(start, Item), m.around(start, Block)
		add := func(cells []Point, what string) {
			problems = append(problems, MapProblem{ConditionType, fmt.Sprintf("type %s has %s around %s", t, what, Seats[player]), cells})
		}
		if t == TypeA && len(items) > 0 {
			add(items, "no item")
		}
		if (t == TypeB || t == TypeC) && len(items) == 0 {
			add([]Point{start}, "an item")
		}
		if t == TypeB && len(blocks) > 0 {
			add(blocks, "no block")
		}
		if t == TypeC && len(blocks) == 0 {
			add([]Point{start}, "a block")
		}
	}
	return problems
}

// wayOut reports whether one can step from a cell.
func (m *Map) wayOut(p Point) bool {
	for d := range delta {
		if q := p.plus(Direction(d), 1); m.Has(q) && m.At(q) != Block {
			return true
		}
	}
	return false
}

// lone reports whether a cell holds an item that has no other above, below, left or right of it.
// The one in the centre may.
func (m *Map) lone(p Point) bool {
	if m.At(p) != Item || p == m.mirror(p) {
		return false
	}
	for d := range delta {
		if q := p.plus(Direction(d), 1); m.Has(q) && m.At(q) == Item {
			return false
		}
	}
	return true
}

// reached are the cells to which one can walk from a start, row by row, and how many they are.
func (m *Map) reached(start Point) (seen []bool, n int) {
	seen = make([]bool, m.Width()*m.Height())
	seen[start.Y*m.Width()+start.X] = true
	todo := []Point{start}
	for ; n < len(todo); n++ {
		for d := range delta {
			if q := todo[n].plus(Direction(d), 1); m.Has(q) && m.At(q) != Block && !seen[q.Y*m.Width()+q.X] {
				seen[q.Y*m.Width()+q.X] = true
				todo = append(todo, q)
			}
		}
	}
	return seen, n
}

// Picture is the map as text, a row a line: . floor, # block, o item, C and H the players.
// Brackets stand around marked cells.
func (m *Map) Picture(marked []Point) string {
	var b strings.Builder
	for y, row := range m.Rows {
		line := make([]byte, 0, 3*len(row))
		for x, c := range row {
			p := Point{x, y}
			sign := map[Cell]byte{Floor: '.', Block: '#', Item: 'o'}[c]
			switch p {
			case m.Start[0]:
				sign = 'C'
			case m.Start[1]:
				sign = 'H'
			}
			if slices.Contains(marked, p) {
				line = append(line, '[', sign, ']')
				continue
			}
			line = append(line, ' ', sign, ' ')
		}
		fmt.Fprintf(&b, "%s\n", bytes.TrimRight(line, " "))
	}
	return b.String()
}
