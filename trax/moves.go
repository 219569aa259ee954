package trax

import (
	"math/bits"
)

// AppendMoves appends all legal moves to dst in reading order: row by row,
// in a row by column, at a cell + before / before \. After the end of the
// game there are none.
func (p *Position) AppendMoves(dst []Move) []Move {
	return p.appendMoves(dst, true)
}

// AppendForcedIllegal appends, in the order of AppendMoves, the moves that fit
// their neighbours and that only forced play makes illegal.
func (p *Position) AppendForcedIllegal(dst []Move) []Move {
	return p.appendMoves(dst, false)
}

func (p *Position) appendMoves(dst []Move, legal bool) []Move {
	switch {
	case p.completed != 0:
		return dst
	case len(p.turns) == 0:
		if legal {
			dst = append(dst, Move{Shape: Plus}, Move{Shape: Slash})
		}
		return dst
	}
	p.scan()
	p.grid.sort(p.frontier, p.base)
	p.scanned = false // in another order
	for _, c := range p.frontier {
		fit := &fits[p.grid.squares[c].in()]
		spreads := p.cascadingEdges[c]
		for _, t := range fit.tiles[:fit.n] {
			if p.legal(c, t, spreads) == legal {
				dst = append(dst, Move{p.cell(c), t.Shape()})
			}
		}
	}
	return dst
}

// chain looks at what edge, one bit of the alerts of the empty cell c, forces:
// the cell n, its tile f, and the edges of f that force a neighbour of n in
// turn.
func (p *Position) chain(c uint32, edge uint8) (n uint32, f Tile, next uint8) {
	n = p.grid.links[c][sideOf(edge)]
	back := edge<<2&0xCC | edge>>2&0x33
	state := (p.grid.squares[n] | square(back)) & stateBits
	return n, forces[state], forcedEdges[state] & p.forcingEdges[n] &^ beside(back)
}

// sideOf returns the side of the only bit set in an alert.
func sideOf(alert uint8) Side {
	return Side(bits.TrailingZeros8(alert)) & 3
}

// legal reports whether t, which fits at c, may be played there: whether forced
// play ends without a contradiction. Most chains end with the tiles that t
// forces itself, which cannot contradict each other unless they border a
// common cell at a corner of c. Chains of one tile at a time that end with the
// second are the next in number; the rest is tried on the squares.
func (p *Position) legal(c uint32, t Tile, spreads uint8) bool {
	forcing := t.edges() & p.forcingEdges[c]
	switch {
	case forcing&spreads == 0 && !cornered[forcing]:
		return true
	case forcing&(forcing-1) == 0 && p.endsQuietly(c, t, forcing):
		return true
	default:
		return p.allowed(c, t, forcing)
	}
}

// endsQuietly reports whether the chain that t at c starts with one forced tile ends
// with its second one, looking ahead without playing. Where the chain turns,
// the second tile borders a neighbour k of c, which sees the edge of t too:
//
//	k  2
//	c  1
func (p *Position) endsQuietly(c uint32, t Tile, forcing uint8) bool {
	first, _, next := p.chain(c, forcing)
	if next&(next-1) != 0 {
		return false
	}
	_, f, beyond := p.chain(first, next)
	if side, turn := sideOf(forcing), sideOf(next); turn != side {
		k := p.grid.squares[p.grid.links[c][turn]] | square(shows[t&allSides][turn])
		beyond |= f.edges() & (forcingEdges[k&stateBits] << side.Opposite())
	}
	return beyond == 0
}

// closes reports whether a chain of one or two tiles, each forced by the one
// before, closes a loop after t at c. A forced tile joins one track, which it
// shares with the tile before and which is a loop if it leaves the two by the
// ends of one track. The second tile joins the other colour, which neither
// the first nor t can have changed there. forcing is as for fizzles.
func (p *Position) closes(c uint32, t Tile, forcing uint8) bool {
	n, f, next := p.chain(c, forcing)
	return p.closesAt(c, t, n, f, sideOf(forcing)) ||
		next != 0 && p.closes(n, f, next)
}

// closesAt reports whether f, forced at n by t at c on its side s, closes a loop
// of the track that the two share.
func (p *Position) closesAt(c uint32, t Tile, n uint32, f Tile, s Side) bool {
	in, out := t.Mate(s), f.Mate(s.Opposite())
	before, beyond := p.grid.links[c][in], p.grid.links[n][out]
	return !p.grid.squares[before].empty() &&
		p.grid.ends[4*before+uint32(in.Opposite())] == 4*beyond+uint32(out.Opposite())
}

// survives reports whether forced play after t at c ends without contradiction.
// It fills the squares, without joining tracks, and clears them again. It does
// not know if more than limit cells are to be filled, and says that it does.
func (p *Position) survives(c uint32, t Tile, limit int) (ok, known bool) {
	ok, known = p.fill(c, t, limit)
	p.empty()
	return ok, known
}

// fill is survives without clearing the squares: that is left to empty. The queue
// then holds the cells that it has filled.
func (p *Position) fill(c uint32, t Tile, limit int) (ok, known bool) {
	queue := append(p.queue[:0], c)
	failed, i, filled := false, 0, 0
	for ; i < len(queue) && i <= limit && !failed; i++ {
		c := queue[i]
		if p.grid.parts != nil {
			p.grid.surround(c)
		}
		sq := &p.grid.squares[c]
		if i > 0 {
			t = forces[*sq&stateBits]
		}
		if t == Empty {
			continue // queued twice
		}
		queue[filled] = c
		filled++
		sq.fill(t)
		*sq |= tried
		near, show := &p.grid.links[c], &shows[t&allSides]
		right, top, left, bottom := p.grid.around(c)
		_, r := right.see(show[Right])
		_, u := top.see(show[Top])
		_, l := left.see(show[Left])
		_, d := bottom.see(show[Bottom])
		failed = r|u|l|d > allSides
		queue = appendWhere(queue, near, 1-isZero(r), 1-isZero(u), 1-isZero(l), 1-isZero(d))
	}
	p.queue = queue[:filled]
	return !failed, failed || i == len(queue)
}

// empty clears the squares that fill has filled.
func (p *Position) empty() {
	squares, links := p.grid.squares, p.grid.links
	for _, c := range p.queue {
		sq := &squares[c]
		show, near := &shows[sq.tile()&allSides], &links[c]
		sq.clear()
		squares[near[Right]].hide(show[Right])
		squares[near[Top]].hide(show[Top])
		squares[near[Left]].hide(show[Left])
		squares[near[Bottom]].hide(show[Bottom])
	}
}
