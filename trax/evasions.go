package trax

import "slices"

// AppendEvasionMoves appends to dst the legal moves that may parry all of the given
// threats, turns by which the side that does not move would win: every other move
// leaves one of them as it is. Their order is unspecified.
//
// A turn completes the same loop as before while the cells that it fills are empty,
// take the same tiles, and force no others. So a parry fills one of them, or shows one
// an edge that its tile does not fit, or shows a neighbour that stayed empty a second
// edge of a colour, so that it is forced too. What becomes of lines, and of turns that
// fill many cells, only playing tells: such threats rule out nothing.
func (p *Tactics) AppendEvasionMoves(dst []Move, threats []EndingMove) []Move {
	p.evasions(threats, nil, func(c uint32, t Tile, _ bool) {
		dst = append(dst, Move{p.rules().cell(c), t.Shape()})
	})
	return dst
}

// Evasion is a legal move that may parry threats.
type Evasion struct {
	Move         Move
	LeavesThreat bool // as of Tactics.LeavesThreat; false may be wrong

	// Results of MayThreaten.

	Near, Threatens bool
}

// AppendEvasions is AppendEvasionMoves that tells more of each move.
func (p *Tactics) AppendEvasions(dst []Evasion, threats []EndingMove) []Evasion {
	p.evasions(threats, nil, func(c uint32, t Tile, loses bool) {
		dst = append(dst, p.evasion(c, t, loses))
	})
	return dst
}

// AppendEvasionsElsewhere is AppendEvasions without the turns on the cells of the threats.
func (p *Tactics) AppendEvasionsElsewhere(dst []Evasion, threats []EndingMove) []Evasion {
	p.rules().makeRoom(1)
	p.threatened = p.threatened[:0]
	for i := range threats {
		c := threats[i].Move.Cell
		p.threatened = append(p.threatened, p.grid.index(p.base, c.Col, c.Row))
	}
	p.evasions(threats, p.threatened, func(c uint32, t Tile, loses bool) {
		dst = append(dst, p.evasion(c, t, loses))
	})
	return dst
}

func (p *Tactics) evasion(c uint32, t Tile, loses bool) Evasion {
	near, attacks := p.mayThreaten(c, t)
	return Evasion{Move{p.rules().cell(c), t.Shape()}, loses, near, attacks}
}

// AppendEvasionsAmong is AppendEvasions for the given moves, of which it lists any that is
// legal where there is but one threat: on the cell of that all parry it, and finding out
// what else may takes longer than finding out whether a few moves are legal.
func (p *Tactics) AppendEvasionsAmong(dst []Evasion, threats []EndingMove, among []Move) []Evasion {
	if p.completed != 0 || len(p.turns) == 0 {
		return dst
	}
	p.rules().makeRoom(1)
	all := threatMarks(0)
	if len(threats) > 1 {
		p.rules().scan()
		all = p.markThreats(threats)
	}
	for _, m := range among {
		t, reason := p.rules().fit(m)
		if reason != "" {
			continue
		}
		c, listed, loses := p.grid.index(p.base, m.Cell.Col, m.Cell.Row), false, false
		if len(threats) > 1 {
			listed, loses = p.evades(c, t, all)
		} else {
			listed = p.mayPlay(c, t)
		}
		if listed {
			dst = append(dst, p.evasion(c, t, loses))
		}
	}
	p.unmark()
	return dst
}

// mayPlay reports whether t, which fits at c, may be played there.
func (p *Tactics) mayPlay(c uint32, t Tile) bool {
	if !p.scanned {
		if legal, known := p.rules().survives(c, t, fewCells); known {
			return legal
		}
		p.rules().scan()
	}
	return p.rules().legal(c, t, p.cascadingEdges[c])
}

// evasions tells of each move that AppendEvasionMoves lists, but for those on some cells, and whether
// it is known to lose.
func (p *Tactics) evasions(threats []EndingMove, but []uint32, yield func(c uint32, t Tile, loses bool)) {
	if p.completed != 0 || len(p.turns) == 0 {
		return
	}
	p.rules().makeRoom(1)
	p.rules().scan()
	all := p.markThreats(threats)
	for _, c := range p.frontier {
		if slices.Contains(but, c) {
			continue
		}
		fit := &fits[p.grid.squares[c].in()]
		for _, t := range fit.tiles[:fit.n] {
			if listed, loses := p.evades(c, t, all); listed {
				yield(c, t, loses)
			}
		}
	}
	p.unmark()
}

// unmark removes all marks.
func (p *Tactics) unmark() {
	for _, c := range p.marked {
		p.marks[c] = 0
	}
	p.marked = p.marked[:0]
}

// mostMarks bounds the threats that AppendEvasions looks at.
const mostMarks = 8

// threatMarks are, for each threat a byte, the edges of a tile at a cell by which the
// tile may parry the threat, in the bits of an alert.
type threatMarks uint64

