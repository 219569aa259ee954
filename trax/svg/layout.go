package svg

import (
	"unicode/utf8"

	"github.com/loopline/loopline/trax"
)

// Lengths of the surroundings of a board.
const (
	border     = 10 // between the sheet's edge and what it holds
	rim        = 24 // for the names of columns and rows
	band       = 30 // for a line of text
	letter     = 8  // a generous guess at a letter's width
	textSize   = 15
	labelSize  = 13
	baseline   = 5 // from a letter's middle down to its foot
	swatchSize = 6 // radius
)

// layout holds the coordinates of a picture. The origin is the upper left corner of the cell
// @0, or of A1 where no names are shown.
type layout struct {
	Options
	first         int       // column and row of the first cell shown
	anchor        trax.Cell // the cell from which others are placed
	columns, rows int
	left, top     int // from the origin to the sheet's edges
	width, height int // of the sheet
}

// newLayout arranges a board of the given size. longest is the longest text
// below it, in characters.
func newLayout(o Options, columns, rows, longest int) layout {
	l := layout{Options: o, first: 1, columns: columns, rows: rows}
	l.left, l.top = border, border
	if !o.NoCoordinates {
		l.first = 0
		l.columns, l.rows = columns+2, rows+2
		l.left += rim
		l.top += rim
	}
	if o.Title != "" {
		l.top += band
	}
	l.anchor = trax.Cell{Col: l.first, Row: l.first}
	l.width = l.left + cell*l.columns + border
	l.height = l.top + cell*l.rows + border
	if longest > 0 {
		l.height += band
	}
	title := utf8.RuneCountInString(o.Title)
	if least := letter*max(longest+2, title) + 2*border; l.width < least {
		l.left += (least - l.width) / 2
		l.width = least
	}
	return l
}

// at returns the upper left corner of cell c, from that of the anchor.
func (l *layout) at(c trax.Cell) (x, y int) {
	return (c.Col - l.anchor.Col) * cell, (c.Row - l.anchor.Row) * cell
}

// edge returns the left and the upper edge of the sheet.
func (l *layout) edge() (x, y int) { return -l.left, -l.top }

// middle returns the middle of the sheet from left to right.
func (l *layout) middle() int { return l.width/2 - l.left }

// footing returns the height of the middle of the text below the board.
func (l *layout) footing() int { return l.rows*cell + border/2 + band/2 }

// open writes the beginning of a picture: the sheet, its title and the empty
// board. about describes it to those who cannot see it.
func (l *layout) open(c *canvas, about string) {
	x, y := l.edge()
	c.line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" width="%d" height="%d" role="img">`,
		x, y, l.width, l.height, l.width*l.Cell/cell, l.height*l.Cell/cell)
	c.line(`<title>%s</title>`, escape(about))
	c.define()
	c.line(`<rect x="%d" y="%d" width="%d" height="%d" rx="10" fill="%s"/>`,
		x, y, l.width, l.height, sheetColor)
	c.line(`<rect width="%d" height="%d" fill="url(#dots)"/>`, l.columns*cell, l.rows*cell)
	c.line(`<g font-family="system-ui,'Segoe UI','DejaVu Sans',sans-serif" font-size="%d" fill="%s" text-anchor="middle">`,
		textSize, textColor)
	if l.Title != "" {
		c.line(`<text x="%d" y="%d" font-weight="600">%s</text>`,
			l.middle(), y+border+band/2, escape(l.Title))
	}
}

// shut writes the end of a picture.
func (l *layout) shut(c *canvas) { c.line("</g>\n</svg>") }

// coordinates writes the names of the columns above and of the rows on the
// left, from @0 to the cell beyond the lower right corner.
func (l *layout) coordinates(c *canvas) {
	if l.NoCoordinates {
		return
	}
	c.line(`<g font-size="%d">`, labelSize)
	for col := range l.columns {
		c.line(`<text x="%d" y="-8">%s</text>`, col*cell+cell/2, columnName(col))
	}
	c.line(`<g text-anchor="end">`)
	for row := range l.rows {
		c.line(`<text x="-7" y="%d">%d</text>`, row*cell+cell/2+baseline, row)
	}
	c.line(`</g></g>`)
}

// columnName returns the name of a column: a cell's without its row.
func columnName(col int) string {
	name := trax.Cell{Col: col}.String()
	return name[:len(name)-1]
}
