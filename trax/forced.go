package trax

import (
	"math/bits"
	"slices"
)

// playForced places t at c and then whatever forced play adds, until no empty cell
// is entered by two edges of one colour. It returns false, leaving the tiles
// placed so far for the caller to remove, when three edges of one colour meet or
// the board is full.
func (p *Position) playForced(c uint32, t Tile) bool {
	p.queue = p.queue[:0]
	if !p.place(c, t) {
		return false
	}
	for i := 0; i < len(p.queue); i++ {
		c := p.queue[i]
		f := forces[p.grid.squares[c]&stateBits]
		if f == Empty {
			continue
		}
		if len(p.placed) >= MaxTiles || !p.place(c, f) {
			return false
		}
	}
	return true
}

// place puts t at c, shows its edges to the neighbours, joins the tracks, and
// queues the neighbours that are forced now. It returns false when one of them
// has become a contradiction. It stores first and decides afterwards whether
// what it stored counts: which neighbours are new, taken or forced is as good
// as random to the processor.
func (p *Position) place(c uint32, t Tile) bool {
	g := &p.grid
	if g.parts != nil {
		g.surround(c)
	}
	near, show := g.links[c], &shows[t&allSides]
	right, top, left, bottom := g.around(c)
	g.squares[c].fill(t)
	was0, f0 := right.see(show[Right])
	was1, f1 := top.see(show[Top])
	was2, f2 := left.see(show[Left])
	was3, f3 := bottom.see(show[Bottom])
	p.touched = appendWhere(p.touched, &near, isZero(was0), isZero(was1), isZero(was2), isZero(was3))
	p.queue = appendWhere(p.queue, &near, 1-isZero(f0), 1-isZero(f1), 1-isZero(f2), 1-isZero(f3))
	taken := was0/occupied | was1/occupied<<1 | was2/occupied<<2 | was3/occupied<<3
	p.join(c, t, &near, taken)
	return f0|f1|f2|f3 <= allSides || p.findContradiction(near)
}

// see shows an edge to q and returns its state before, and what forced play
// wants there now.
func (q *square) see(edge uint8) (was, forced uint32) {
	was = uint32(*q & stateBits)
	*q |= square(edge)
	return was, uint32(forces[*q&stateBits])
}

// isZero returns 1 if x, below 2^31, is zero, otherwise 0.
func isZero(x uint32) int { return int((x - 1) >> 31) }

// appendWhere appends those cells of near for which the number is 1.
func appendWhere(s []uint32, near *[4]uint32, a, b, c, d int) []uint32 {
	n := len(s)
	if cap(s)-n < 4 {
		s = slices.Grow(s, 4+n)
	}
	free := s[n : n+4]
	free[0] = near[0]
	free[a&3] = near[1]
	free[(a+b)&3] = near[2]
	free[(a+b+c)&3] = near[3]
	return s[:n+a+b+c+d]
}

// findContradiction notes the contradiction among the cells of near. It returns false.
func (p *Position) findContradiction(near [4]uint32) bool {
	for _, n := range near {
		if sq := p.grid.squares[n]; forces[sq&stateBits] == contradiction {
			p.contradictionAt = contradictionAt{n, sq.in()}
		}
	}
	return false
}

// join links the tracks of tile t at c with those of its neighbours at the
// sides in taken, and notes the tile as placed.
func (p *Position) join(c uint32, t Tile, near *[4]uint32, taken uint32) {
	ends := p.grid.ends
	var through [2]uint32
	for color, sides := range &tracks[t&allSides] {
		a, b := uint32(sides[0]&3), uint32(sides[1]&3)
		edge := 4*near[b] + b ^ 2
		beyondA, beyondB := ends[4*near[a]+a^2], ends[edge]
		from, to := 4*c+a, 4*c+b
		if taken>>a&1 != 0 {
			from = beyondA
		}
		if taken>>b&1 != 0 {
			to = beyondB
		}
		if from == edge {
			p.completed |= loopOf(Color(color))
		}
		ends[from], ends[to] = to, from
		through[color] = from
	}
	p.placed = append(p.placed, placed{c, through})
}

// remove takes back the placing of the tile at c, which must be the last one
// that has not been removed. What a joined edge was linked to still stands in
// ends; for an edge that was open it writes to the removed tile's own entry,
// which is free, rather than branch.
func (p *Position) remove(c uint32) {
	g := &p.grid
	ends := g.ends
	taken := g.erase(c)
	for s, n := range g.links[c] {
		edge, at := 4*n+uint32(s)^2, 4*c+uint32(s)
		linked := ends[edge]
		if taken>>s&1 != 0 {
			at = linked
		}
		ends[at] = edge
	}
}

// contradicting names the edges that leave no tile for a cell, such as "three white
// edges".
func contradicting(in uint8) sentence {
	n, c := bits.OnesCount8(in&allSides), Red
	if w := bits.OnesCount8(in >> 4); w > n {
		n, c = w, White
	}
	if n == 3 {
		return sentencef("three %s edges", c)
	}
	return sentencef("four %s edges", c)
}

// pattern names the edges that a cell sees, such as "red left, white top".
func pattern(in uint8) (all sentence) {
	for s := Right; s <= Bottom; s++ {
		switch {
		case in>>s&1 != 0:
			all = all.and(sentencef("red %s", s))
		case in>>(s+4)&1 != 0:
			all = all.and(sentencef("white %s", s))
		}
	}
	return all
}
