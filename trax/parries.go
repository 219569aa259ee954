package trax

import "slices"

// AppendParries appends to dst the legal moves that may parry all of the given
// threats, turns by which the side that does not move would win: every other move
// leaves one of them as it is. They stand in no order that means anything.
//
// A loop that a turn completes depends on the cells that the turn fills, on what
// these and their neighbours see, and on tracks that end there. So a parry
// fills a cell at most two steps away. What becomes of lines, and of turns that
// fill many cells, only playing tells: such threats rule out nothing.
func (p *Position) AppendParries(dst []Move, threats []Ending) []Move {
	if p.completed != 0 || len(p.turns) == 0 {
		return dst
	}
	p.makeRoom(1)
	p.scan()
	p.marked = p.marked[:0]
	all := p.markThreats(threats)
	for _, c := range p.frontier {
		fit := &fits[p.grid.squares[c].in()]
		spreads := p.spreads(c)
		for _, t := range fit.tiles[:fit.n] {
			if (all == 0 || p.reaches(c, t, spreads)&all == all) && p.legal(c, t, spreads) {
				dst = append(dst, Move{p.cell(c), t.Shape()})
			}
		}
	}
	for _, c := range p.marked {
		p.marks[c] = 0
	}
	return dst
}

// mostMarks is how many threats AppendParries looks at.
const mostMarks = 8

// markThreats gives each threat a bit, and marks with it the cells from which it may
// be parried. It returns all bits that were given.
func (p *Position) markThreats(threats []Ending) (all uint8) {
	if p.grid.parts != nil {
		return 0 // a try may make cells
	}
	if n := len(p.grid.squares); len(p.marks) < n {
		p.marks = slices.Grow(p.marks, n-len(p.marks))[:n]
	}
	for i := range threats[:min(len(threats), mostMarks)] {
		e := &threats[i]
		t, reason := p.fit(e.Move)
		if reason != "" || e.Completed&loopOf(p.Turn().Other()) == 0 {
			continue
		}
		c := p.grid.index(p.base, e.Move.Cell.Col, e.Move.Cell.Row)
		legal, known := p.fill(c, t, fewCells)
		p.empty()
		if legal && known {
			all |= 1 << i
			p.markAround(p.queue, 1<<i)
		}
	}
	return all
}

// markAround marks the cells at most two steps away from the given ones.
func (p *Position) markAround(cells []uint32, bit uint8) {
	for _, c := range cells {
		for _, n := range p.grid.links[c] {
			for _, m := range p.grid.links[n] {
				p.mark(m, bit)
			}
			p.mark(n, bit)
		}
	}
}

func (p *Position) mark(c uint32, bit uint8) {
	if p.marks[c] == 0 {
		p.marked = append(p.marked, c)
	}
	p.marks[c] |= bit
}

// reaches returns the marks of the cells that t at c fills, all of them where it
// may fill others than its neighbours.
func (p *Position) reaches(c uint32, t Tile, spreads uint8) uint8 {
	marks, forcing := p.marks[c], t.edges()&p.alerts[c]
	if forcing&spreads != 0 || cornered[forcing] {
		return 0xFF
	}
	for rest := forcing; rest != 0; rest &= rest - 1 {
		marks |= p.marks[p.grid.links[c][sideOf(rest&-rest)]]
	}
	return marks
}
