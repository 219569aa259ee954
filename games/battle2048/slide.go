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
func (l lanes) full() lanes {
	top := (l + 0x7f*ones) & tops
	return top | (top - top>>7)
}

// sum adds up the lanes; it must be below 0x100.
func (l lanes) sum() int { return int(l * ones >> 32 & 0xff) }

// Slide slides the board. Merges is how many pairs of tiles became one, gain the
// sum of the tiles that they became. A slide that changes nothing is not moved,
// and the board is as it was.
func (b *Board) Slide(d Direction) (merges int, gain int64, moved bool) {
	r0, r1, r2, r3, r4 := b.row(0), b.row(1), b.row(2), b.row(3), b.row(4)
	switch d {
	case Up:
		r0, r1, r2, r3, r4, merges, gain, moved = slid(r0, r1, r2, r3, r4)
	case Down:
		r4, r3, r2, r1, r0, merges, gain, moved = slid(r4, r3, r2, r1, r0)
	case Left:
		r0, r1, r2, r3, r4 = transposed(r0, r1, r2, r3, r4)
		r0, r1, r2, r3, r4, merges, gain, moved = slid(r0, r1, r2, r3, r4)
		r0, r1, r2, r3, r4 = transposed(r0, r1, r2, r3, r4)
	case Right:
		r0, r1, r2, r3, r4 = transposed(r0, r1, r2, r3, r4)
		r4, r3, r2, r1, r0, merges, gain, moved = slid(r4, r3, r2, r1, r0)
		r0, r1, r2, r3, r4 = transposed(r0, r1, r2, r3, r4)
	}
	if moved {
		b.setRow(0, r0)
		b.setRow(1, r1)
		b.setRow(2, r2)
		b.setRow(3, r3)
		b.setRow(4, r4)
	}
	return merges, gain, moved
}

// row is a row of the board, with a lane for each column.
func (b *Board) row(i int) lanes {
	return lanes(binary.LittleEndian.Uint32(b[i*Size:])) | lanes(b[i*Size+4])<<32
}

func (b *Board) setRow(i int, l lanes) {
	binary.LittleEndian.PutUint32(b[i*Size:], uint32(l))
	b[i*Size+4] = uint8(l >> 32)
}

// transposed makes rows of columns: of the first four by four lanes in two rounds
// of swaps, of the last row and column one by one.
func transposed(a, b, c, d, e lanes) (_, _, _, _, _ lanes) {
	const odd, high lanes = 0xff00ff00, 0xffff0000
	last := a>>32&0xff | b>>32&0xff<<8 | c>>32&0xff<<16 | d>>32&0xff<<24 | e&(0xff<<32)
	a, b = a&^odd|b<<8&odd, a>>8&^odd&0xffffffff|b&odd
	c, d = c&^odd|d<<8&odd, c>>8&^odd&0xffffffff|d&odd
	a, c = a&^high|c<<16&high, a>>16&^high&0xffffffff|c&high
	b, d = b&^high|d<<16&high, b>>16&^high&0xffffffff|d&high
	const four lanes = 0xffffffff
	return a&four | e&0xff<<32, b&four | e>>8&0xff<<32, c&four | e>>16&0xff<<32, d&four | e>>24&0xff<<32, last
}

// slid slides towards a. Each lanes goes with a mask of those of its bytes that
// are not 0.
func slid(a, b, c, d, e lanes) (_, _, _, _, _ lanes, merges int, gain int64, moved bool) {
	a0, b0, c0, d0, e0 := a, b, c, d, e
	fa, fb, fc, fd, fe := a.full(), b.full(), c.full(), d.full(), e.full()
	a, b, fa, fb = pulled(a, b, fa, fb)
	b, c, fb, fc = pulled(b, c, fb, fc)
	c, d, fc, fd = pulled(c, d, fc, fd)
	d, e, fd, fe = pulled(d, e, fd, fe)
	a, b, fa, fb = pulled(a, b, fa, fb)
	b, c, fb, fc = pulled(b, c, fb, fc)
	c, d, fc, fd = pulled(c, d, fc, fd)
	a, b, fa, fb = pulled(a, b, fa, fb)
	b, c, fb, fc = pulled(b, c, fb, fc)
	a, b, fa, fb = pulled(a, b, fa, fb)

	var first, second, third, fourth, n lanes // n counts the merges of each line
	a, b, fb, first, n = merged(a, b, fa, fb, n)
	b, c, fc, second, n = merged(b, c, fb, fc, n)
	c, d, fd, third, n = merged(c, d, fc, fd, n)
	d, e, fe, fourth, n = merged(d, e, fd, fe, n)

	// In a line at most two merged, which left as many cells empty.
	a, b, _, fb = pulled(a, b, fa, fb)
	b, c, fb, fc = pulled(b, c, fb, fc)
	c, d, fc, fd = pulled(c, d, fc, fd)
	d, e, fd, _ = pulled(d, e, fd, fe)
	b, c, _, fc = pulled(b, c, fb, fc)
	c, d, _, _ = pulled(c, d, fc, fd)

	merges, gain = n.sum(), gained(first|second, third|fourth)
	moved = (a^a0)|(b^b0)|(c^c0)|(d^d0)|(e^e0) != 0
	return a, b, c, d, e, merges, gain, moved
}

// pulled moves tiles from y to the empty cells before them in x.
func pulled(x, y, fullX, fullY lanes) (_, _, _, _ lanes) {
	return x | y&^fullX, y & fullX, fullX | fullY, fullY & fullX
}

// merged merges equal tiles of x and y into x. It returns what they became too,
// and adds a 1 to the lanes of merges in which they did.
func merged(x, y, fullX, fullY, merges lanes) (_, _, _, became, _ lanes) {
	equal := fullX &^ (x ^ y).full()
	one := equal & ones
	x += one
	return x, y &^ equal, fullY &^ equal, x & equal, merges + one
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
