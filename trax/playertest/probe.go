package playertest

import "github.com/loopline/loopline/trax"

// probe leads our next moves to the tiles that ended a long chain: a player that
// has lost some of them shows it where they matter.
type probe struct {
	origin trax.Cell          // of the box now: columns and rows that were added on the left and on top
	cells  map[trax.Cell]bool // to be touched, counted from the first origin
	moves  int                // how many of our moves are led there
	late   map[trax.Cell]bool // behind the first longerChain forced tiles of a turn, counted alike
}

const probeMoves = 12

// turn takes in a turn that was played: its move, its tiles, and how many tiles were around the first. It reports
// whether all of these were late.
func (p *probe) turn(m trax.Move, placed []trax.Placement, neighbours, ply int) (shows bool) {
	if ply > 1 && m.Cell.Col == 0 {
		p.origin.Col++
	}
	if ply > 1 && m.Cell.Row == 0 {
		p.origin.Row++
	}
	shows = neighbours > 0 && p.lateAround(placed[0].Cell) == neighbours
	if p.moves > 0 {
		p.moves--
	}
	for cell := range p.cells {
		if touching(cell, p.fixed(placed[0].Cell)) {
			delete(p.cells, cell)
		}
	}
	for _, q := range placed {
		if p.lateAround(q.Cell) > 0 {
			p.late = nil // forced play puts lost tiles where they should be when one beside them is played
		}
	}
	if len(placed)-1 > longerChain {
		p.late = map[trax.Cell]bool{}
		for _, q := range placed[1+longerChain:] {
			p.late[p.fixed(q.Cell)] = true
		}
	}
	if forced := len(placed) - 1; forced > longChain {
		p.cells, p.moves = map[trax.Cell]bool{}, 2*probeMoves
		for _, q := range placed[1+forced/2:] {
			p.cells[p.fixed(q.Cell)] = true
		}
	}
	return shows
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
	return around(p.fixed(c), func(d trax.Cell) bool { return p.cells[d] }) > 0
}

// lateAround counts the late tiles around a cell of the box as it is now. A player that has lost them takes a
// move there for an isolated one if no other tile is around.
func (p *probe) lateAround(c trax.Cell) int {
	return around(p.fixed(c), func(d trax.Cell) bool { return p.late[d] })
}

// shows reports whether only late tiles are around a cell of a position.
func (p *probe) shows(at *trax.Position, c trax.Cell) bool {
	late := p.lateAround(c)
	return late > 0 && late == around(c, func(d trax.Cell) bool { return at.At(d) != trax.Empty })
}

// around counts the cells beside one for which is holds.
func around(c trax.Cell, is func(trax.Cell) bool) (n int) {
	for _, step := range [...]trax.Cell{{Col: 1}, {Col: -1}, {Row: 1}, {Row: -1}} {
		if is(trax.Cell{Col: c.Col + step.Col, Row: c.Row + step.Row}) {
			n++
		}
	}
	return n
}
