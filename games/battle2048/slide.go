package battle2048

import (
	"encoding/binary"
)

// A board is slid in all its lines at once, without a branch: a lanes holds a
// byte of each line, those that lie as far from the leading edge. They are
// separate variables throughout, for the compiler keeps no array in registers.
type lanes uint64

const (
	ones lanes = 0x01_01_01_01_01
	tops lanes = 0x80 * ones
)

// full is 0xff in each lane that is not 0. Lanes are below 0x80.
func (l lanes) full() lanes { return ((l + 0x7f*ones) & tops).spread() }

// spread is 0xff in each lane whose highest bit is set; there are no other bits.
func (l lanes) spread() lanes { return l<<1 - l>>7 }

// sum adds up the lanes; it must be below 0x100.
func (l lanes) sum() int { return int(l * ones >> 32 & 0xff) }

// Slide slides the board. Merges is how many pairs of tiles became one, gain the
// sum of the tiles that they became. A slide that changes nothing is not moved,
// and the board is as it was.
func (b *Grid) Slide(d Direction) (merges int, gain int64, moved bool) {
	switch d {
	case Up:
		v, w, x, y, z := b.row(0), b.row(1), b.row(2), b.row(3), b.row(4)
		v, w, x, y, z, merges, gain, moved = slid(v, w, x, y, z)
		b.setRows(v, w, x, y, z)
	case Down:
		v, w, x, y, z := b.row(0), b.row(1), b.row(2), b.row(3), b.row(4)
		z, y, x, w, v, merges, gain, moved = slid(z, y, x, w, v)
		b.setRows(v, w, x, y, z)
	case Left:
		v, w, x, y, z := b.columns()
		v, w, x, y, z, merges, gain, moved = slid(v, w, x, y, z)
		b.setColumns(v, w, x, y, z)
	case Right:
		v, w, x, y, z := b.columns()
		z, y, x, w, v, merges, gain, moved = slid(z, y, x, w, v)
		b.setColumns(v, w, x, y, z)
	}
	return merges, gain, moved
}

// row is a row of the board, with a lane for each column.
func (b *Grid) row(i int) lanes { return b.four(i) | lanes(b[i*Size+4])<<32 }

func (b *Grid) setRows(v, w, x, y, z lanes) {
	b.setFour(0, v)
	b.setFour(1, w)
	b.setFour(2, x)
	b.setFour(3, y)
	b.setFour(4, z)
	b.setLast(v>>32, w>>32, x>>32, y>>32, z>>32)
}

// four is the first four cells of a row.
func (b *Grid) four(i int) lanes { return lanes(binary.LittleEndian.Uint32(b[i*Size:])) }

func (b *Grid) setFour(i int, l lanes) { binary.LittleEndian.PutUint32(b[i*Size:], uint32(l)) }

// setLast sets the last cells of all rows.
func (b *Grid) setLast(v, w, x, y, z lanes) {
	b[4], b[9], b[14], b[19], b[24] = uint8(v), uint8(w), uint8(x), uint8(y), uint8(z)
}

// columns are the columns of the board, with a lane for each row.
func (b *Grid) columns() (v, w, x, y, z lanes) {
	vw, xy := turned(b.four(0)|b.four(1)<<32, b.four(2)|b.four(3)<<32)
	v, w = vw&first|lanes(b[20])<<32, vw>>32|lanes(b[21])<<32
	x, y = xy&first|lanes(b[22])<<32, xy>>32|lanes(b[23])<<32
	z = lanes(b[4]) | lanes(b[9])<<8 | lanes(b[14])<<16 | lanes(b[19])<<24 | lanes(b[24])<<32
	return v, w, x, y, z
}

func (b *Grid) setColumns(v, w, x, y, z lanes) {
	vw, xy := turned(v&first|w<<32, x&first|y<<32)
	b.setFour(0, vw)
	b.setFour(1, vw>>32)
	b.setFour(2, xy)
	b.setFour(3, xy>>32)
	b[20], b[21], b[22], b[23] = uint8(v>>32), uint8(w>>32), uint8(x>>32), uint8(y>>32)
	b.setLast(z, z>>8, z>>16, z>>24, z>>32)
}

// first are the first four lanes.
const first lanes = 0xffffffff

