package term

import (
	"fmt"
	"strconv"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/host/terminal"
)

// cells are the marks of a cell, by team: its tile, its agent, and what it
// encloses. Both may enclose a cell.
var marks = [2]struct{ tile, agent, area byte }{{'a', 'A', '-'}, {'b', 'B', '='}}

// fills are the terminal attributes of marks: white on blue and on vermilion, darker where an
// agent is.
var fills = map[byte]string{
	'a': "38;5;231;48;5;32", 'A': "1;38;5;231;48;5;18", '-': "38;5;39",
	'b': "38;5;16;48;5;208", 'B': "1;38;5;231;48;5;124", '=': "38;5;208",
	'#': "38;5;250", ' ': "38;5;244",
}

// Append appends the field: in each cell a mark and the value. A and B are
// agents, a and b tiles, - and = what the teams enclose, # what both do. Where
// the room is too narrow the values are left out.
func Append(dst []byte, g *dpt.Game, style terminal.Style, room terminal.Size) []byte {
	width, height := g.Size()
	if room.Rows < 1 {
		return dst
	}
	dst = append(dst, clip(fmt.Sprintf("turn %d of %d   A %d   B %d", g.Turn(), g.Rules().Turns,
		g.Points(0).Total(), g.Points(1).Total()), room.Columns)...)
	dst = append(dst, '\n')
	letters := lettersOf(g)
	cell := 1 + valueWidth(g)
	if room.Columns < width*cell {
		cell = 1
	}
	for y := range min(height, room.Rows-1) {
		for x := range min(width, room.Columns/cell) {
			text := string(letters[y*width+x])
			if cell > 1 {
				text += fmt.Sprintf("%*d", cell-1, g.Value(dpt.Point{X: x, Y: y}))
			}
			dst = appendCell(dst, letters[y*width+x], text, style)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func appendCell(dst []byte, letter byte, text string, style terminal.Style) []byte {
	if !style.Fancy {
		return append(dst, text...)
	}
	return fmt.Appendf(dst, "\x1b[%sm%s\x1b[0m", fills[letter], text)
}

// clip cuts a line to the given number of characters.
func clip(line string, columns int) string { return line[:min(len(line), max(0, columns))] }

// valueWidth is the width of the widest value.
func valueWidth(g *dpt.Game) (wide int) {
	width, height := g.Size()
	for y := range height {
		for x := range width {
			wide = max(wide, len(strconv.Itoa(g.Value(dpt.Point{X: x, Y: y}))))
		}
	}
	return wide
}

// lettersOf are the marks of all cells.
func lettersOf(g *dpt.Game) []byte {
	width, height := g.Size()
	letters := make([]byte, width*height)
	for i := range letters {
		letters[i] = ' '
	}
	inside := grid.NewBitboard(height)
	for team, m := range marks {
		g.Enclosed(inside, team)
		for i := range letters {
			at := dpt.Point{X: i % width, Y: i / width}
			switch {
			case g.Tile(at) == uint8(team)+1:
				letters[i] = m.tile
			case inside.Has(at.X, at.Y) && letters[i] == marks[0].area:
				letters[i] = '#'
			case inside.Has(at.X, at.Y) && letters[i] == ' ':
				letters[i] = m.area
			}
		}
	}
	for team, m := range marks {
		for _, at := range g.Agents(team) {
			letters[at.Y*width+at.X] = m.agent
		}
	}
	return letters
}
