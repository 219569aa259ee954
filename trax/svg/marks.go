package svg

import "github.com/loopline/loopline/trax"

// tiles writes the tiles of a position, which are in reading order. In rows, a row is
// a group of its own, with a name that it keeps: who changes a tile in a large picture
// then lays out a row again, and not the board.
func (l *layout) tiles(c *canvas, all []trax.Placement, rows bool) {
	for i, t := range all {
		begins := i == 0 || all[i-1].Cell.Row != t.Cell.Row
		if rows && begins && i > 0 {
			c.line(`</g>`)
		}
		if rows && begins {
			_, y := l.at(t.Cell)
			c.line(`<g data-y="%d">`, y)
		}
		l.tile(c, t.Tile, t.Cell)
	}
	if rows && len(all) > 0 {
		c.line(`</g>`)
	}
}

// tile writes one tile.
func (l *layout) tile(c *canvas, t trax.Tile, at trax.Cell) {
	x, y := l.at(at)
	c.line("%s", Tile(t, x, y))
}

const frameStyle = `fill="none" stroke="` + markColor + `" stroke-width="3.5"`

// frames marks the tiles of a turn.
func (l *layout) frames(c *canvas, placed []trax.Placement) {
	for _, t := range placed {
		x, y := l.at(t.Cell)
		name := "m"
		if t.Forced {
			name = "n"
		}
		c.line(`<use href="#%s" x="%d" y="%d"/>`, name, x, y)
	}
}

// outline draws the loops and lines that won once more, above all others and with a broad
// outline, and loops of the other colour that the same turn closed with a pale one.
func (l *layout) outline(c *canvas, p *trax.Position) {
	color := p.Outcome().Winner
	for _, cells := range otherLoops(p) {
		l.outlined(c, p, cells, color.Other(), otherColor)
	}
	for _, cells := range p.Winning() {
		l.outlined(c, p, cells, color, winColor)
	}
}

func (l *layout) outlined(c *canvas, p *trax.Position, cells []trax.Cell, color trax.Color, around string) {
	for _, pen := range []struct {
		color string
		width int
	}{{faceColor, halo + 3}, {around, halo}, {ink(color), track}} {
		c.line(`<g fill="none" stroke="%s" stroke-width="%d">`, pen.color, pen.width)
		for _, at := range cells {
			x, y := l.at(at)
			c.line(`<use href="#%s" x="%d" y="%d"/>`, segment(p.At(at), color), x, y)
		}
		c.line(`</g>`)
	}
}

// otherLoops lists the loops of the loser that the last turn closed.
func otherLoops(p *trax.Position) (found [][]trax.Cell) {
	o := p.Outcome()
	seen := map[trax.Cell]bool{}
	for _, t := range p.AppendPlaced(nil) {
		if !o.Over || seen[t.Cell] {
			continue
		}
		cells, loop := p.Walk(t.Cell, o.Winner.Other())
		if !loop {
			continue
		}
		for _, at := range cells {
			seen[at] = true
		}
		found = append(found, cells)
	}
	return found
}

// say writes a text below the board, behind a dot of the colour that it is
// about.
func (l *layout) say(c *canvas, text string, about string) {
	x, y := l.middle(), l.footing()
	if about != "" {
		x += swatchSize + 3
		half := letter * len([]rune(text)) / 2
		c.line(`<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="%s" stroke-width="2"/>`,
			x-half-swatchSize-3, y, swatchSize, about, faceColor)
	}
	c.line(`<text x="%d" y="%d">%s</text>`, x, y+baseline, escape(text))
}