// turned makes columns of four rows of four lanes, two rows in each word: it swaps
// bytes beside the diagonal of each two by two, then those squares.
func turned(a, b lanes) (_, _ lanes) {
	const bytes, squares lanes = 0x00ff00ff << 8 & first, 0x0000ffff_0000ffff
	s := (a ^ a>>24) & bytes
	a ^= s | s<<24
	s = (b ^ b>>24) & bytes
	b ^= s | s<<24
	s = (a>>16 ^ b) & squares
	return a ^ s<<16, b ^ s
}

// slid slides towards a. Each lanes goes with a mask of those of its bytes that
// are not 0. A line with a gap has a first one, which the first round of pulls
// closes: what moves there tells whether anything does before the merges.
func slid(a, b, c, d, e lanes) (_, _, _, _, _ lanes, merges int, gain int64, moved bool) {
	fa, fb, fc, fd, fe := a.full(), b.full(), c.full(), d.full(), e.full()
	var any, more lanes
	a, b, fa, fb, any = pulled(a, b, fa, fb)
	b, c, fb, fc, more = pulled(b, c, fb, fc)
	any |= more
	c, d, fc, fd, more = pulled(c, d, fc, fd)
	any |= more
	d, e, fd, fe, more = pulled(d, e, fd, fe)
	any |= more
	a, b, fa, fb, _ = pulled(a, b, fa, fb)
	b, c, fb, fc, _ = pulled(b, c, fb, fc)
	c, d, fc, fd, _ = pulled(c, d, fc, fd)
	a, b, fa, fb, _ = pulled(a, b, fa, fb)
	b, c, fb, fc, _ = pulled(b, c, fb, fc)
	a, b, _, fb, _ = pulled(a, b, fa, fb)

	// Of tiles alike in a row every second one merges.
	m1 := alike(a, b, fb)
	m2 := alike(b, c, fc) &^ m1
	m3 := alike(c, d, fd) &^ m2
	m4 := alike(d, e, fe) &^ m3
	n := m1>>7 + m2>>7 + m3>>7 + m4>>7 // merges of each line
	a, b, c, d = a+m1>>7, b+m2>>7, c+m3>>7, d+m4>>7
	m1, m2, m3, m4 = m1.spread(), m2.spread(), m3.spread(), m4.spread()
	merges, gain, moved = n.sum(), gained(a&m1|b&m2, c&m3|d&m4), any|n != 0

	// What lies behind a merge moves up. Only behind the merges of the first and of
	// the second two a tile moves up twice.
	e &^= m4
	behind := m1 | m2
	b, c, d, e = either(b, c, m1), either(c, d, behind), either(d, e, behind|m3), e&^(behind|m3)
	twice := m1 & m3
	c, d = either(c, d, twice), d&^twice
	return a, b, c, d, e, merges, gain, moved
}

// alike is the highest bit of each lane in which x and y are equal and y is full.
func alike(x, y, fullY lanes) lanes { return fullY & tops &^ (x ^ y + 0x7f*ones) }

// either is y where there is a mask, and else x.
func either(x, y, mask lanes) lanes { return x ^ (x^y)&mask }

// pulled moves tiles from y to the empty cells before them in x, and returns those
// tiles too.
func pulled(x, y, fullX, fullY lanes) (_, _, _, _, tiles lanes) {
	stay := y & fullX
	tiles = y ^ stay
	return x | tiles, stay, fullX | fullY, fullY & fullX, tiles
}

// gained adds up the tiles of two lanes. Of the first two places in a line at
// most one merges with the next, and of the two behind them.
func gained(x, y lanes) int64 {
	return tiles[uint8(x)] + tiles[uint8(y)] +
		tiles[uint8(x>>8)] + tiles[uint8(y>>8)] +
		tiles[uint8(x>>16)] + tiles[uint8(y>>16)] +
		tiles[uint8(x>>24)] + tiles[uint8(y>>24)] +
		tiles[uint8(x>>32)] + tiles[uint8(y>>32)]
}

// tiles is the tile of each exponent, 0 for none. A look-up takes half of the
// time of a shift by a number that is not constant, which amd64 does in one
// register only.
var tiles = func() (all [256]int64) {
	for e := range all {
		all[e] = 1 << (e & 63)
	}
	all[0] = 0
	return all
}()
