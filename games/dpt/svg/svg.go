// Package svg draws positions of DPT.
package svg

import (
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/grid"
)

// Measures of a picture, in pixels.
const (
	cell   = 48
	margin = 20
	head   = 64 // above the field

	Cell = cell // the edge of a cell
)

// Corner is the upper left corner of a cell.
func Corner(c dpt.Point) [2]int { return [2]int{margin + c.X*cell, margin + head + c.Y*cell} }

// team is the style of a team: colours that also people tell apart who see few of
// them, stripes that lean to its side, an agent of its own shape.
type team struct{ paint, pale, stripe, name string }

var teams = [2]team{
	{"#0072b2", "#8ec5e6", "M0 12L12 0", "A"},
	{"#d55e00", "#f7c08a", "M0 0L12 12", "B"},
}

// Position writes the field with tiles, areas, agents and points as a whole SVG
// document.
func Position(w io.Writer, g *dpt.Game) error {
	columns, rows := g.Size()
	width, height := columns*cell+2*margin, rows*cell+head+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height)
	b.WriteString("<defs>")
	for i, t := range teams {
		fmt.Fprintf(&b, `<pattern id="area%d" width="12" height="12" patternUnits="userSpaceOnUse"><path d="%s" stroke="%s" stroke-width="3"/></pattern>`, i, t.stripe, t.paint)
	}
	b.WriteString("</defs>\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	score(&b, g, width)
	fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", margin, margin+head)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#f4f4f0"/>`+"\n", columns*cell, rows*cell)
	tiles(&b, g)
	lattice(&b, columns, rows)
	values(&b, g)
	agents(&b, g)
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// score writes the points of both and the turn.
func score(b *strings.Builder, g *dpt.Game, width int) {
	for i, at := range [2]struct {
		x      int
		anchor string
	}{{margin, "start"}, {width - margin, "end"}} {
		p := g.Points(i)
		fmt.Fprintf(b, `<text x="%d" y="%d" font-size="34" font-weight="bold" text-anchor="%s" fill="%s">%s %d</text>`,
			at.x, margin+30, at.anchor, teams[i].paint, teams[i].name, p.Total())
		fmt.Fprintf(b, `<text x="%d" y="%d" font-size="18" text-anchor="%s" fill="#1a1a1a">■ %d + □ %d</text>`+"\n",
			at.x, margin+54, at.anchor, p.Tile, p.Area)
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="24" text-anchor="middle" fill="#1a1a1a">%d / %d</text>`+"\n",
		width/2, margin+30, g.Turn(), g.Rules().Turns)
}

// tiles draws the tiles, and stripes where cells are enclosed.
func tiles(b *strings.Builder, g *dpt.Game) {
	columns, rows := g.Size()
	inside := grid.NewBitboard(rows)
	for i, t := range teams {
		g.Enclosed(inside, i)
		for y := range rows {
			for x := range columns {
				switch {
				case g.Tile(dpt.Point{X: x, Y: y}) == uint8(i)+1:
					fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x*cell, y*cell, cell, cell, t.pale)
				case inside.Has(x, y):
					fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="url(#area%d)" opacity="0.55"/>`+"\n", x*cell, y*cell, cell, cell, i)
				}
			}
		}
	}
}

// lattice draws the lines between the cells.
func lattice(b *strings.Builder, columns, rows int) {
	var path strings.Builder
	for x := 1; x < columns; x++ {
		fmt.Fprintf(&path, "M%d 0V%d", x*cell, rows*cell)
	}
	for y := 1; y < rows; y++ {
		fmt.Fprintf(&path, "M0 %dH%d", y*cell, columns*cell)
	}
	fmt.Fprintf(b, `<path d="%s" stroke="#b8b8b0" fill="none"/>`+"\n", path.String())
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="none" stroke="#1a1a1a" stroke-width="3"/>`+"\n", columns*cell, rows*cell)
}

// values writes the value of each cell, with a light edge so that it can be read
// on stripes.
func values(b *strings.Builder, g *dpt.Game) {
	columns, rows := g.Size()
	fmt.Fprintf(b, `<g font-size="22" text-anchor="middle" fill="#1a1a1a" stroke="#ffffff" stroke-width="4" paint-order="stroke" stroke-linejoin="round">`+"\n")
	for y := range rows {
		for x := range columns {
			fmt.Fprintf(b, `<text x="%d" y="%d">%d</text>`, x*cell+cell/2, y*cell+cell/2+8, g.Value(dpt.Point{X: x, Y: y}))
		}
		b.WriteByte('\n')
	}
	b.WriteString("</g>\n")
}

// agents draws the agents: A's are disks, B's are squares on a corner.
func agents(b *strings.Builder, g *dpt.Game) {
	for i, t := range teams {
		for _, at := range g.Agents(i) {
			x, y := at.X*cell+cell/2, at.Y*cell+cell/2
			if i == 0 {
				fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="19" fill="%s" stroke="#ffffff" stroke-width="3"/>`, x, y, t.paint)
			} else {
				fmt.Fprintf(b, `<path d="M%d %dl22 22l-22 22l-22 -22z" fill="%s" stroke="#ffffff" stroke-width="3"/>`, x, y-22, t.paint)
			}
			fmt.Fprintf(b, `<text x="%d" y="%d" font-size="20" font-weight="bold" text-anchor="middle" fill="#ffffff">%d</text>`+"\n", x, y+7, g.Value(at))
		}
	}
}
