package trax

import (
	"cmp"
	"slices"
	"sync"
)

// square is one cell of the board: in bits 0..7 the pattern of edges that its
// neighbours show it (kept up for occupied cells too, it costs nothing), in
// bit 8 whether it is occupied, in bit 9 whether only for a try, in bits 12..15
// its tile.
type square uint16

const (
	patternBits    = 0xFF
	occupied       = 0x100
	tried          = 0x200
	stateBits      = patternBits | occupied
	tileShift      = 12
	redBits        = allSides
	whiteBits      = allSides << 4
	occupiedByTile = occupied | tried | allSides<<tileShift
)

func (q square) in() uint8     { return uint8(q) }
func (q square) tile() Tile    { return Tile(q >> tileShift) }
func (q square) empty() bool   { return q&occupied == 0 }
func (q *square) fill(t Tile)  { *q |= occupied | square(t)<<tileShift }
func (q *square) clear()       { *q &^= occupiedByTile }
func (q *square) hide(b uint8) { *q &^= square(b) }

// grid is the storage of a board: cells by number, each with the numbers of
// its four neighbours. Coordinates on the plane name a cell for good, its
// number only until the grid grows. How numbers follow from coordinates is
// one of two ways:
//
// A torus of 2^shift columns, numbered row after row, serves boards of usual
// size: a step to the right is +1, one down is +2^shift, both modulo the size,
// so that a row's last cell neighbours the next row's first. A board that
// leaves a margin free never notices.
//
// Chunks serve boards whose torus would pass maxTorus: memory then follows
// the tiles and not the bounding box, which a diagonal makes as large as the
// square of its length.
type grid struct {
	squares []square
	// ends holds, for the edge 4*cell+side at which a track leaves the
	// tiles, the edge at which its other end does. Entries of edges that
	// have been joined keep their last value: undo reads it.
	ends []uint32
	// links holds the cells right of, above, left of and below a cell. A
	// torus never writes it again, so boards share it.
	links [][4]uint32

	mask  uint32  // of a torus: its cells, less one
	shift uint8   // of a torus: log2 of its columns
	parts *chunks // nil for a torus
}

type point struct{ x, y int32 }

// add returns the point that lies col columns and row rows from a.
func (a point) add(col, row int) point { return point{a.x + int32(col), a.y + int32(row)} }

// margin is the number of columns and rows that a torus keeps free beside the box: one on each
// side for cells that border a tile, and one more for the neighbours of a tile that is tried
// there.
const margin = 4

const (
	// startBits is the logarithm of the first torus' columns and rows.
	startBits = 4
	// maxTorus bounds the cells of a torus, such as 512 columns and rows.
	maxTorus     = 1 << maxTorusBits
	maxTorusBits = 18
)

func newTorus(columnBits, rowBits uint8) grid {
	n := uint32(1) << (columnBits + rowBits)
	g := grid{
		squares: make([]square, n),
		ends:    make([]uint32, 4*n),
		mask:    n - 1,
		shift:   columnBits,
	}
	if columnBits == startBits && rowBits == startBits {
		g.links = startLinks()
	} else {
		g.links = g.torusLinks()
	}
	return g
}

// startLinks holds the links of the first torus, which all boards share.
var startLinks = sync.OnceValue(func() [][4]uint32 {
	g := grid{mask: 1<<(2*startBits) - 1, shift: startBits}
	return g.torusLinks()
})

func (g *grid) torusLinks() [][4]uint32 {
	links := make([][4]uint32, g.mask+1)
	for c := range links {
		at := point{int32(c & (1<<g.shift - 1)), int32(c >> g.shift)}
		links[c] = [4]uint32{
			g.index(at, 1, 0), g.index(at, 0, -1), g.index(at, -1, 0), g.index(at, 0, 1),
		}
	}
	return links
}

// clone returns a grid that shares nothing that is written.
func (g *grid) clone() grid {
	h := *g
	h.squares = slices.Clone(g.squares)
	h.ends = slices.Clone(g.ends)
	if g.parts != nil {
		h.links = slices.Clone(g.links)
		h.parts = g.parts.clone()
	}
	return h
}

func (g *grid) columns() int { return 1 << g.shift }
func (g *grid) rows() int    { return len(g.squares) >> g.shift }

