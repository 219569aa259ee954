package trax

import "slices"

// filledPrefix remembers which of the first cells in Position.touched are still
// empty, so that listing the frontier costs what the frontier and the turns
// since then cost, not what the whole game does. It holds until a turn that it
// covers is taken back.
type filledPrefix struct {
	empty   []uint32
	touched int // cells that it covers
	placed  int // tiles on the board then
}

// undone says that no more than the given number of tiles are left.
func (s *filledPrefix) undone(placed int) {
	if placed < s.placed {
		s.forget()
	}
}

func (s *filledPrefix) forget() { *s = filledPrefix{empty: s.empty[:0]} }

const slack = 256

// scan lists the empty cells that border a tile in p.frontier, and notes for
// each in p.alerts which edges of a tile there would force a neighbour to be
// filled: in bits 0..3 the sides where a red edge does, in 4..7 those where a
// white one does; in p.spreads those of them at which the tile that fills it would force
// another. Both hold until the next turn is played or taken back.
func (p *Position) scan() {
	if p.scanned && p.grid.parts == nil { // of chunks, a try may have made cells
		return
	}
	p.frontier, p.runs = p.frontier[:0], p.runs[:0]
	if n := len(p.grid.squares); len(p.forcingEdges) < n {
		p.forcingEdges = slices.Grow(p.forcingEdges, n-len(p.forcingEdges))[:n]
		p.throughEdges = slices.Grow(p.throughEdges, n-len(p.throughEdges))[:n]
		p.cascadingEdges = slices.Grow(p.cascadingEdges, n-len(p.cascadingEdges))[:n]
	}
	recent := p.touched[p.filledPrefix.touched:]
	p.scanCells(p.filledPrefix.empty)
	p.scanCells(recent)
	p.scanCascades()
	if len(p.filledPrefix.empty)+len(recent) > 2*len(p.frontier)+slack {
		p.filledPrefix = filledPrefix{append(p.filledPrefix.empty[:0], p.frontier...), len(p.touched), len(p.placed)}
	}
	p.scanned = true
}

// scanCells takes those of cells that are empty to the frontier. Which ones are is as
// good as random to the processor: it stores first and then counts.
func (p *Position) scanCells(cells []uint32) {
	n := len(p.frontier)
	p.frontier = slices.Grow(p.frontier, len(cells))
	squares, free := p.grid.squares, p.frontier[n:n+len(cells)]
	found := 0
	for _, c := range cells {
		free[found] = c
		found += 1 - int(squares[c]&occupied/occupied)
	}
	p.frontier = p.frontier[:n+found]
	for _, c := range free[:found] {
		right, top, left, bottom := p.grid.around(c)
		alert := forcingEdges[*right&stateBits] | forcingEdges[*top&stateBits]<<1 |
			forcingEdges[*left&stateBits]<<2 | forcingEdges[*bottom&stateBits]<<3
		p.forcingEdges[c], p.throughEdges[c] = alert, throughEdges[squares[c].in()][alert]
	}
}

// scanCascades finds the spreads of the cells of the frontier.
func (p *Position) scanCascades() {
	links, alerts, passes, spreads := p.grid.links, p.forcingEdges, p.throughEdges, p.cascadingEdges
	for _, c := range p.frontier {
		near := &links[c]
		right := passes[near[Right]] >> Left & bothAt
		top := passes[near[Top]] >> Bottom & bothAt
		left := passes[near[Left]] >> Right & bothAt
		bottom := passes[near[Bottom]] >> Top & bothAt
		spreads[c] = (right<<Right | top<<Top | left<<Left | bottom<<Bottom) & alerts[c]
	}
}

// bothAt are the edges of both colours at side 0, in the bits of an alert.
const bothAt = 0x11
