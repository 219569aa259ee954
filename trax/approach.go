package trax

// MayThreaten looks at the track that m, which is legal, leads on for the side that makes
// it, through a tile that m forces too. It reports whether the track would then end at two
// cells at most two steps apart, and if so whether one turn would likely make it a loop,
// so that m threatens. It is a guess by which moves are put in order, and looks at no
// more than that.
func (p *Tactics) MayThreaten(m Move) (near, attacks bool) {
	t, reason := p.rules().fit(m)
	if reason != "" || len(p.turns) == 0 {
		return false, false
	}
	return p.mayThreaten(p.grid.index(p.base, m.Cell.Col, m.Cell.Row), t)
}

func (p *Tactics) mayThreaten(c uint32, t Tile) (near, attacks bool) {
	sides := &tracks[t&allSides][p.rules().Turn()]
	a, b := p.frontBehind(c, t, sides[0]), p.frontBehind(c, t, sides[1])
	way := p.wayTo(a, b)
	if a != b && way == 0 {
		return false, false
	}
	return true, p.nearlyJoined(a, b, way, p.rules().Turn(), c, t)
}

// frontBehind returns the cell that a track enters next which leaves t, put at c,
// by side s.
func (p *Tactics) frontBehind(c uint32, t Tile, s Side) uint32 {
	g := &p.grid
	n := g.links[c][s&3]
	if !g.squares[n].empty() {
		return g.front(g.ends[4*n+uint32(s.Opposite())])
	}
	f := forces[(g.squares[n]|square(shows[t&allSides][s&3]))&stateBits]
	if f == Empty || f == contradiction {
		return n
	}
	out := f.Mate(s.Opposite())
	m := g.links[n][out]
	if g.squares[m].empty() {
		return m
	}
	return g.front(g.ends[4*m+uint32(out.Opposite())])
}

// front returns the cell that a track enters which ends at the given edge.
func (g *grid) front(edge uint32) uint32 { return g.links[edge/4][edge&3] }

// wayTo is [chunks.way] on any board.
func (p *Tactics) wayTo(c, d uint32) uint8 {
	g := &p.grid
	if g.parts != nil {
		return g.parts.way(c, d)
	}
	shift := g.shift & 31
	columns, corner := uint32(1)<<shift-1, uint32(2)<<shift+2 // two rows and columns
	if at := (d - c + corner) & g.mask; at>>shift|at&columns < 8 {
		return ways[(at>>shift<<3|at&columns)&63]
	}
	return 0
}

// LastMayThreaten reports whether the last turn likely threatens: whether the side that made
// it would win at once, were it to move again. Likely is that where a track of its
// colour, which the turn made or made longer, ends at two cells that one turn may fill
// so that it becomes a loop, or reaches from side to side of a box that is long enough
// for lines. It is a guess that misses one threat in thirty, and costs little.
func (p *Tactics) LastMayThreaten() bool {
	if len(p.turns) == 0 {
		return false
	}
	g, color, long := &p.grid, p.rules().Turn().Other(), p.spansNext() != 0
	for _, t := range p.placed[p.turns[len(p.turns)-1].placed:] {
		end := t.ends[color]
		a, b := g.front(end), g.front(g.ends[end])
		if p.nearlyJoined(a, b, p.wayTo(a, b), color, t.cell, Empty) || long && p.spanned(a, b) {
			return true
		}
	}
	return false
}

// nearlyJoined reports whether a track of the given color that ends at the cells a and b,
// once t lies at c, likely becomes a loop by one turn: a tile at one of them forces the
// other, or one at a cell between them, which sees no such track itself, forces both. way
// is what wayTo tells of a and b.
func (p *Tactics) nearlyJoined(a, b uint32, way uint8, color Color, c uint32, t Tile) bool {
	if a == b || way&adjacent != 0 {
		return true
	}
	links, seen := &p.grid.links[a], patternOf(color)
	for sides := way & allSides; sides != 0; sides &= sides - 1 {
		m := links[sideOf(sides&-sides)]
		sq := p.grid.squares[m]
		if m == c || !sq.empty() {
			continue
		}
		in := sq.in()
		if t != Empty {
			in |= p.shown(c, t, m)
		}
		if in != 0 && in&seen == 0 {
			return true
		}
	}
	return false
}

// shown returns the edge that t at c shows to the cell m: none where m is not beside c.
func (p *Tactics) shown(c uint32, t Tile, m uint32) uint8 {
	for s, n := range p.grid.links[c] {
		if n == m {
			return shows[t&allSides][s]
		}
	}
	return 0
}

// patternOf returns the bits of a pattern for all edges of a colour.
func patternOf(color Color) uint8 {
	if color == White {
		return whiteBits
	}
	return redBits
}

// spanned reports whether two cells lie on opposite sides of the box, or beyond them, where
// it is long enough for lines or a cell less.
func (p *Tactics) spanned(a, b uint32) bool {
	aCol, aRow := p.grid.offset(p.base, a)
	bCol, bRow := p.grid.offset(p.base, b)
	return p.width+1 >= minLine && min(aCol, bCol) <= 1 && max(aCol, bCol) >= p.width ||
		p.height+1 >= minLine && min(aRow, bRow) <= 1 && max(aRow, bRow) >= p.height
}
