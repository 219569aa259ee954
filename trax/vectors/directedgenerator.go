package vectors

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// directedGenerator makes turn vectors: directed ones until every bin has its goal,
// then random ones.
type directedGenerator struct {
	o     *vectors.Options
	g     *game
	e     turnGenerator
	moves []trax.Move
	extra []trax.Move

	*vectors.Goals
	seen    map[string]bool
	yield   func(vectors.Item) bool
	stopped bool
}

// Directed yields vectors until every bin has its goal.
func (m *directedGenerator) Directed(ctx context.Context, yield func(vectors.Item) bool) error {
	m.yield, m.Goals, m.seen = yield, vectors.NewGoals(catalogue.classes, m.o), map[string]bool{}
	for round := 0; !m.Met() && round < m.o.MaxTries && !m.stopped; round++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		m.round(round)
	}
	if !m.Met() && !m.stopped {
		return m.Err(m.o.MaxTries)
	}
	return nil
}

// round plays a game by the next policy and looks at every move on its way.
func (m *directedGenerator) round(n int) {
	rng := vectors.Stream(m.o, vectors.ForQuotas, uint64(n))
	p := policyOf(n)
	m.g.reset()
	for !m.stopped && !m.Met() {
		m.moves = m.g.pos.AppendMoves(m.moves[:0])
		if m.g.pos.Ply() < densePlies || rng.IntN(sparseEvery) == 0 {
			m.scan(rng)
		} else {
			m.scanAround()
		}
		if !p.step(m.g, rng, m.moves) {
			return
		}
	}
}

// The first plies of a game are looked at thoroughly, of the others one in a
// few: what is special about a long game is mostly where its rim lies.
const (
	densePlies  = 60 // plies
	sparseEvery = 4
)

// scanAround yields those moves beyond the rim that a bin still lacks.
func (m *directedGenerator) scanAround() {
	w, h := m.g.pos.Width(), m.g.pos.Height()
	for _, move := range m.moves {
		if c := move.Cell; c.Col == 0 || c.Row == 0 || c.Col > w || c.Row > h {
			m.tryAddMove(move, m.mayWantLegal)
		}
	}
}

// scan yields those moves at the position that a bin still lacks.
func (m *directedGenerator) scan(rng *rand.Rand) {
	m.extra = m.g.pos.AppendForcedIllegal(m.extra[:0])
	m.extra = candidates(m.extra, m.g, rng, 1)
	m.extra = m.turned(m.extra, rng)
	for _, move := range m.moves {
		m.tryAddMove(move, m.mayWantLegal)
	}
	// Those among them that are legal have had their turn.
	for _, move := range m.extra {
		m.tryAddMove(move, m.mayWantIllegal)
	}
	m.tryAdd(m.e.tryText(m.g, noMoves[rng.IntN(len(noMoves))]))
}

// turned appends, for some cells where a move is legal, all three shapes: those
// that do not fit are illegal by their colours.
func (m *directedGenerator) turned(dst []trax.Move, rng *rand.Rand) []trax.Move {
	for range min(4, len(m.moves)) {
		cell := m.moves[rng.IntN(len(m.moves))].Cell
		for _, s := range shapeCodes {
			dst = append(dst, trax.Move{Cell: cell, Shape: trax.Shape(s)})
		}
	}
	return dst
}

// tryAddMove yields the turn of a move if one of its bins lacks vectors and
// it is new. In the end few bins are lacking, and most of the time would go
// into turns that fill no hole. So a turn is examined only if it may be wanted,
// for what its cell sees or otherwise, and all its bins are found only if it
// is.
func (m *directedGenerator) tryAddMove(move trax.Move, mayWant func(trax.Move) bool) {
	cell := cellClass(sees(m.g.pos, move.Cell), move.Shape)
	if !m.Holes.Has(cell) && !mayWant(move) {
		return
	}
	m.e.sought = &m.Holes
	t := m.e.try(m.g, move)
	m.e.sought = nil
	if t.classes.Intersects(&m.Holes) {
		m.tryAdd(m.e.try(m.g, move))
	}
}

func (m *directedGenerator) mayWantIllegal(trax.Move) bool {
	return m.Holes.Intersects(&catalogue.families.illegal)
}

// mayWantLegal plays the move if only its length or the end of the game could
// make it wanted.
func (m *directedGenerator) mayWantLegal(move trax.Move) bool {
	f := &catalogue.families
	if m.Holes.Intersects(&f.legal) {
		return true
	}
	ends := m.Holes.Intersects(&f.end)
	if !ends && !m.Holes.Intersects(&f.chain) || m.g.pos.Play(move) != nil {
		return false
	}
	wanted := ends && m.g.over() || m.Holes.Has(chainClass(m.g.pos.Forced()))
	m.g.pos.Undo()
	return wanted
}

// tryAdd yields t if one of its bins lacks vectors and it is new.
func (m *directedGenerator) tryAdd(t *turn) {
	if !t.classes.Intersects(&m.Holes) || m.stopped {
		return
	}
	key := string(t.moves) + ":" + string(t.move)
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	m.Meet(t.classes)
	m.stopped = !m.yield(t)
}

// each position of random games gives a few vectors.
const (
	perPosition = 16
	oneForced   = 4 // one position in oneForced gets the moves that only forced play forbids
	oneIllegal  = 8 // one in 8 is probably illegal
)

// Random yields random vectors: legal moves mostly.
func (m *directedGenerator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for {
		m.g.reset()
		p := &policies[rng.IntN(2)]
		for {
			m.moves = m.g.pos.AppendMoves(m.moves[:0])
			if !m.some(rng, yield) {
				return
			}
			if !p.step(m.g, rng, m.moves) {
				break
			}
		}
	}
}

// some yields a few vectors of the position.
func (m *directedGenerator) some(rng *rand.Rand, yield func(vectors.Item) bool) bool {
	m.extra = m.extra[:0]
	if rng.IntN(oneForced) == 0 {
		m.extra = m.g.pos.AppendForcedIllegal(m.extra)
	}
	for _, move := range m.extra[:min(len(m.extra), 4)] {
		if !yield(m.e.try(m.g, move)) {
			return false
		}
	}
	m.extra = candidates(m.extra[:0], m.g, rng, 1)
	for range perPosition {
		list := m.moves
		if len(list) == 0 || rng.IntN(oneIllegal) == 0 {
			list = m.extra
		}
		if !yield(m.e.try(m.g, list[rng.IntN(len(list))])) {
			return false
		}
	}
	return true
}
