package trax

// RimEdge is an edge of a tile on the rim of the board, where an open track ends.
type RimEdge struct {
	Cell  Cell // the empty cell that the track enters
	Side  Side // of Cell, at which the tile lies
	Color Color
	Bend  Bend  // on the way to the next edge
	Mate  int32 // the number of the edge at which the track ends, too; -1 in a hole
}

// Bend is how the rim goes on behind an edge.
type Bend uint8

// The bends of the rim.
const (
	Straight Bend = iota // along the next tile
	Outward              // around the corner of the tile
	Inward               // along a tile that the same cell borders
)

// AppendRim appends the edges of the rim to dst, the outer border of the tiles, clockwise
// from the leftmost tile of the top row on: behind the last comes the first again. Holes,
// empty cells that tiles enclose, have no part in it. Its cost is that of the edges. It
// is not safe for concurrent use with any other method of p.
func (p *Position) AppendRim(dst []RimEdge) []RimEdge {
	if len(p.placed) == 0 {
		return dst
	}
	g, first := &p.grid, len(dst)
	if len(p.rimAt) < len(g.ends) {
		p.rimAt = make([]int32, len(g.ends))
	}
	p.rim = p.rim[:0]
	at, c := p.rimStart()
	s, start := Bottom, c
	for len(p.rim) == 0 || c != start || s != Bottom {
		in, tile, ahead := g.squares[c].in(), g.links[c][s&3], (s+1)&3
		edge := 4*tile + uint32(s^2)
		p.rimAt[edge] = int32(len(p.rim))
		p.rim = append(p.rim, edge)
		e := RimEdge{Cell: at, Side: s, Color: colorOf(in & ((redAt | whiteAt) << s))}
		beside := g.links[tile][ahead]
		switch {
		case in&((redAt|whiteAt)<<ahead) != 0:
			e.Bend, s = Inward, ahead
		case !g.squares[beside].empty():
			c, at = g.links[c][ahead], at.Beside(ahead)
		default:
			e.Bend, c, at, s = Outward, beside, at.Beside(ahead).Beside(s), ahead^2
		}
		dst = append(dst, e)
	}
	for i, edge := range p.rim {
		far, e := g.ends[edge], &dst[first+i]
		if e.Mate = p.rimAt[far]; int(e.Mate) >= len(p.rim) || p.rim[e.Mate] != far {
			e.Mate = -1
		}
	}
	return dst
}

// Bits of a pattern: the edge at side 0, red or white.
const (
	redAt   = 1
	whiteAt = 1 << 4
)

// rimStart returns the cell above the leftmost tile of the top row.
func (p *Position) rimStart() (Cell, uint32) {
	at := Cell{Col: 1}
	for {
		c := p.grid.index(p.base, at.Col, at.Row)
		if p.grid.squares[c].in()&((redAt|whiteAt)<<Bottom) != 0 {
			return at, c
		}
		at.Col++
	}
}
