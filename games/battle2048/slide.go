package battle2048

import (
	"encoding/binary"
	"math/bits"
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

// lane is one line's byte.
func (l lanes) lane(line int) lanes { return l >> (8 * line) & 0xff }

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

// transposed makes rows of columns.
func transposed(a, b, c, d, e lanes) (_, _, _, _, _ lanes) {
	return a.lane(0) | b.lane(0)<<8 | c.lane(0)<<16 | d.lane(0)<<24 | e.lane(0)<<32,
		a.lane(1) | b.lane(1)<<8 | c.lane(1)<<16 | d.lane(1)<<24 | e.lane(1)<<32,
		a.lane(2) | b.lane(2)<<8 | c.lane(2)<<16 | d.lane(2)<<24 | e.lane(2)<<32,
		a.lane(3) | b.lane(3)<<8 | c.lane(3)<<16 | d.lane(3)<<24 | e.lane(3)<<32,
		a.lane(4) | b.lane(4)<<8 | c.lane(4)<<16 | d.lane(4)<<24 | e.lane(4)<<32
}

// slid slides towards a.
func slid(a, b, c, d, e lanes) (_, _, _, _, _ lanes, merges int, gain int64, moved bool) {
	a0, b0, c0, d0, e0 := a, b, c, d, e
	a, b = pulled(a, b)
	b, c = pulled(b, c)
	c, d = pulled(c, d)
	d, e = pulled(d, e)
	a, b = pulled(a, b)
	b, c = pulled(b, c)
	c, d = pulled(c, d)
	a, b = pulled(a, b)
	b, c = pulled(b, c)
	a, b = pulled(a, b)

	var first, second, third, fourth lanes
	a, b, first = merged(a, b)
	b, c, second = merged(b, c)
	c, d, third = merged(c, d)
	d, e, fourth = merged(d, e)

	// In a line at most two merged, which left as many cells empty.
	a, b = pulled(a, b)
	b, c = pulled(b, c)
	c, d = pulled(c, d)
	d, e = pulled(d, e)
	b, c = pulled(b, c)
	c, d = pulled(c, d)

	merges, gain = gained(first|second, third|fourth)
	moved = (a^a0)|(b^b0)|(c^c0)|(d^d0)|(e^e0) != 0
	return a, b, c, d, e, merges, gain, moved
}

// pulled moves tiles from y to the empty cells before them in x.
func pulled(x, y lanes) (_, _ lanes) {
	gap := ^x.full()
	return x | y&gap, y &^ gap
}

// merged merges equal tiles of x and y into x, and returns what they became too.
func merged(x, y lanes) (_, _, became lanes) {
	equal := x.full() &^ (x ^ y).full()
	x += equal & ones
	return x, y &^ equal, x & equal
}

// gained counts merges and adds up the tiles of two lanes of them. Of the first
// two places in a line at most one merges with the next, and of the two behind
// them.
func gained(x, y lanes) (merges int, gain int64) {
	merges = bits.OnesCount64(uint64(x.full()&ones | y.full()&ones<<1))
	for l := range Size {
		gain += 1<<(x.lane(l)&63) + 1<<(y.lane(l)&63)
	}
	// Lanes without a merge have added 1.
	return merges, gain - int64(2*Size-merges)
}
