package svg

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/loopline/loopline/trax"
)

// Position writes p as an SVG picture: the board, the tiles of the last turn
// marked, and what has won the game if it is over. It writes once, or not at
// all; its error is w's, or that the board has more than [MaxTiles] tiles.
func Position(w io.Writer, p *trax.Position, o Options) error {
	if err := tooMany(p.Tiles()); err != nil {
		return err
	}
	o = o.complete()
	l := newLayout(o, p.Width(), p.Height(), utf8.RuneCountInString(o.Caption))
	c := &canvas{}
	l.open(c, describe(p))
	l.coordinates(c)
	if o.Anchored {
		l.anchor = p.First()
		c.line(`<g transform="translate(%d %d)">`, (l.anchor.Col-l.first)*cell, (l.anchor.Row-l.first)*cell)
	}
	l.tiles(c, p.AppendTiles(nil), o.Anchored)
	if placed := p.AppendPlaced(nil); len(placed) > 0 {
		c.line(`<g %s>`, frameStyle)
		l.frames(c, placed)
		c.line(`</g>`)
	}
	l.outline(c, p)
	if o.Anchored {
		c.line(`</g>`)
	}
	if o.Caption != "" {
		l.say(c, o.Caption, "")
	}
	l.shut(c)
	_, err := w.Write(c.Bytes())
	return err
}

// MaxTiles bounds the tiles of a picture: more make a file that viewers
// take minutes to open.
const MaxTiles = 50_000

func tooMany(tiles int) error {
	if tiles <= MaxTiles {
		return nil
	}
	return fmt.Errorf("the board has %d tiles; a picture shows at most %d: draw an earlier ply, or text",
		tiles, MaxTiles)
}

// describe says in words what a position shows.
func describe(p *trax.Position) string {
	return fmt.Sprintf("Trax, %d columns, %d rows, %d tiles after ply %d: %s",
		p.Width(), p.Height(), p.Tiles(), p.Ply(), p.Outcome())
}