// holds reports whether a box of the given size has room with its margin.
func (g *grid) holds(width, height int) bool {
	return g.parts != nil || width+margin <= g.columns() && height+margin <= g.rows()
}

// around returns pointers to the squares that links names.
func (g *grid) around(c uint32) (right, top, left, bottom *square) {
	sq, n := g.squares, &g.links[c]
	return &sq[n[0]], &sq[n[1]], &sq[n[2]], &sq[n[3]]
}

// erase takes the tile at c, if any, off the squares. It returns in bits 0..3
// which neighbours are occupied.
func (g *grid) erase(c uint32) (taken uint32) {
	sq := &g.squares[c]
	hide := &shows[sq.tile()&allSides]
	sq.clear()
	right, top, left, bottom := g.around(c)
	right.hide(hide[Right])
	top.hide(hide[Top])
	left.hide(hide[Left])
	bottom.hide(hide[Bottom])
	return uint32(*right&occupied)/occupied | uint32(*top&occupied)/occupied<<1 |
		uint32(*left&occupied)/occupied<<2 | uint32(*bottom&occupied)/occupied<<3
}

// index returns the cell that lies col columns and row rows from base. Of
// chunks it is the empty cell 0 where no cell has been needed yet.
func (g *grid) index(base point, col, row int) uint32 {
	at := base.add(col, row)
	if g.parts != nil {
		return g.parts.index(at)
	}
	return g.wrap(at)
}

// offset returns the inverse of index for the cells of a box and around it.
func (g *grid) offset(base point, c uint32) (col, row int) {
	if g.parts != nil {
		at := g.parts.point(c)
		return int(at.x - base.x), int(at.y - base.y)
	}
	d := (c - g.wrap(base)) & g.mask
	return int(d & (1<<g.shift - 1)), int(d >> g.shift)
}

// wrap returns the cell at a point of a torus.
func (g *grid) wrap(at point) uint32 {
	return (uint32(at.x) + uint32(at.y)<<g.shift) & g.mask
}

// sort puts cells of a box and around it in order, row by row.
func (g *grid) sort(cells []uint32, base point) {
	first, mask := g.wrap(base), g.mask
	slices.SortFunc(cells, func(c, d uint32) int {
		if g.parts == nil {
			return int((c-first)&mask) - int((d-first)&mask)
		}
		a, b := g.parts.point(c), g.parts.point(d)
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
	})
}

// reserve makes room for a box of the given size and its surroundings. The
// torus doubles in the direction that is short, so that the cost of moving is
// constant for each tile over a game.
func (p *Position) reserve(width, height int) {
	columnBits, rowBits := p.grid.shift, uint8(0)
	for 1<<columnBits < width+margin {
		columnBits++
	}
	for 1<<rowBits < p.grid.rows() || 1<<rowBits < height+margin {
		rowBits++
	}
	old := p.grid
	if columnBits+rowBits <= maxTorusBits {
		p.grid = newTorus(columnBits, rowBits)
	} else {
		p.grid = newChunks()
	}
	p.rebase(&old)
}

// makeRoom makes cells keep their numbers while as many turns are tried.
func (p *Position) makeRoom(turns int) {
	if !p.grid.holds(p.width+turns, p.height+turns) {
		p.reserve(p.width+turns, p.height+turns)
	}
}

// rebase moves everything that names a cell of the old grid to p's new one.
func (p *Position) rebase(old *grid) {
	if p.grid.parts != nil {
		for _, t := range p.placed {
			p.grid.surround(p.grid.need(p.base.add(old.offset(p.base, t.cell))))
		}
	}
	move := func(c uint32) uint32 {
		col, row := old.offset(p.base, c)
		return p.grid.index(p.base, col, row)
	}
	for i, c := range p.touched {
		p.touched[i] = move(c)
		p.grid.squares[p.touched[i]] = old.squares[c]
	}
	for i := range p.placed {
		t := &p.placed[i]
		n := move(t.cell)
		p.grid.squares[n] = old.squares[t.cell]
		for s := range uint32(4) {
			e := old.ends[4*t.cell+s]
			p.grid.ends[4*n+s] = 4*move(e/4) + e%4
		}
		t.cell = n
		for k, e := range t.ends {
			t.ends[k] = 4*move(e/4) + e%4
		}
	}
	p.scanned = false
	p.filledPrefix.forget()
}
