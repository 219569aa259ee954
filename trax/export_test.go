package trax

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
	p.runs = append(p.runs[:0], make([]run, 8*len(p.grid.squares))...)
	for _, c := range p.frontier {
		fit := &fits[p.grid.squares[c].in()]
		for _, t := range fit.tiles[:fit.n] {
			forcing := t.edges() & p.alerts[c]
			if forcing == 0 {
				continue
			}
			word := [...]string{runEnds: "ends", runFails: "fails", runTangles: "tangles"}
			legal, _ := p.survives(c, t, MaxTiles)
			f(Move{p.cell(c), t.Shape()}, word[p.foresee(c, t, forcing)], legal)
		}
	}
}