// Of each threat the least and the highest bit.
const (
	leastOfMarks   threatMarks = 0x0101_0101_0101_0101
	highestOfMarks threatMarks = 0x8080_8080_8080_8080
)

// markThreats marks how each threat may be parried. It returns the highest bit of each
// threat that rules out other moves.
func (p *Tactics) markThreats(threats []EndingMove) (all threatMarks) {
	if p.grid.parts != nil {
		return 0 // a try may make cells
	}
	if n := len(p.grid.squares); len(p.marks) < n {
		p.marks = slices.Grow(p.marks, n-len(p.marks))[:n]
	}
	for i := range threats[:min(len(threats), mostMarks)] {
		e := &threats[i]
		t, reason := p.rules().fit(e.Move)
		if reason != "" || e.Completed&loopOf(p.rules().Turn().Other()) == 0 {
			continue
		}
		c := p.grid.index(p.base, e.Move.Cell.Col, e.Move.Cell.Row)
		if legal, known := p.rules().fill(c, t, fewCells); legal && known {
			p.markFilled(leastOfMarks & (0xFF << (8 * i)))
			all |= highestOfMarks & (0xFF << (8 * i))
		}
		p.rules().empty()
	}
	return all
}

// markFilled marks what changes the turn that has just been filled in: any tile on one
// of its cells, an edge next to one that differs from its own, and next to that a second
// edge of the colour that it shows there. bit is the least one of the threat.
func (p *Tactics) markFilled(bit threatMarks) {
	squares, links := p.grid.squares, p.grid.links
	for _, c := range p.queue {
		p.mark(c, 0xFF*bit)
		for s, n := range links[c] {
			if !squares[n].empty() {
				continue
			}
			color := squares[c].tile().ColorAt(Side(s))
			p.mark(n, threatMarks(alertOf(Side(s).Opposite(), color.Other()))*bit)
			for u, m := range links[n] {
				if squares[m].empty() {
					p.mark(m, threatMarks(alertOf(Side(u).Opposite(), color))*bit)
				}
			}
		}
	}
}

func (p *Tactics) mark(c uint32, marks threatMarks) {
	if p.marks[c] == 0 {
		p.marked = append(p.marked, c)
	}
	p.marks[c] |= marks
}

// evades tells of t, which fits at c, whether AppendEvasionMoves lists it: the tiles that it puts
// on the board have marks of all threats, or may be others than on c and its neighbours.
// Of the latter it tells whether they lack the marks of one.
func (p *Tactics) evades(c uint32, t Tile, all threatMarks) (listed, loses bool) {
	spreads := p.cascadingEdges[c]
	if all == 0 {
		return p.rules().legal(c, t, spreads), false // nothing is marked
	}
	forcing := t.edges() & p.forcingEdges[c]
	met := p.marksMet(c, t)
	switch {
	case forcing&spreads == 0 && !cornered[forcing]:
		for rest := forcing; rest != 0; rest &= rest - 1 {
			n, f, _ := p.rules().chain(c, rest&-rest)
			met |= p.marksMet(n, f)
		}
		return met.of(all), false
	case forcing&(forcing-1) == 0 && p.rules().endsQuietly(c, t, forcing):
		n, f, next := p.rules().chain(c, forcing)
		m, g, _ := p.rules().chain(n, next)
		return true, !(met | p.marksMet(n, f) | p.marksMet(m, g)).of(all)
	}
	legal, known := p.rules().fill(c, t, fewCells)
	for _, n := range p.queue {
		met |= p.marksMet(n, p.grid.squares[n].tile())
	}
	p.rules().empty()
	if !known {
		return p.rules().legal(c, t, spreads), false
	}
	return legal, !met.of(all)
}

// marksMet returns the marks that t at c meets.
func (p *Tactics) marksMet(c uint32, t Tile) threatMarks {
	return p.marks[c] & (threatMarks(t.edges()) * leastOfMarks)
}

func (m threatMarks) of(all threatMarks) bool {
	// The highest bit of a byte is set then if any of its bits was.
	return (m|(m&^highestOfMarks+^highestOfMarks))&all == all
}

// LeavesThreat reports whether one of the threats, turns by which the side that does not move
// would win, still completes its loop after m, which is legal. It is false where that
// takes more than a look at a few cells.
func (p *Tactics) LeavesThreat(m Move, threats []EndingMove) bool {
	t, reason := p.rules().fit(m)
	if reason != "" || p.grid.parts != nil {
		return false
	}
	legal, known := p.rules().fill(p.grid.index(p.base, m.Cell.Col, m.Cell.Row), t, fewCells)
	filled := p.queue
	p.queue = p.spareQueue
	loses := false
	for i := 0; i < len(threats) && legal && known && !loses; i++ {
		m := threats[i].Move
		if t, reason := p.rules().fit(m); reason == "" {
			loses, _ = p.closesBy(m, t, p.rules().Turn().Other())
		}
	}
	p.spareQueue, p.queue = p.queue, filled
	p.rules().empty()
	return loses
}
