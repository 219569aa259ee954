package trax

import "slices"

// RimEdge is an edge of a tile on the rim of the board, where an open track ends.
type RimEdge struct {
	Col, Row int32 // of the empty cell that the track enters
	Mate     int32 // the number of the edge at which the track ends, too; -1 in a hole
	Side     Side  // of the empty cell, at which the tile lies
	Color    Color
	Bend     Bend // on the way to the next edge
}

// Bend is the direction of the rim after an edge.
type Bend uint8

// The bends of the rim.
const (
	Straight Bend = iota // along the next tile
	Outward              // around the corner of the tile
	Inward               // along a tile that the same cell borders
)

// AppendRim appends the edges of the rim to dst, the outer border of the tiles, clockwise
// from the leftmost tile of the top row on, as a cycle. Holes,
// empty cells that tiles enclose, have no part in it. Its cost is linear in the edges. It
// is not safe for concurrent use with any other method of p.
func (p *Tactics) AppendRim(dst []RimEdge) []RimEdge {
	if len(p.placed) == 0 {
		return dst
	}
	first, room := len(dst), 2*len(p.placed)+2 // n tiles have no longer rim
	dst = slices.Grow(dst, room)[:first+room]
	if len(p.rim) < room {
		p.rim = make([]uint32, 2*room)
	}
	if len(p.rimAt) < len(p.grid.ends) {
		p.rimAt = make([]int32, len(p.grid.ends))
	}
	at, c := p.rimStart()
	dst = dst[:first+p.walkRim(dst[first:], c)]
	p.locate(dst[first:], at)
	return dst
}

// walkRim walks along the rim from the given cell on, above a tile, and notes which edges
// it passes, and their kinds without their places. It returns their number. Only the step to
// the next edge branches, so that the processor can speculate ahead.
func (p *Tactics) walkRim(rim []RimEdge, start uint32) (passed int) {
	squares, links, rimAt := p.grid.squares, p.grid.links, p.rimAt
	walked := p.rim[:len(rim)]
	c, s := start, uint32(Bottom)
	for passed = range rim {
		e, around := &rim[passed], &links[c]
		e.Side, e.Color = Side(s), Color(squares[c]>>(s&3)&redAt)
		edge := 4*around[s&3] + s ^ 2
		walked[passed], rimAt[edge] = edge, int32(passed)
		ahead := around[(s+1)&3]
		switch next := squares[ahead]; {
		case !next.empty():
			e.Bend, s = Inward, (s+1)&3
		case next>>(s&3)&(redAt|whiteAt) != 0:
			e.Bend, c = Straight, ahead
		default:
			e.Bend, c, s = Outward, links[ahead][s&3], (s-1)&3
		}
		if c == start && s == uint32(Bottom) {
			break
		}
	}
	return passed + 1
}

// locate notes where the edges lie that walkRim passed, the first at the given cell, and
// where their tracks end.
func (p *Tactics) locate(rim []RimEdge, first Cell) {
	walked, ends, rimAt := p.rim[:len(rim)], p.grid.ends, p.rimAt
	at := point{int32(first.Col), int32(first.Row)}
	for i, edge := range walked {
		e, far := &rim[i], ends[edge]
		e.Col, e.Row, e.Mate = at.x, at.y, rimAt[far]
		if uint(e.Mate) >= uint(len(walked)) || walked[e.Mate] != far {
			e.Mate = -1
		}
		way := rimWays[e.Bend&3][e.Side&3]
		at.x += way.x
		at.y += way.y
	}
}

// rimWays lead from the cell at an edge to that at the next one, by bend and side.
var rimWays = func() (ways [4][4]point) {
	for s, out := range steps {
		on := steps[(s+1)&3]
		ways[Straight][s] = on
		ways[Outward][s] = point{on.x + out.x, on.y + out.y}
	}
	return ways
}()

// Bits of a pattern: the edge at side 0, red or white.
const (
	redAt   = 1
	whiteAt = 1 << 4
)

// rimStart returns the cell above the leftmost tile of the top row.
func (p *Tactics) rimStart() (Cell, uint32) {
	at := Cell{Col: 1}
	for {
		c := p.grid.index(p.base, at.Col, at.Row)
		if p.grid.squares[c].in()&((redAt|whiteAt)<<Bottom) != 0 {
			return at, c
		}
		at.Col++
	}
}
