package rtl

import (
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// probe asks about moves of all kinds.
func (g *generator) probe() {
	if g.one(128) {
		g.tell(Gen, trax.Move{})
	}
	if !g.lacks[Try] {
		for range g.rng.IntN(6) {
			g.tell(Try, g.anyLegal())
		}
		for range g.rng.IntN(4) {
			g.tell(Try, g.anything())
		}
	}
	if g.one(16) {
		g.tell(Try, g.wrong())
	}
	if g.one(8) {
		if g.tell(Play, g.wrong()) == 0 {
			g.legal = g.o.pos.AppendMoves(g.legal[:0])
		}
	}
	g.refuse(g.anything())
	if g.atRim() && (g.one(8) || g.rare(Play, vectors.BoardFull)) {
		g.overflow()
	}
}

// overflow asks about moves that the board has no room for.
func (g *generator) overflow() {
	if m, ok := g.pick(g.overflows); ok {
		g.tell(Try, m)
		g.refuse(m)
		g.stream(vectors.BoardFull)
	}
	g.forced = g.o.pos.AppendForcedIllegal(g.forced[:0])
	if i := slices.IndexFunc(g.forced, g.overflows); i >= 0 { // it is board-full all the same
		g.tell(Play, g.forced[i])
	}
}

// stream at times asks for the moves of a position in which one has a status.
func (g *generator) stream(status vectors.Status) {
	if g.streamed[status] < 2 || g.one(64) {
		g.streamed[status]++
		g.tell(Gen, trax.Move{})
	}
}

// refuse plays a move if the rules refuse it.
func (g *generator) refuse(m trax.Move) {
	if g.o.refuses(m) {
		g.tell(Play, m)
	}
}

// contradict plays moves that only forced play forbids, and then asks about
// what such a turn may have left behind.
func (g *generator) contradict() {
	const enough = 32 // in a round, from which on not each position is looked at
	if g.met[Play][vectors.ForcedPlay] > enough && !g.one(4) {
		return
	}
	g.forced = g.o.pos.AppendForcedIllegal(g.forced[:0])
	if len(g.forced) == 0 {
		return
	}
	m := g.forbidden()
	if g.one(4) || g.rare(Try, vectors.ForcedPlay) {
		g.tell(Try, m)
	}
	g.tell(Play, m)
	g.stream(vectors.ForcedPlay)
	g.near, g.after = m.Cell, 2
	if g.one(2) {
		g.tell(Play, m)
	}
	if n := g.beside(m.Cell); g.one(2) {
		g.tell(Try, n)
	} else {
		g.refuse(n)
	}
}

// forbidden is one of the moves that only forced play forbids, most often one
// that the board has room for.
func (g *generator) forbidden() trax.Move {
	const tries = 16
	m := g.forced[g.rng.IntN(len(g.forced))]
	for n := 0; g.o.full(m.Cell) && n < tries; n++ {
		m = g.forced[g.rng.IntN(len(g.forced))]
	}
	return m
}

// beside is a move at a cell or beside it.
func (g *generator) beside(c trax.Cell) trax.Move {
	switch g.rng.IntN(5) {
	case 0:
		c.Col++
	case 1:
		c.Row++
	case 2:
		c.Col = max(0, c.Col-1)
	case 3:
		c.Row = max(0, c.Row-1)
	}
	return trax.Move{Cell: c, Shape: g.shape()}
}

// afterEnd sends commands that are illegal after the end of the game.
func (g *generator) afterEnd() {
	g.tell(Play, g.anything())
	if g.one(8) || g.rare(Gen, vectors.GameOver) {
		g.tell(Gen, trax.Move{})
	}
	g.tell(Try, g.anything())
	if g.one(4) {
		g.refuse(g.wrong())
	}
}
