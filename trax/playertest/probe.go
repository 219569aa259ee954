package playertest

import "github.com/loopline/loopline/trax"

// probe leads our next moves to the tiles that ended a long chain: a player that
// has lost some of them shows it where they matter.
type probe struct {
	origin trax.Cell          // of the box now: columns and rows that were added on the left and on top
	cells  map[trax.Cell]bool // to be touched, counted from the first origin
	moves  int                // how many of our moves are led there
}

const probeMoves = 12

// turn takes in a turn that was played: its move and its tiles.
func (p *probe) turn(m trax.Move, placed []trax.Placement, ply int) {
	if ply > 1 && m.Cell.Col == 0 {
		p.origin.Col++
	}
	if ply > 1 && m.Cell.Row == 0 {
		p.origin.Row++
	}
	if p.moves > 0 {
		p.moves--
	}
	for cell := range p.cells {
		if touching(cell, p.fixed(placed[0].Cell)) {
			delete(p.cells, cell)
		}
	}
	if forced := len(placed) - 1; forced > longChain {
		p.cells, p.moves = map[trax.Cell]bool{}, 2*probeMoves
		for _, q := range placed[1+forced/2:] {
			p.cells[p.fixed(q.Cell)] = true
		}
	}
}

// fixed returns a cell of the box as it is now, counted from the first origin.
func (p *probe) fixed(c trax.Cell) trax.Cell {
	return trax.Cell{Col: c.Col - p.origin.Col, Row: c.Row - p.origin.Row}
}

// wants reports whether a move beside one of the cells is wanted.
func (p *probe) wants(c trax.Cell) bool {
	if p.moves == 0 {
		return false
	}
	c = p.fixed(c)
	return p.cells[trax.Cell{Col: c.Col + 1, Row: c.Row}] || p.cells[trax.Cell{Col: c.Col - 1, Row: c.Row}] ||
		p.cells[trax.Cell{Col: c.Col, Row: c.Row + 1}] || p.cells[trax.Cell{Col: c.Col, Row: c.Row - 1}]
}
