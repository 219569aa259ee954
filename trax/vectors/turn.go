package vectors

import (
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// turn is one turn vector: a move on a position and what follows. It is
// reused; what it points to belongs to its turnMaker.
type turn struct {
	moves  []byte // to the position
	quoted []byte // the same as a JSON string
	move   []byte // as text
	m      trax.Move
	known  bool // m is what move says; else move has no syntax

	before state
	status Status // by the rules, on a board without limit
	full   bool   // does not fit the board of the file

	// The effect if status is OK.
	placed  []trax.Placement // the written tile, then forced ones by row, column
	outcome trax.Outcome
	after   state

	classes vectors.BinSet
}

type state struct {
	width, height, tiles int
	crc                  uint32 // only before
}

// turnGenerator generates turn vectors. It is not safe for concurrent use.
type turnGenerator struct {
	t      turn
	order  []trax.Placement // as forced play went
	tracks []trax.Track
	seen   []trax.Cell

	// sought are the bins that matter: of a turn that belongs to none of
	// them the turnGenerator need not find all bins. nil is all.
	sought *vectors.BinSet
	bare   bool // only bins and statuses are wanted, not what vectors say of the position
}

// seeks reports whether a family of bins matters.
func (e *turnGenerator) seeks(family *vectors.BinSet) bool {
	return e.sought == nil || e.sought.Intersects(family)
}

// try examines a written move at g, and leaves g as it was.
func (e *turnGenerator) try(g *game, m trax.Move) *turn {
	t := e.examine(g, m)
	if t.status == OK {
		g.pos.Undo()
	}
	return t
}

// examine examines a written move at g, whose position has played it if it is legal.
func (e *turnGenerator) examine(g *game, m trax.Move) *turn {
	t := e.begin(g)
	t.m, t.known = m, true
	t.move = m.Append(t.move[:0])
	side, full := g.full(m.Cell)
	reason, _ := g.pos.PlayReason(m) // no board that is classified is too large
	t.status = statusOf(reason)
	t.full = full && (t.status == OK || t.status == ForcedPlay)
	switch {
	case t.status == OK:
		e.follow(g)
		if t.full {
			e.t.classes = vectors.BinSet{}
			e.classifyFull(side)
		}
	case t.full:
		e.classifyFull(side)
	default:
		e.classifyIllegal(g)
	}
	return t
}

// tryText examines a text that isn't a move.
func (e *turnGenerator) tryText(g *game, text string) *turn {
	t := e.begin(g)
	t.move = append(t.move[:0], text...)
	t.m, t.known, t.full, t.status = trax.Move{}, false, false, Syntax
	t.classes.Add(catalogue.status[Syntax])
	return t
}

func (e *turnGenerator) begin(g *game) *turn {
	t := &e.t
	t.before = state{g.pos.Width(), g.pos.Height(), g.pos.Tiles(), 0}
	if !e.bare {
		t.moves, t.quoted, t.before.crc = g.text, g.asJSON(), g.crc()
	}
	t.classes = vectors.BinSet{}
	t.placed = t.placed[:0]
	return t
}

// follow notes what a legal turn, which g's position has just played, did.
func (e *turnGenerator) follow(g *game) {
	t := &e.t
	t.after = state{g.pos.Width(), g.pos.Height(), g.pos.Tiles(), 0}
	t.outcome = g.pos.Outcome()
	t.placed = g.pos.AppendPlaced(t.placed[:0])
	e.order = append(e.order[:0], t.placed...)
	e.classifyLegal(g)
	if len(t.placed) > 2 {
		slices.SortFunc(t.placed[1:], func(a, b trax.Placement) int {
			if a.Cell.Row != b.Cell.Row {
				return a.Cell.Row - b.Cell.Row
			}
			return a.Cell.Col - b.Cell.Col
		})
	}
}
