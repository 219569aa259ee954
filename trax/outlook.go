package trax

import (
	"math/bits"
	"slices"
)

// outlook is what an empty cell that borders a tile knows of the tracks that end
// there: enough to pass over nearly all turns that end no game. Its edges are
// those of a tile at the cell, in the bits of an alert.
type outlook struct {
	far    [2]uint32 // cells at which the red and the white track from here end, or one with a tile
	meets  uint8     // behind them, a track ends that ends here too
	joins  uint8     // behind them, a track ends whose other end lies two cells from there
	rims   uint8     // sides of the box that a track from here reaches, or a tile here
	beyond uint8     // sides of the box beyond which the cell lies, for each colour
}

// survey scans, and looks along every open track from both of its ends. The
// sides of the box matter only if a turn can make it long enough for lines.
func (p *Position) survey(long bool) {
	p.scan()
	if n := len(p.alerts); len(p.outlooks) < n {
		p.outlooks = slices.Grow(p.outlooks, n-len(p.outlooks))[:n]
	}
	p.tails = slices.Grow(p.tails[:0], 2*len(p.frontier))
	tails, n := p.tails[:cap(p.tails)], 0
	taken := p.placed[0].cell
	for _, c := range p.frontier {
		o := &p.outlooks[c]
		*o = outlook{far: [2]uint32{taken, taken}}
		if long {
			col, row := p.grid.offset(p.base, c)
			o.rims = rims(col, row, 1, p.width, p.height)
			o.beyond = rims(col, row, 0, p.width+1, p.height+1)
		}
		// An empty cell sees one edge of each colour at most.
		in := uint32(p.grid.squares[c].in())
		red, white := in&allSides, in>>4
		tails[n] = tail{c, uint8(bits.TrailingZeros32(red)) & 3, 1}
		n += 1 - isZero(red)
		tails[n] = tail{c, uint8(bits.TrailingZeros32(white)) & 3, 1 << 4}
		n += 1 - isZero(white)
	}
	p.surveyTails(tails[:n])
}

// tail is the end of a track at side s of a cell. Its color is the bit of an
// alert for the side numbered 0.
type tail struct {
	c        uint32
	s, color uint8
}

// surveyTails notes where tracks end whose one end is given. Like look it stores
// first and then counts.
func (p *Position) surveyTails(tails []tail) {
	g, outlooks, near := &p.grid, p.outlooks, 0
	shift := g.shift & 31
	columns, corner := uint32(1)<<shift-1, uint32(2)<<shift+2 // two rows and columns
	for _, t := range tails {
		o := &outlooks[t.c]
		far := g.ends[4*g.links[t.c][t.s&3]+uint32(t.s^2)]
		end := g.links[far/4][far&3]
		o.far[t.color>>4] = end
		// Only beyond a side of the box it is behind an edge at that side.
		o.rims |= outlooks[end].beyond & (t.color * allSides)
		way := uint8(0)
		if g.parts != nil {
			way = g.parts.way(t.c, end)
		} else if at := (end - t.c + corner) & g.mask; at>>shift|at&columns < 8 {
			way = ways[(at>>shift<<3|at&columns)&63]
		}
		t.s = way
		tails[near] = t
		near += 1 - isZero(uint32(way))
	}
	for _, t := range tails[:near] {
		o := &outlooks[t.c]
		if t.s&adjacent != 0 {
			o.meets |= t.color * (t.s & allSides)
			continue
		}
		links := &g.links[t.c]
		a := bits.TrailingZeros8(t.s) & 3
		b := 7 - bits.LeadingZeros8(t.s)
		outlooks[links[a]].joins |= t.color << (a ^ 2)
		outlooks[links[b]].joins |= t.color << (b ^ 2)
	}
}

// adjacent marks a way of one step.
const adjacent = 1 << 4

// way returns, in bits 0..3, the sides at which a cell at most two steps away
// may be left for d, and whether one step will do: 0 when d is farther.
func (k *chunks) way(c, d uint32) uint8 {
	from, to := k.point(c), k.point(d)
	col, row := uint32(to.x-from.x+2), uint32(to.y-from.y+2)
	if col|row >= 8 {
		return 0
	}
	return ways[row<<3|col]
}

// ways lists what way returns, row by row, eight to a row, around cell 2 of row 2.
// On a torus, the difference of two cells' numbers tells the row and the column.
var ways = [64]uint8{
	0<<3 | 2: 1 << Top,
	1<<3 | 1: 1<<Top | 1<<Left,
	1<<3 | 2: adjacent | 1<<Top,
	1<<3 | 3: 1<<Top | 1<<Right,
	2 << 3:   1 << Left,
	2<<3 | 1: adjacent | 1<<Left,
	2<<3 | 3: adjacent | 1<<Right,
	2<<3 | 4: 1 << Right,
	3<<3 | 1: 1<<Bottom | 1<<Left,
	3<<3 | 2: adjacent | 1<<Bottom,
	3<<3 | 3: 1<<Bottom | 1<<Right,
	4<<3 | 2: 1 << Bottom,
}

// rims returns the sides, for either colour, of a box from the given least
// column and row to the given largest ones on which a cell lies, or beyond which.
func rims(col, row, least, width, height int) (sides uint8) {
	if col >= width {
		sides |= 0x11 << Right
	}
	if row <= least {
		sides |= 0x11 << Top
	}
	if col <= least {
		sides |= 0x11 << Left
	}
	if row >= height {
		sides |= 0x11 << Bottom
	}
	return sides
}

// across tells whether a line may join two of the given sides, of which a turn
// can make those in spans far enough apart.
func across(rims, spans uint8) bool { return rims&(rims>>2)&spans != 0 }

// spansNext returns, for across, between which sides a turn can make a line:
// bits 0 and 4 for right and left, bits 1 and 5 for top and bottom.
func (p *Position) spansNext() (spans uint8) {
	if p.width+1 >= minLine {
		spans = 0x11
	}
	if p.height+1 >= minLine {
		spans |= 0x22
	}
	return spans
}

// spansAt returns, of the given spans, those between which a turn at c can make a line:
// forced tiles never make the box longer, so that a box which is a cell too short needs
// the written tile beyond it.
func (p *Position) spansAt(c uint32, spans uint8) uint8 {
	beyond := p.outlooks[c].beyond
	if p.width < minLine && beyond&0x55 == 0 {
		spans &^= 0x11
	}
	if p.height < minLine && beyond&0xAA == 0 {
		spans &^= 0x22
	}
	return spans
}

// twice tells whether two of the edges have one colour.
func twice(edges uint8) bool {
	red, white := edges&allSides, edges>>4
	return red&(red-1)|white&(white-1) != 0
}
