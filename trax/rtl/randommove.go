package rtl

import (
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// choose is the move to play.
func (g *generator) choose() trax.Move {
	var m trax.Move
	if g.turns > roundTurns/8 && g.rare(Play, vectors.ForcedPlay) {
		m = g.steer()
	} else {
		m = g.styled()
	}
	if !g.o.full(m.Cell) || g.one(4) {
		return m
	}
	if fits, ok := g.pick(g.fits); ok {
		return fits
	}
	g.full += 4
	return m
}

// styled is a legal move as the game's style has them.
func (g *generator) styled() trax.Move {
	const tries = 4
	m := g.candidate()
	for range tries {
		if !g.o.full(m.Cell) && !(g.lives() && g.ends(m)) {
			break
		}
		m = g.candidate()
	}
	return m
}

// steer is a legal move to a position in which forced play forbids one, if
// a few tries find it. On a small board there are few such positions.
func (g *generator) steer() trax.Move {
	const tries = 40
	m := g.anyLegal()
	for range tries {
		if g.o.full(m.Cell) || g.o.pos.Play(m) != nil {
			m = g.anyLegal()
			continue
		}
		g.forced = g.o.pos.AppendForcedIllegal(g.forced[:0])
		found := slices.ContainsFunc(g.forced, g.fits)
		g.o.pos.Undo()
		if found {
			break
		}
		m = g.anyLegal()
	}
	return m
}

// fits reports whether the board has room for a move, and overflows whether it
// has none.
func (g *generator) fits(m trax.Move) bool      { return !g.o.full(m.Cell) }
func (g *generator) overflows(m trax.Move) bool { return g.o.full(m.Cell) }

// lives reports whether the game is not to end yet.
func (g *generator) lives() bool {
	if g.style.line {
		return max(g.o.pos.Width(), g.o.pos.Height()) < g.longest
	}
	return g.style.live && g.lacks[Undo]
}

// candidate is a legal move that leads where the style wants, or one beside a
// turn that was refused.
func (g *generator) candidate() trax.Move {
	if g.after > 0 {
		g.after--
		if m, ok := g.pick(g.isNear); ok {
			return m
		}
	}
	if g.style.row && !g.one(8) {
		if m, ok := g.pick(g.grows); ok {
			return m
		}
	}
	if g.style.line {
		g.bends = g.one(4)
		if m, ok := g.pick(g.prolongs); ok {
			return m
		}
	}
	return g.anyLegal()
}

// pick is one of the legal moves with a quality.
func (g *generator) pick(has func(trax.Move) bool) (m trax.Move, ok bool) {
	n := 0
	for _, l := range g.legal {
		if has(l) {
			if n++; g.one(n) {
				m = l
			}
		}
	}
	return m, n > 0
}

// isNear reports whether a move is near the turn that was refused.
func (g *generator) isNear(m trax.Move) bool {
	dx, dy := m.Cell.Col-g.near.Col, m.Cell.Row-g.near.Row
	return dx*dx+dy*dy <= 2
}

// grows reports whether a move makes the row longer.
func (g *generator) grows(m trax.Move) bool {
	switch g.side {
	case 0:
		return m.Cell.Col > g.o.pos.Width()
	case 1:
		return m.Cell.Row == 0
	case 2:
		return m.Cell.Col == 0
	}
	return m.Cell.Row > g.o.pos.Height()
}

// prolongs reports whether a move makes the track longer, most often straight on.
func (g *generator) prolongs(m trax.Move) bool {
	t := &g.track
	switch {
	case t.ply == 0 || t.ply != g.o.pos.Ply():
		return g.o.pos.Ply() == 0 && m.Shape == trax.Plus
	case m.Cell != t.next():
		return false
	}
	return m.Shape == trax.Plus || g.bends
}

// ends reports whether a legal move ends the game.
func (g *generator) ends(m trax.Move) bool {
	if g.o.pos.Play(m) != nil {
		return false
	}
	over := g.o.pos.Outcome().Over
	g.o.pos.Undo()
	return over
}

// anyLegal is a legal move. The board may have no room for it.
func (g *generator) anyLegal() trax.Move {
	if len(g.legal) == 0 {
		return g.anything()
	}
	m := g.legal[g.rng.IntN(len(g.legal))]
	if g.style.outward && !g.rim(m.Cell) {
		m = g.legal[g.rng.IntN(len(g.legal))]
	}
	return m
}

func (g *generator) rim(c trax.Cell) bool {
	return c.Col == 0 || c.Row == 0 || c.Col > g.o.pos.Width() || c.Row > g.o.pos.Height()
}

// anything is a move in the box or beside it, legal or not.
func (g *generator) anything() trax.Move {
	return trax.Move{
		Cell:  trax.Cell{Col: g.rng.IntN(g.o.pos.Width() + 2), Row: g.rng.IntN(g.o.pos.Height() + 2)},
		Shape: g.shape(),
	}
}

func (g *generator) shape() trax.Shape { return shapeOf(uint8(g.rng.IntN(3))) }

// wrong is a move that is most likely illegal.
func (g *generator) wrong() trax.Move {
	m := g.anything()
	if g.one(2) {
		m = g.anyLegal()
	}
	size := g.o.room + 2
	switch g.rng.IntN(7) {
	case 0:
		m.Shape = 0
	case 1:
		m.Cell.Col = g.o.pos.Width() + 2
	case 2:
		m.Cell.Row = g.o.pos.Height() + 2
	case 3: // the same cell of the torus
		m.Cell.Col += size
	case 4:
		m.Cell.Row += size
	case 5: // too large for the port
		m.Cell.Col, m.Cell.Row = 1<<20, g.rng.IntN(1<<12)
	}
	return m
}

// binCounts counts what turns have come to, to prefer what is rare.
type binCounts struct {
	ends   [16][2][2]int // by completion, colour that moved, and whether the box is larger than a line need be
	chains [32]int       // by the number of forced tiles
}

// of is the counter for the last turn of a position, and how much such a turn
// is wanted.
func (r *binCounts) of(pos *trax.Position) (seen *int, weight int) {
	if out := pos.Outcome(); out.Over {
		wide := 0
		if max(pos.Width(), pos.Height()) > 8 {
			wide = 1
		}
		return &r.ends[out.Completed&15][pos.Turn()][wide], 4000
	}
	n := pos.Forced()
	return &r.chains[min(n, len(r.chains)-1)], 20 * n * n
}

// leastCovered is the legal move with the rarest outcome so far (coverage-driven), if one is
// worth it. Ends reports whether it ends the game as few games have ended.
func (g *generator) leastCovered() (rare trax.Move, ends, ok bool) {
	const least, looked, few = 100, 64, 3
	most := least
	var counter *int
	from := 0
	if len(g.legal) > looked {
		from = g.rng.IntN(len(g.legal) - looked)
	}
	for _, m := range g.legal[from:min(from+looked, len(g.legal))] {
		if g.o.full(m.Cell) || g.o.pos.Play(m) != nil {
			continue
		}
		seen, weight := g.seen.of(g.o.pos)
		if weight /= 1 + *seen; weight > most {
			rare, most, counter = m, weight, seen
			ends = g.o.pos.Outcome().Over && *seen < few
		}
		g.o.pos.Undo()
	}
	if counter != nil {
		*counter++
	}
	return rare, ends, counter != nil
}
