package vectors

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
)

// turnMaker makes turn vectors: directed ones until every class has its quota,
// then random ones.
type turnMaker struct {
	o     *Options
	g     *game
	e     examiner
	moves []trax.Move
	extra []trax.Move

	*quotas
	seen    map[string]bool
	yield   func(vector) bool
	stopped bool
}

// first yields vectors until every class has its quota.
func (m *turnMaker) first(ctx context.Context, yield func(vector) bool) error {
	m.yield, m.quotas, m.seen = yield, newQuotas(m.o), map[string]bool{}
	for round := 0; !m.met() && round < m.o.Effort && !m.stopped; round++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		m.round(round)
	}
	if !m.met() && !m.stopped {
		return m.unmet(m.o.Effort)
	}
	return nil
}

// round plays a game by the next policy and looks at every move on its way.
func (m *turnMaker) round(n int) {
	rng := stream(m.o, forQuotas, uint64(n))
	p := policyOf(n)
	m.g.reset()
	for !m.stopped && !m.met() {
		m.moves = m.g.pos.AppendMoves(m.moves[:0])
		if m.g.pos.Ply() < thorough || rng.IntN(oneLook) == 0 {
			m.look(rng)
		} else {
			m.lookAround()
		}
		if !p.step(m.g, rng, m.moves) {
			return
		}
	}
}

// The first plies of a game are looked at thoroughly, of the others one in a
// few: what is special about a long game is mostly where its rim lies.
const (
	thorough = 60 // plies
	oneLook  = 4
)

// lookAround yields those moves beyond the rim that a class still lacks.
func (m *turnMaker) lookAround() {
	w, h := m.g.pos.Width(), m.g.pos.Height()
	for _, move := range m.moves {
		if c := move.Cell; c.Col == 0 || c.Row == 0 || c.Col > w || c.Row > h {
			m.offerMove(move, m.mayWantLegal)
		}
	}
}

// look yields those moves at the position that a class still lacks.
func (m *turnMaker) look(rng *rand.Rand) {
	m.extra = m.g.pos.AppendForcedIllegal(m.extra[:0])
	m.extra = candidates(m.extra, m.g, rng, 1)
	m.extra = m.turned(m.extra, rng)
	for _, move := range m.moves {
		m.offerMove(move, m.mayWantLegal)
	}
	// Those among them that are legal have had their turn.
	for _, move := range m.extra {
		m.offerMove(move, m.mayWantIllegal)
	}
	m.offer(m.e.tryText(m.g, noMoves[rng.IntN(len(noMoves))]))
}

// turned appends, for some cells where a move is legal, all three shapes: those
// that do not fit are illegal by their colours.
func (m *turnMaker) turned(dst []trax.Move, rng *rand.Rand) []trax.Move {
	for range min(4, len(m.moves)) {
		cell := m.moves[rng.IntN(len(m.moves))].Cell
		for _, s := range shapeCodes {
			dst = append(dst, trax.Move{Cell: cell, Shape: trax.Shape(s)})
		}
	}
	return dst
}

// offerMove yields the turn of a move if one of its classes lacks vectors and
// it is new. In the end few classes are lacking, and most of the time would go
// into turns that nobody wants. So a turn is examined only if it may be wanted,
// for what its cell sees or otherwise, and all its classes are found only if it
// is.
func (m *turnMaker) offerMove(move trax.Move, mayWant func(trax.Move) bool) {
	cell := cellClass(sees(m.g.pos, move.Cell), move.Shape)
	if !m.lacking.Has(cell) && !mayWant(move) {
		return
	}
	m.e.sought = &m.lacking
	t := m.e.try(m.g, move)
	m.e.sought = nil
	if t.classes.meets(&m.lacking) {
		m.offer(m.e.try(m.g, move))
	}
}

func (m *turnMaker) mayWantIllegal(trax.Move) bool {
	return m.lacking.meets(&catalogue.families.illegal)
}

// mayWantLegal plays the move if only its length or the end of the game could
// make it wanted.
func (m *turnMaker) mayWantLegal(move trax.Move) bool {
	f := &catalogue.families
	if m.lacking.meets(&f.legal) {
		return true
	}
	ends := m.lacking.meets(&f.end)
	if !ends && !m.lacking.meets(&f.chain) || m.g.pos.Play(move) != nil {
		return false
	}
	wanted := ends && m.g.over() || m.lacking.Has(chainClass(m.g.pos.Forced()))
	m.g.pos.Undo()
	return wanted
}

// offer yields t if one of its classes lacks vectors and it is new.
func (m *turnMaker) offer(t *turn) {
	if !t.classes.meets(&m.lacking) || m.stopped {
		return
	}
	key := string(t.moves) + ":" + string(t.move)
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	m.meet(t.classes)
	m.stopped = !m.yield(t)
}

// each position of random games gives a few vectors.
const (
	perPosition = 16
	oneForced   = 4 // at one position in so many, what only forced play forbids
	oneIllegal  = 8 // one in so many is probably illegal
)

// more yields random vectors: legal moves mostly.
func (m *turnMaker) more(part int, yield func(vector) bool) {
	rng := stream(m.o, forBulk, uint64(part))
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
func (m *turnMaker) some(rng *rand.Rand, yield func(vector) bool) bool {
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
