package vectors

import (
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
)

// candidates appends to dst the moves worth a look at g beside the legal ones:
// some of each way to be illegal.
func candidates(dst []trax.Move, g *game, rng *rand.Rand, each int) []trax.Move {
	p := g.pos
	w, h := p.Width(), p.Height()
	shape := func() trax.Shape { return [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}[rng.IntN(3)] }
	add := func(col, row int) {
		dst = append(dst, trax.Move{Cell: trax.Cell{Col: col, Row: row}, Shape: shape()})
	}
	for range each {
		add(rng.IntN(w+2), rng.IntN(h+2))
		add(w+2, rng.IntN(h+2))
		add(rng.IntN(w+2), h+2)
		add(rng.IntN(w+2)+g.board.Columns, rng.IntN(h+2))
		add(rng.IntN(w+2), rng.IntN(h+2)+g.board.Rows)
		add(rng.IntN(w+2)+256, rng.IntN(h+2))
		add(rng.IntN(w+2), rng.IntN(h+2)+256)
		add(703+rng.IntN(60000), rng.IntN(h+2))
		add(rng.IntN(128), rng.IntN(h+2))
		add(rng.IntN(w+2), rng.IntN(128))
		add(0, 0)
	}
	return dst
}

// noMoves are texts that aren't moves.
var noMoves = []string{
	"", "A1", "a1+", "A01+", "A+", "1A+", "+", "A1+ ", " A1+", "A1++", "A1x", "@@1+", "A@+",
	"@0", "A1|", "A-1+", "-W", "A1+/", "AA", "A1.0+", "A1+\r", "0/", "@+", "[1+", "`1+", "A1\\\\",
}
