package svg

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/loopline/loopline/trax"
)

// Position writes p as an SVG picture: the board, the tiles of the last turn
// marked, and what has won the game if it is over. It writes once, or not at
// all; its error is w's.
func Position(w io.Writer, p *trax.Position, o Options) error {
	o = o.complete()
	l := newLayout(o, p.Width(), p.Height(), utf8.RuneCountInString(o.Caption))
	c := &canvas{}
	l.open(c, describe(p))
	l.coordinates(c)
	for row := 1; row <= p.Height(); row++ {
		for col := 1; col <= p.Width(); col++ {
			at := trax.Cell{Col: col, Row: row}
			if t := p.At(at); t != trax.Empty {
				l.tile(c, t, at)
			}
		}
	}
	if placed := p.AppendPlaced(nil); len(placed) > 0 {
		c.line(`<g %s>`, frameStyle)
		l.frames(c, placed)
		c.line(`</g>`)
	}
	l.outline(c, p)
	if o.Caption != "" {
		l.say(c, o.Caption, "")
	}
	l.shut(c)
	_, err := w.Write(c.Bytes())
	return err
}

// describe says in words what a position shows.
func describe(p *trax.Position) string {
	return fmt.Sprintf("Trax, %d columns, %d rows, %d tiles after ply %d: %s",
		p.Width(), p.Height(), p.Tiles(), p.Ply(), p.Outcome())
}
