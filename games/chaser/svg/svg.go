// Package svg draws positions of CHaser.
package svg

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/internal/caption"
)

// Measures of a picture, in pixels.
const (
	cell   = 40
	margin = 20
	head   = 56  // above the map
	turns  = 120 // the turns, in the middle of it
)

// Corner is the upper left corner of a cell in the picture of a position.
func Corner(c chaser.Point) [2]int { return [2]int{margin + c.X*cell, margin + head + c.Y*cell} }

// Colours that also people tell apart who see few of them.
var fills = [2]string{"#0072b2", "#d55e00"}

// Position writes the map with the players as a whole SVG document. Names are
// those of the teams.
func Position(w io.Writer, g *chaser.Position, names [2]string) error {
	columns, rows := g.Size()
	width, height := columns*cell+2*margin, rows*cell+head+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	score(&b, g, names, width)
	fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", margin, margin+head)
	floor(&b, columns, rows)
	for y := range rows {
		for x := range columns {
			thing(&b, x, y, g.At(chaser.Point{X: x, Y: y}))
		}
	}
	for player := range 2 {
		piece(&b, g, player)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// score writes the items at both edges, the names, with the seats where they are the same, and the
// rounds that are left.
func score(b *strings.Builder, g *chaser.Position, names [2]string, width int) {
	who := names
	if names[0] == names[1] {
		who = [2]string{chaser.Seats[0] + " " + names[0], chaser.Seats[1] + " " + names[1]}
	}
	for player, at := range [2]struct {
		x, inwards int
		anchor     string
	}{{margin, 1, "start"}, {width - margin, -1, "end"}} {
		items := strconv.Itoa(g.Items(player))
		past := caption.Width(items+" ", 28)
		name, size := caption.Name(who[player], (width-turns)/2-margin-past, 28, 18)
		fmt.Fprintf(b, `<g font-weight="bold" text-anchor="%s" fill="%s"><text x="%d" y="%d" font-size="28">%s</text>`, at.anchor, fills[player], at.x, margin+30, items)
		fmt.Fprintf(b, `<text x="%d" y="%d" font-size="%d">%s</text></g>`+"\n", at.x+at.inwards*past, margin+30, size, name)
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="24" text-anchor="middle" fill="#1a1a1a">%d / %d</text>`+"\n",
		width/2, margin+30, g.Turns()-g.Left(), g.Turns())
}

// floor draws the empty map with its grid.
func floor(b *strings.Builder, columns, rows int) {
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="#f4f4f0" stroke="#1a1a1a" stroke-width="3"/>`+"\n", columns*cell, rows*cell)
	var path strings.Builder
	for x := 1; x < columns; x++ {
		fmt.Fprintf(&path, "M%d 0V%d", x*cell, rows*cell)
	}
	for y := 1; y < rows; y++ {
		fmt.Fprintf(&path, "M0 %dH%d", y*cell, columns*cell)
	}
	fmt.Fprintf(b, `<path d="%s" stroke="#d0d0c8" fill="none"/>`+"\n", path.String())
}

// thing draws what lies on a cell.
func thing(b *strings.Builder, x, y int, c chaser.Cell) {
	switch c {
	case chaser.Block:
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#3a3a3a"/>`+"\n", x*cell+1, y*cell+1, cell-2, cell-2)
	case chaser.Item:
		fmt.Fprintf(b, `<path d="M%d %dl11 11l-11 11l-11 -11z" fill="#f0e442" stroke="#1a1a1a" stroke-width="2"/>`+"\n",
			x*cell+cell/2, y*cell+cell/2-11)
	}
}

// piece draws a player: a disk with its letter, smaller where both stand on one
// cell. Who walked off the map stands half a cell beside it.
func piece(b *strings.Builder, g *chaser.Position, player int) {
	p := g.Pos(player)
	columns, rows := g.Size()
	x := min(max(p.X*cell+cell/2, -4), columns*cell+4)
	y := min(max(p.Y*cell+cell/2, -4), rows*cell+4)
	r := 16
	if g.Pos(0) == g.Pos(1) {
		x, r = x+player*16-8, 9
	}
	end := g.Outcome()
	if end.Over && end.Winner == 1-player {
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="%d" fill="none" stroke="%s" stroke-width="3" stroke-dasharray="5 4"/>`+"\n", x, y, r+5, fills[player])
	}
	disk(b, player, x, y, r)
}

// disk draws a player's disk with its letter.
func disk(b *strings.Builder, player, x, y, r int) {
	fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="#ffffff" stroke-width="2"/>`, x, y, r, fills[player])
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="%d" font-weight="bold" text-anchor="middle" fill="#ffffff">%s</text>`+"\n",
		x, y+r*7/16, r*5/4, chaser.Seats[player][:1])
}
