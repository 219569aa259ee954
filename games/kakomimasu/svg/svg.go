// Package svg draws positions of Kakomimasu.
package svg

import (
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/internal/caption"
)

// Measures of a picture, in pixels.
const (
	cell   = 48
	margin = 24
	line   = 44 // of a player above the board

	Cell = cell // the edge of a cell
)

// Corner is the upper left corner of a cell.
func Corner(b *kakomimasu.Field, c kakomimasu.Cell) [2]int {
	return [2]int{margin + c.X*cell, head(b) + c.Y*cell}
}

// head is the height of what is above the board.
func head(b *kakomimasu.Field) int { return margin + b.Players*line }

// style is the style of a player: colours that people who do not see all of them
// tell apart, and a pattern of its own for its territory.
type style struct{ wall, area, hatch string }

var looks = [kakomimasu.MaxPlayers]style{
	{"#0072b2", "#cfe6f5", `<path d="M0 8L8 0" stroke="#0072b2"/>`},
	{"#d55e00", "#fbe0cc", `<path d="M0 0L8 8" stroke="#d55e00"/>`},
	{"#00795c", "#cdeee3", `<path d="M4 0V8" stroke="#00795c"/>`},
	{"#9e4f7f", "#f4dcea", `<path d="M0 4H8" stroke="#9e4f7f"/>`},
}

// Position writes the board, the agents and the scores as a whole SVG document.
// Names are the names of the players, in order.
func Position(w io.Writer, p *kakomimasu.Position, names []string) error {
	b := p.Field()
	width, height := max(b.Width*cell, 480)+2*margin, b.Height*cell+head(b)+margin
	d := drawing{p: p, width: width}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif">`, width, height)
	d.printf(`<rect width="%d" height="%d" fill="#ffffff"/><defs>`, width, height)
	for player := range b.Players {
		l := looks[player]
		d.printf(`<pattern id="area%d" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="%s"/><g stroke-width="1.5" opacity="0.45">%s</g></pattern>`,
			player, l.area, l.hatch)
	}
	d.printf(`</defs>`)
	for player, name := range names {
		d.score(player, name, margin+player*line)
	}
	d.printf(`<g transform="translate(%d %d)">`, margin, head(b))
	for y := range b.Height {
		for x := range b.Width {
			d.cell(kakomimasu.Cell{X: x, Y: y})
		}
	}
	for player := range b.Players {
		for agent := range b.Agents {
			if at := p.Agent(player, agent); at != kakomimasu.Off {
				d.agent(player, agent, at)
			}
		}
	}
	d.printf("</g>\n</svg>")
	_, err := io.WriteString(w, d.text.String())
	return err
}

// drawing is a picture that is being made.
type drawing struct {
	p     *kakomimasu.Position
	width int
	text  strings.Builder
}

func (d *drawing) printf(format string, args ...any) {
	fmt.Fprintf(&d.text, format, args...)
	d.text.WriteByte('\n')
}

// score draws a player's line: its mark, name and points.
func (d *drawing) score(player int, name string, y int) {
	s := d.p.Score(player)
	d.mark(player, margin+14, y+14, 14)
	total, parts := fmt.Sprint(s.Total()), partsOf(s)
	right := d.width - margin // where the total ends, the same of all
	for other := range d.p.Field().Players {
		right = min(right, d.width-margin-caption.Width(partsOf(d.p.Score(other)), 20))
	}
	text, size := caption.Name(name, right-margin-40-caption.Width("  "+total, 28), 28, 18)
	d.printf(`<text x="%d" y="%d" font-size="%d" fill="#1a1a1a">%s</text>`, margin+40, y+24, size, text)
	d.printf(`<text x="%d" y="%d" font-size="28" font-weight="bold" text-anchor="end" fill="#1a1a1a">%s</text>`, right-8, y+24, total)
	d.printf(`<text x="%d" y="%d" font-size="20" fill="#1a1a1a">%s</text>`, right, y+24, parts)
}

func partsOf(s kakomimasu.Score) string { return fmt.Sprintf("□ %d + ■ %d", s.Area, s.Wall) }

// cell draws a cell with its points.
func (d *drawing) cell(c kakomimasu.Cell) {
	fill, text, weight := "#f2f2f2", "#595959", "normal"
	if t := d.p.At(c); t.Wall {
		fill, text, weight = looks[t.Player].wall, "#ffffff", "bold"
	} else if t.Owned {
		fill, text = fmt.Sprintf("url(#area%d)", t.Player), "#1a1a1a"
	}
	x, y := c.X*cell, c.Y*cell
	d.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#ffffff" stroke-width="2"/>`, x, y, cell, cell, fill)
	size, dy := 20, 7
	if _, _, ok := d.p.Standing(c); ok {
		size, dy, weight = 13, 20, "bold" // the agent takes the middle
	}
	d.printf(`<text x="%d" y="%d" font-size="%d" font-weight="%s" text-anchor="middle" fill="%s">%d</text>`,
		x+cell/2, y+cell/2+dy, size, weight, text, d.p.Field().Point(c))
}

// agent draws an agent with its number.
func (d *drawing) agent(player, agent int, at kakomimasu.Cell) {
	x, y := at.X*cell+cell/2, at.Y*cell+cell/2-6
	d.mark(player, x, y, 14)
	d.printf(`<text x="%d" y="%d" font-size="15" font-weight="bold" text-anchor="middle" fill="#1a1a1a">%d</text>`, x, y+5, agent)
}

// mark draws a player's sign: a circle, a square, a diamond, a triangle.
func (d *drawing) mark(player, x, y, r int) {
	style := fmt.Sprintf(`fill="#ffffff" stroke="%s" stroke-width="4"`, looks[player].wall)
	switch player {
	case 0:
		d.printf(`<circle cx="%d" cy="%d" r="%d" %s/>`, x, y, r, style)
	case 1:
		d.printf(`<rect x="%d" y="%d" width="%d" height="%d" %s/>`, x-r+2, y-r+2, 2*r-4, 2*r-4, style)
	case 2:
		d.printf(`<path d="M%d %dl%d %dl%d %dl%d %dz" %s/>`, x, y-r-2, r+2, r+2, -r-2, r+2, -r-2, -r-2, style)
	default:
		d.printf(`<path d="M%d %dl%d %dh%dz" %s/>`, x, y-r-2, r+2, 2*r, -2*r-4, style)
	}
}
