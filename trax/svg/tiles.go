package svg

import "github.com/loopline/loopline/trax"

// Lengths in the units of a picture.
const (
	cell   = 40 // edge of a cell
	track  = 9  // width of a track
	casing = 14 // width of the gap where a track passes under another
	halo   = 17 // width of the outline around a winning track
)

// segments are the ways of a track across a cell, by the two sides that it
// joins. Each reaches a little beyond the cell: no seam shows when a picture
// is scaled.
var segments = [...]struct {
	sides trax.Tile // as the set of red edges of a tile
	name  string
	path  string
}{
	{trax.PlusRed, "h", "M-.4 20H40.4"},
	{trax.PlusWhite, "v", "M20-.4V40.4"},
	{trax.BackslashRed, "rt", "M40.4 20H40A20 20 0 0 1 20 0V-.4"},
	{trax.SlashWhite, "tl", "M20-.4V0A20 20 0 0 1 0 20H-.4"},
	{trax.BackslashWhite, "lb", "M-.4 20H0A20 20 0 0 1 20 40V40.4"},
	{trax.SlashRed, "br", "M20 40.4V40A20 20 0 0 1 40 20H40.4"},
}

// tiles lists the six tiles.
var tiles = [...]trax.Tile{
	trax.PlusRed, trax.PlusWhite, trax.SlashRed,
	trax.SlashWhite, trax.BackslashRed, trax.BackslashWhite,
}

// segment returns the name of the way that color takes across t.
func segment(t trax.Tile, color trax.Color) string {
	for _, s := range segments {
		if first := trax.Side(firstSide(s.sides)); t.ColorAt(first) == color &&
			s.sides.ColorAt(t.Mate(first)) == trax.Red {
			return s.name
		}
	}
	return ""
}

// firstSide returns the first side that a set of two holds.
func firstSide(sides trax.Tile) (s trax.Side) {
	for sides.ColorAt(s) != trax.Red {
		s++
	}
	return s
}

// corners frames a tile and leaves out the middle of its sides, where tracks pass.
const corners = "M1.75 10V5.25A3.5 3.5 0 0 1 5.25 1.75H10M30 1.75H34.75A3.5 3.5 0 0 1 38.25 5.25V10" +
	"M38.25 30V34.75A3.5 3.5 0 0 1 34.75 38.25H30M10 38.25H5.25A3.5 3.5 0 0 1 1.75 34.75V30"

// define writes the parts that the picture is put together from: segments,
// tiles under their letters, frames of written (m) and forced (n) tiles, and
// the dots of the empty board.
func (c *canvas) define() {
	c.line(`<defs>`)
	for _, s := range segments {
		c.line(`<path id="%s" d="%s"/>`, s.name, s.path)
	}
	for _, t := range tiles {
		c.line(`<g id="%s"><rect x=".75" y=".75" width="38.5" height="38.5" rx="4" fill="%s"/>`,
			t, faceColor)
		c.line(`<g fill="none" stroke-width="%d"><use href="#%s" stroke="%s"/>`,
			track, segment(t, trax.Red), ink(trax.Red))
		if t.Shape() == trax.Plus {
			c.line(`<path d="M%s" stroke="%s" stroke-width="%d"/>`,
				bridge(t), faceColor, casing)
		}
		c.line(`<use href="#%s" stroke="%s"/></g></g>`, segment(t, trax.White), ink(trax.White))
	}
	c.line(`<path id="m" d="%s"/>`, corners)
	c.line(`<path id="n" d="%s" stroke-dasharray="3 2.2"/>`, corners)
	c.line(`<pattern id="dots" width="40" height="40" patternUnits="userSpaceOnUse">` +
		`<path d="M0 0H4M0 0V4M40 0H36M40 0V4M0 40H4M0 40V36M40 40H36M40 40V36" ` +
		`stroke="` + gridColor + `" stroke-width="2"/></pattern>`)
	c.line(`</defs>`)
}

// bridge returns the middle of the white track of a crossing, where it passes
// over the red one.
func bridge(t trax.Tile) string {
	if t == trax.PlusRed {
		return "20 11V29"
	}
	return "11 20H29"
}
