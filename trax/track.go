package trax

import (
	"math/bits"
	"slices"
)

// End is an edge at which a track leaves the tiles.
type End struct {
	Cell Cell // the tile's cell
	Side Side
}

// Track is an open track: one that ends at empty cells on both ends.
type Track struct {
	Color Color
	Ends  [2]End
}

// AppendTracks appends every open track to dst, each once, in an unspecified order. Its
// cost is linear in the empty cells that border a tile.
func (p *Position) AppendTracks(dst []Track) []Track {
	p.open = p.appendOpen(p.open[:0], p.filledPrefix.empty)
	p.open = p.appendOpen(p.open, p.touched[p.filledPrefix.touched:])
	dst = slices.Grow(dst, len(p.open))
	if p.grid.parts != nil {
		for _, t := range p.open {
			dst = append(dst, Track{t.color, [2]End{p.end(t.edge), p.end(t.far)}})
		}
		return dst
	}
	first, mask, shift := p.grid.wrap(p.base), p.grid.mask, p.grid.shift&31
	columns := uint32(1)<<shift - 1
	end := func(edge uint32) End {
		d := (edge/4 - first) & mask // as in offset
		return End{Cell{int(d & columns), int(d >> shift)}, Side(edge & 3)}
	}
	for _, t := range p.open {
		dst = append(dst, Track{t.color, [2]End{end(t.edge), end(t.far)}})
	}
	return dst
}

// open is an open track by the edges at which it ends.
type open struct {
	edge, far uint32
	color     Color
}

// appendOpen appends the tracks that end at those of the given cells that are empty,
// each at the lesser of its ends. Like look it stores first and then counts.
func (p *Position) appendOpen(dst []open, cells []uint32) []open {
	n := len(dst)
	dst = slices.Grow(dst, 2*len(cells)+1)
	free, found := dst[n:cap(dst)], 0
	squares, links, ends := p.grid.squares, p.grid.links, p.grid.ends
	for _, c := range cells {
		// An empty cell sees one edge of each colour at most.
		sq, near := squares[c], &links[c]
		empty := 1 - int(sq&occupied/occupied)
		red, white := uint32(sq&redBits), uint32(sq&whiteBits)>>4
		s := uint32(bits.TrailingZeros32(red)) & 3
		edge := 4*near[s] + s ^ 2
		far := ends[edge]
		free[found] = open{edge, far, Red}
		found += empty & (1 - isZero(red)) & int((uint64(edge)-uint64(far))>>63)
		s = uint32(bits.TrailingZeros32(white)) & 3
		edge = 4*near[s] + s ^ 2
		far = ends[edge]
		free[found] = open{edge, far, White}
		found += empty & (1 - isZero(white)) & int((uint64(edge)-uint64(far))>>63)
	}
	return dst[:n+found]
}

func (p *Position) end(edge uint32) End { return End{p.cell(edge / 4), Side(edge & 3)} }

// Walk follows the track of colour color through the tile at c, which must not
// be empty, and returns its cells in order and whether it is a loop.
func (p *Position) Walk(c Cell, color Color) (cells []Cell, loop bool) {
	start := p.grid.index(p.base, c.Col, c.Row)
	sides := tracks[p.At(c)&allSides][color]
	ahead, loop := p.follow(start, sides[0])
	if loop {
		return p.cells(nil, ahead), true
	}
	behind, _ := p.follow(start, sides[1])
	for i := len(behind) - 1; i > 0; i-- {
		cells = append(cells, p.cell(behind[i]))
	}
	return p.cells(cells, ahead), false
}

// follow returns the cells of a track from c, leaving it at side s, up to its
// end or back to c.
func (p *Position) follow(c uint32, s Side) (path []uint32, loop bool) {
	start, from := c, p.grid.squares[c].tile().Mate(s)
	for {
		path = append(path, c)
		c = p.grid.links[c][s]
		if p.grid.squares[c].empty() {
			return path, false
		}
		if c == start && s.Opposite() == from {
			return path, true
		}
		s = p.grid.squares[c].tile().Mate(s.Opposite())
	}
}

func (p *Position) cells(dst []Cell, path []uint32) []Cell {
	for _, c := range path {
		dst = append(dst, p.cell(c))
	}
	return dst
}

// Winning returns the loops and lines of the winner that the last turn
// completed, each as its cells in order. It is empty while the game is not
// over.
func (p *Position) Winning() (found [][]Cell) {
	o := p.Outcome()
	if !o.Over {
		return nil
	}
	seen := map[Cell]bool{}
	for _, t := range p.placed[p.turns[len(p.turns)-1].placed:] {
		c := p.cell(t.cell)
		if seen[c] {
			continue
		}
		cells, loop := p.Walk(c, o.Winner)
		if !loop && !p.spansEither(cells, o.Winner) {
			continue
		}
		for _, c := range cells {
			seen[c] = true
		}
		found = append(found, cells)
	}
	return found
}

// spansEither reports whether the open track along cells is a line.
func (p *Position) spansEither(cells []Cell, color Color) bool {
	c := p.grid.index(p.base, cells[0].Col, cells[0].Row)
	for _, s := range tracks[p.grid.squares[c].tile()&allSides][color] {
		if p.grid.squares[p.grid.links[c][s]].empty() && p.spans(4*c+uint32(s)) {
			return true
		}
	}
	return false
}
