package trax

import (
	"math/bits"
)

// This file decides long chains of forced tiles without playing them. On a row
// of slashes every tile below it forces all the others: a list of the legal
// moves that played each of them would take the square of the row's length.
//
// A chain in which every tile forces one more, and which takes steps in two
// directions at most, never comes back to where it was: tiles that are not
// next to each other have a common neighbour only where it turns, as here
// between the tiles 1 and 3:
//
//	1 2
//	k 3
//
// So what follows from an edge depends on nothing that came before it, but for
// those corners, and needs to be looked at only once. Chains of other kinds
// are tried on the squares.

// chainEnd encodes the end of a chain: in bits 0..1 one of the words below, in bits 4..7 the
// sides to which it leads on its way.
type chainEnd uint8

const (
	chainUnknown     chainEnd = iota
	chainStops                // forced play ends
	chainContradicts          // a contradiction
	chainUnclear              // to be tried

	chainEndMask chainEnd = 3
)

const sidesShift = 4

// to returns r for a chain that leads to side s first. One that takes steps to
// opposite sides tangles.
func (r chainEnd) to(s Side) chainEnd {
	r |= 1 << (sidesShift + s)
	if sides := r >> sidesShift; sides&(sides>>2) != 0 {
		return r | chainUnclear
	}
	return r
}

func (r chainEnd) word() chainEnd { return r & chainEndMask }

// leads reports whether the chain takes a step to side s.
func (r chainEnd) leads(s Side) bool { return r>>(sidesShift+s)&1 != 0 }

// step is a tile of a chain: f at n, forced by the tile before it.
type step struct {
	run  *chainEnd // of the chain that its forcing edge starts
	n    uint32
	f    Tile
	next uint8 // the edges of f that force others
}

// longChain is the number of cells from which a chain is long.
const longChain = 48

// allowed reports whether forced play after t at c ends without contradiction.
// forcing are the edges of t that force a neighbour.
func (p *Position) allowed(c uint32, t Tile, forcing uint8) bool {
	if len(p.runs) == 0 {
		if ok, known := p.survives(c, t, longChain); known {
			return ok
		}
		p.runs = append(p.runs, make([]chainEnd, 8*len(p.grid.squares))...)
	}
	switch p.predictChain(c, t, forcing) {
	case chainStops:
		return true
	case chainContradicts:
		return false
	}
	ok, _ := p.survives(c, t, MaxTiles)
	return ok
}

// predictChain returns the word for how forced play after t at c ends.
func (p *Position) predictChain(c uint32, t Tile, forcing uint8) chainEnd {
	var runs [4]chainEnd // what starts at each side
	result := chainStops
	for rest := forcing; rest != 0; rest &= rest - 1 {
		edge := rest & -rest
		r := p.along(c, t, edge, p.trace(c, edge))
		if r.word() == chainContradicts {
			return chainContradicts
		}
		result, runs[sideOf(edge)] = max(result, r.word()), r
	}
	for rest := forcing; rest != 0 && result == chainStops; rest &= rest - 1 {
		for other := rest & (rest - 1); other != 0 && result == chainStops; other &= other - 1 {
			result = p.together(c, rest&-rest, other&-other, &runs)
		}
	}
	return result
}

// trace returns how the chain ends that the given edge of a tile at c starts,
// seen from the tile that it forces.
func (p *Position) trace(c uint32, edge uint8) (r chainEnd) {
	path := p.path[:0]
	for {
		known := &p.runs[8*c+uint32(bits.TrailingZeros8(edge))]
		if r = *known; r != chainUnknown {
			break
		}
		*known = chainUnclear // for a chain that comes back here
		n, f, next := p.chain(c, edge)
		path = append(path, step{known, n, f, next})
		if next == 0 || next&(next-1) != 0 {
			break
		}
		c, edge = n, next
	}
	for i := len(path) - 1; i >= 0; i-- {
		switch s := &path[i]; {
		case s.next == 0:
			r = chainStops
		case s.next&(s.next-1) != 0:
			r = chainUnclear
		default:
			r = p.along(s.n, s.f, s.next, r)
		}
		*path[i].run = r
	}
	p.path = path
	return r
}

// along returns how the chain ends that the given edge of t at c starts, when
// r tells that from the tile that it forces.
func (p *Position) along(c uint32, t Tile, edge uint8, r chainEnd) chainEnd {
	side := sideOf(edge)
	n, _, next := p.chain(c, edge)
	turn := sideOf(next)
	if next == 0 || next&(next-1) != 0 || turn == side {
		return r.to(side)
	}
	_, f, _ := p.chain(n, next)
	switch p.between(p.grid.links[c][turn], shows[t&allSides][turn]|shows[f&allSides][side.Opposite()]) {
	case chainContradicts:
		return chainContradicts.to(turn).to(side)
	case chainUnclear:
		r |= chainUnclear
	}
	return r.to(side)
}

// between returns how a chain continues at a cell to which two tiles show the given edges.
func (p *Position) between(k uint32, edges uint8) chainEnd {
	switch forces[(p.grid.squares[k]|square(edges))&stateBits] {
	case Empty:
		return chainStops
	case contradiction:
		return chainContradicts
	}
	return chainUnclear
}

// together returns how two chains end that a tile at c starts with the edges a
// and b, when each of them ends by itself.
func (p *Position) together(c uint32, a, b uint8, runs *[4]chainEnd) chainEnd {
	s, u := sideOf(a), sideOf(b)
	n, f, next := p.chain(c, a)
	_, g, beyond := p.chain(c, b)
	switch {
	case s.Opposite() == u:
		if next != 0 && sideOf(next) != s && beyond != 0 && sideOf(beyond) != u {
			return chainUnclear
		}
		return chainStops
	case runs[s].leads(u) || runs[u].leads(s):
		return chainUnclear
	}
	return p.between(p.grid.links[n][u], shows[f&allSides][u]|shows[g&allSides][s])
}
