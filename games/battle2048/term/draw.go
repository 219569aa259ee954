package term

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host/terminal"
)

// Widths of a cell, and of the gap between the boards.
const (
	valueCell    = 6 // for the number on the tile
	exponentCell = 3 // for its exponent, where there is no room
	gap          = 3
)

// Append appends both boards, beside each other or one above the other.
func Append(dst []byte, g *battle2048.Position, style terminal.Style, room terminal.Size) []byte {
	d := drawing{style, valueCell}
	wide := battle2048.Size * valueCell
	if room.Columns < wide {
		d.cell = exponentCell
		wide = battle2048.Size * exponentCell
	}
	first, second := d.grid(g, 0), d.grid(g, 1)
	var lines []string
	if room.Columns >= 2*wide+gap {
		for i := range first {
			lines = append(lines, first[i]+strings.Repeat(" ", gap)+second[i])
		}
	} else {
		lines = append(append(first, ""), second...)
	}
	for _, line := range lines[:min(len(lines), room.Rows)] {
		dst = append(append(dst, line...), '\n')
	}
	return dst
}

type drawing struct {
	style terminal.Style
	cell  int // its width
}

// grid is the lines of a board, all of one width.
func (d *drawing) grid(g *battle2048.Position, player int) []string {
	wide := battle2048.Size * d.cell
	name := referee.SeatNames[player]
	score := strconv.FormatInt(g.Scores[player], 10)
	head := fmt.Sprintf("%-*s%s", max(0, wide-len(score)), name, score)
	lines := []string{head[:min(len(head), wide)]}
	for row := range battle2048.Size {
		var b strings.Builder
		for column := range battle2048.Size {
			b.WriteString(d.tile(g.Boards[player][row*battle2048.Size+column]))
		}
		lines = append(lines, b.String())
	}
	return lines
}

// tile is a cell.
func (d *drawing) tile(e uint8) string {
	text := "."
	switch {
	case e > 0 && d.cell == valueCell && e <= 16:
		text = strconv.Itoa(1 << e)
	case e > 0 && d.cell == valueCell:
		text = "2^" + strconv.Itoa(int(e))
	case e > 0:
		text = strconv.Itoa(int(e))
	}
	text = fmt.Sprintf("%*s", d.cell, text)
	if !d.style.Fancy || e == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[%sm%s\x1b[0m", shade(e), text)
}

// shade is the colours of a tile, brighter the larger it is, so that brightness
// alone tells tiles apart.
func shade(e uint8) string {
	grey := min(235+2*int(e), 255)
	if grey < 246 {
		return fmt.Sprintf("38;5;231;48;5;%d", grey)
	}
	return fmt.Sprintf("38;5;16;48;5;%d", grey)
}
