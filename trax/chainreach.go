package trax

import "math/bits"

// chainReach sums up the cells that forced play fills one by one, each forced by the one
// before, after a tile that shows a neighbour an edge. Its fields are few, so that it is kept
// in registers.
type chainReach struct {
	cells, near uint64     // the places of the cells, and those at which tracks from them end
	flags       reachFlags // of all the cells together
	counts      reachCounts
}

// reachFlags are, from the lowest bit on, the sides of the box that tracks reach through
// cells, the edges of the tile before them that force more, and unclear.
type reachFlags uint32

const (
	tanglesShift            = 8
	unclear      reachFlags = 1 << 16 // there may be more cells
)

func (m reachFlags) rims() uint8    { return uint8(m) }
func (m reachFlags) tangles() uint8 { return uint8(m >> tanglesShift) }

// certain reports whether there are no more cells, whichever tile comes before them.
func (m reachFlags) certain() bool { return m>>tanglesShift == 0 }

// reachCounts are the number of cells, and from oneTurn on how many chains turn at their
// first cell.
type reachCounts uint32

const (
	oneTurn reachCounts = 1 << 8

	// mostSteps limits the cells that are followed. With the first one they lie so near each
	// other that places tell them apart.
	mostSteps = 4
)

func (n reachCounts) steps() int { return int(n % oneTurn) }
func (n reachCounts) turns() int { return int(n / oneTurn) }

// closes reports whether a track that was there before has both its ends at the cells.
func (r chainReach) closes() bool { return r.cells&r.near != 0 }

// mayEnd reports whether a turn that fills the cells, and no others, may end the game.
func (r chainReach) mayEnd(spans uint8) bool { return r.closes() || across(r.flags.rims(), spans) }

// tellsOf reports whether t fills no other cells, of which r is what the edges reach by which
// it forces others. The turn is legal then.
func (r chainReach) tellsOf(t Tile, forcing uint8) bool {
	return !cornered[forcing] && r.flags&unclear == 0 && r.flags.tangles()&t.edges() == 0
}

func (r chainReach) with(p *Tactics, c uint32) chainReach {
	o := &p.summaries[c]
	r.cells |= o.place
	r.near |= o.near
	r.flags |= reachFlags(o.rims)
	r.counts++
	return r
}

// chainReach follows the chain that an edge of a tile at c starts. It is clear as long as each
// cell forces one other, and steps lead in two directions at most: see the top of chain.go.
func (p *Tactics) reach(c uint32, edge uint8) chainReach {
	n := p.grid.links[c][sideOf(edge)]
	r := chainReach{}.with(p, n)
	if p.cascadingEdges[c]&edge == 0 {
		return r
	}
	n, f, next := p.rules().chain(c, edge)
	return p.reachOn(r, c, n, f, sideOf(edge), next)
}

// reachBeside sums up the cells that a tile at c reaches by the given edges if each forces one
// cell. It looks at every side: which edges there are is unpredictable to the processor.
func (p *Tactics) reachBeside(c uint32, edges uint8) (all chainReach) {
	o := &p.summaries[c]
	cells, near, rims := o.place, o.near, o.rims
	sides := edges | edges>>4
	for s, n := range &p.grid.links[c] {
		o, forced := &p.summaries[n], -uint64(sides>>s&1)
		cells |= o.place & forced
		near |= o.near & forced
		rims |= o.rims & uint8(forced)
	}
	return chainReach{cells: cells, near: near, flags: reachFlags(rims)}
}

// reachOn continues reach after the first cell n, at side s of c, whose tile f forces others
// by the given edges.
func (p *Tactics) reachOn(r chainReach, c, n uint32, f Tile, s Side, next uint8) chainReach {
	t := Empty // at c any tile may be
	for sides := uint8(1) << s; next != 0; {
		u := sideOf(next)
		if sides |= 1 << u; next&(next-1) != 0 || sides&(sides>>2) != 0 || r.counts.steps() >= mostSteps {
			r.flags |= unclear
			break
		}
		m, g, beyond := p.rules().chain(n, next)
		r = r.with(p, m)
		k, edge := p.grid.links[c][u], shows[g&allSides][s.Opposite()]
		switch {
		case u == s:
		case t == Empty:
			r.counts += oneTurn
			r.flags |= reachFlags(p.tangling(k, u, edge)) << tanglesShift
		case p.rules().between(k, edge|shows[t&allSides][u]) != chainStops:
			r.flags |= unclear
		}
		c, t, n, f, s, next = n, f, m, g, u, beyond
	}
	return r
}

// tangling returns the edges that a tile cannot show the cell k at its side s without
// forcing it, when another tile shows k the given edge.
func (p *Tactics) tangling(k uint32, s Side, edge uint8) (edges uint8) {
	for color := range Color(2) {
		if p.rules().between(k, edge|alertOf(s.Opposite(), color)) != chainStops {
			edges |= alertOf(s, color)
		}
	}
	return edges
}

// reached sums up the cells that a tile at c reaches that shows the given edges, from
// p.reaches.
func (p *Tactics) reached(c uint32, edges uint8) chainReach {
	o := &p.summaries[c]
	all := chainReach{cells: o.place, near: o.near, flags: reachFlags(o.rims)}
	for rest := edges; rest != 0; rest &= rest - 1 {
		r := p.reaches[bits.TrailingZeros8(rest)]
		all.cells |= r.cells
		all.near |= r.near
		all.flags |= r.flags
		all.counts += r.counts
	}
	if all.counts.turns() > 1 || all.counts.steps() > mostSteps {
		all.flags |= unclear // chains that both turn may meet behind c
	}
	return all
}
