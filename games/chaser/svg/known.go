package svg

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/chaser"
)

// Known holds the cells that a player has seen of a map, counted from where it began. It is used
// by one goroutine at a time.
type Known struct {
	Player int
	Pos    chaser.Point
	Cells  map[chaser.Point]chaser.Cell

	Other *chaser.Point // where the opponent was seen last; nil is nowhere
	Past  bool          // that was before the last method
}

// surroundings is how many cells around the player are drawn at least.
const surroundings = 3

// bounds are the corners of what is drawn.
func (k *Known) bounds() (first, last chaser.Point) {
	first = chaser.Point{X: k.Pos.X - surroundings, Y: k.Pos.Y - surroundings}
	last = chaser.Point{X: k.Pos.X + surroundings, Y: k.Pos.Y + surroundings}
	for c := range k.Cells {
		first = chaser.Point{X: min(first.X, c.X), Y: min(first.Y, c.Y)}
		last = chaser.Point{X: max(last.X, c.X), Y: max(last.Y, c.Y)}
	}
	return first, last
}

// Cell is the edge of a cell.
const Cell = cell

// Corner is the upper left corner of a cell in the picture.
func (k *Known) Corner(c chaser.Point) [2]int {
	first, _ := k.bounds()
	return [2]int{(c.X - first.X) * cell, (c.Y - first.Y) * cell}
}

// Picture is a whole SVG document of what the player knows. What it does not know is dark.
func (k *Known) Picture() string {
	first, last := k.bounds()
	columns, rows := last.X-first.X+1, last.Y-first.Y+1
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif">`+"\n", columns*cell, rows*cell)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#8a8a84"/>`+"\n", columns*cell, rows*cell)
	for y := range rows {
		for x := range columns {
			c, seen := k.Cells[chaser.Point{X: first.X + x, Y: first.Y + y}]
			if !seen {
				continue
			}
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#f4f4f0"/>`+"\n", x*cell+1, y*cell+1, cell-2, cell-2)
			thing(&b, x, y, c)
		}
	}
	if k.Other != nil {
		if k.Past {
			b.WriteString(`<g opacity="0.5">` + "\n")
		}
		k.piece(&b, 1-k.Player, *k.Other)
		if k.Past {
			b.WriteString("</g>\n")
		}
	}
	k.piece(&b, k.Player, k.Pos)
	b.WriteString("</svg>\n")
	return b.String()
}

func (k *Known) piece(b *strings.Builder, player int, at chaser.Point) {
	corner := k.Corner(at)
	disk(b, player, corner[0]+cell/2, corner[1]+cell/2, 16)
}
