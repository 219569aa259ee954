package trax

import "math/bits"

// Cells returns how many cells the board has memory for.
func (p *Position) Cells() int { return len(p.grid.squares) }

// Scatter stores the board as large ones are stored.
func (p *Position) Scatter() {
	old := p.grid
	p.grid = newChunks()
	p.grid.surround(p.grid.need(p.base))
	p.rebase(&old)
}

// Foresee calls f for every tile that fits somewhere and forces another, with
// what its chains are foreseen to do ("ends", "fails" or "tangles"), and
// whether it may be played.
func (p *Position) Foresee(f func(m Move, foreseen string, legal bool)) {
	p.scan()
	p.runs = append(p.runs[:0], make([]chainEnd, 8*len(p.grid.squares))...)
	for _, c := range p.frontier {
		fit := &fits[p.grid.squares[c].in()]
		for _, t := range fit.tiles[:fit.n] {
			forcing := t.edges() & p.forcingEdges[c]
			if forcing == 0 {
				continue
			}
			word := [...]string{chainStops: "ends", chainContradicts: "fails", chainUnclear: "tangles"}
			legal, _ := p.survives(c, t, MaxTiles)
			f(Move{p.cell(c), t.Shape()}, word[p.predictChain(c, t, forcing)], legal)
		}
	}
}

// Reach is what is known of a turn before it is tried, and what trying it shows.
type Reach struct {
	Move
	MayEnd        bool // it, or another at its cell, may end the game
	Clear         bool // it is known which cells it fills
	Steps         int  // how many, beside its own
	Cells, Filled uint64
	Legal         bool
	Closes        bool // a track may have both its ends at the cells
	Tracked       bool // one has
}

// Reaches calls f for every tile that fits somewhere.
func (p *Position) Reaches(f func(r Reach)) {
	p.makeRoom(1)
	p.Tactics().scanTracks(p.Tactics().spansNext() != 0)
	for _, c := range p.frontier {
		may := p.Tactics().mayEnd(c, p.Tactics().spansAt(c, p.Tactics().spansNext()))
		for rest := p.forcingEdges[c]; rest != 0; rest &= rest - 1 {
			p.reaches[bits.TrailingZeros8(rest)] = p.Tactics().reach(c, rest&-rest)
		}
		fit := &fits[p.grid.squares[c].in()]
		for _, t := range fit.tiles[:fit.n] {
			forcing := t.edges() & p.forcingEdges[c]
			all := p.Tactics().reached(c, forcing)
			r := Reach{Move: Move{p.cell(c), t.Shape()}, MayEnd: may, Clear: all.tellsOf(t, forcing),
				Steps: all.counts.steps(), Cells: all.cells, Closes: all.closes()}
			r.Legal, _ = p.fill(c, t, MaxTiles)
			ends := map[uint32]bool{}
			for _, c := range p.queue {
				r.Filled |= placed8(c, p.grid.shift)
				for s, n := range p.grid.links[c] {
					if p.grid.squares[n]&(occupied|tried) == occupied {
						ends[4*n+uint32(s)^2] = true
					}
				}
			}
			for end := range ends {
				r.Tracked = r.Tracked || ends[p.grid.ends[end]]
			}
			p.empty()
			f(r)
		}
	}
}

// Spanned is spanned for cells by their coordinates.
func (p *Position) Spanned(a, b Cell) bool {
	return p.Tactics().spanned(p.grid.index(p.base, a.Col, a.Row), p.grid.index(p.base, b.Col, b.Row))
}
