package trax

// square is one cell of the board: in bits 0..7 the pattern of edges that its
// neighbours show it (kept up for occupied cells too, it costs nothing), in
// bit 8 whether it is occupied, in bits 12..15 its tile.
type square uint16

const (
	patternBits    = 0xFF
	occupied       = 0x100
	stateBits      = patternBits | occupied
	tileShift      = 12
	redBits        = allSides
	whiteBits      = allSides << 4
	occupiedByTile = occupied | allSides<<tileShift
)

func (q square) in() uint8     { return uint8(q) }
func (q square) tile() Tile    { return Tile(q >> tileShift) }
func (q square) empty() bool   { return q&occupied == 0 }
func (q *square) fill(t Tile)  { *q |= occupied | square(t)<<tileShift }
func (q *square) clear()       { *q &^= occupiedByTile }
func (q *square) show(b uint8) { *q |= square(b) }
func (q *square) hide(b uint8) { *q &^= square(b) }

// grid is the storage of a board: a torus of 2^shift columns and
// len(squares)>>shift rows, numbered row after row. One step to the right is
// +1, one step down is +1<<shift, both modulo the size, so a row's last cell
// neighbours the next row's first: a board that leaves a margin free never
// notices.
type grid struct {
	squares []square
	// ends holds, for the edge 4*cell+side at which a track leaves the
	// tiles, the edge at which its other end does. Entries of edges that
	// have been joined keep their last value: undo reads it.
	ends   []uint32
	mask   uint32 // len(squares)-1
	stride uint32 // columns, a step down
	shift  uint8  // log2 of stride
}

func newGrid(columnBits, rowBits uint8) grid {
	n := uint32(1) << (columnBits + rowBits)
	return grid{
		squares: make([]square, n),
		ends:    make([]uint32, 4*n),
		mask:    n - 1,
		stride:  1 << columnBits,
		shift:   columnBits,
	}
}

// margin is how many columns and rows the torus keeps free beside the box: one
// on each side for cells that border a tile, and one more for the neighbours
// of a tile that is tried there.
const margin = 4

// startBits is the logarithm of the first torus' columns and rows.
const startBits = 4

func (g *grid) columns() int { return 1 << g.shift }
func (g *grid) rows() int    { return len(g.squares) >> g.shift }

// steps returns the cells right of, above, left of and below c.
func (g *grid) steps(c uint32) [4]uint32 {
	return [4]uint32{
		(c + 1) & g.mask, (c - g.stride) & g.mask,
		(c - 1) & g.mask, (c + g.stride) & g.mask,
	}
}

// around returns pointers to the squares that steps names. It takes the mask
// from the length so that the compiler sees every index in range.
func (g *grid) around(c uint32) (right, top, left, bottom *square) {
	sq := g.squares
	if len(sq) == 0 {
		return
	}
	m, i, w := uint(len(sq)-1), uint(c), uint(g.stride)
	return &sq[(i+1)&m], &sq[(i-w)&m], &sq[(i-1)&m], &sq[(i+w)&m]
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

// index returns the cell that lies col columns and row rows from base.
func (g *grid) index(base uint32, col, row int) uint32 {
	return (base + uint32(col) + uint32(row)<<g.shift) & g.mask
}

// offset is the inverse of index for cells less than a torus away.
func (g *grid) offset(base, c uint32) (col, row int) {
	d := (c - base) & g.mask
	return int(d & (1<<g.shift - 1)), int(d >> g.shift)
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
	if columnBits == p.grid.shift && 1<<rowBits == p.grid.rows() {
		return
	}
	old := p.grid
	p.grid = newGrid(columnBits, rowBits)
	p.rebase(&old)
}

// rebase moves everything that names a cell of the old grid to p's new one.
func (p *Position) rebase(old *grid) {
	base := p.base
	p.base = 0
	move := func(c uint32) uint32 {
		col, row := old.offset(base, c)
		return p.grid.index(0, col, row)
	}
	relocate := func(c uint32) {
		n := move(c)
		p.grid.squares[n] = old.squares[c]
		for s := range uint32(4) {
			e := old.ends[4*c+s]
			p.grid.ends[4*n+s] = 4*move(e/4) + e%4
		}
	}
	for i, c := range p.touched {
		relocate(c)
		p.touched[i] = move(c)
	}
	for i := range p.placed {
		t := &p.placed[i]
		relocate(t.cell)
		t.cell = move(t.cell)
		for k, e := range t.ends {
			t.ends[k] = 4*move(e/4) + e%4
		}
	}
	for i := range p.turns {
		p.turns[i].base = move(p.turns[i].base)
	}
}
