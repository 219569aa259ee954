// Package grid holds what games on a field of cells have in common: bitboards of
// bits, what walls enclose, and the moves of agents that act at once.
//
// Games differ in small ways, which are parameters here: see [Neighbours] and
// [CyclePolicy].
package grid

import "math/bits"

// MaxWidth is the most columns that a Plane can have.
const MaxWidth = 64

// Bitboard is a set of cells of a field: a word a row, bit x for column x. Rows
// have the same meaning of bits in all bitboards of a field.
type Bitboard []uint64

// NewBitboard is an empty bitboard with the given number of rows.
func NewBitboard(height int) Bitboard { return make(Bitboard, height) }

// Set puts a cell in.
func (p Bitboard) Set(x, y int) { p[y] |= 1 << uint(x) }

// Unset takes a cell out.
func (p Bitboard) Unset(x, y int) { p[y] &^= 1 << uint(x) }

// Has reports whether a cell is in.
func (p Bitboard) Has(x, y int) bool { return p[y]>>uint(x)&1 != 0 }

// Clear takes all cells out.
func (p Bitboard) Clear() { clear(p) }

// Count is the number of cells.
func (p Bitboard) Count() (n int) {
	for _, row := range p {
		n += bits.OnesCount64(row)
	}
	return n
}

// Empty reports whether no cell is in.
func (p Bitboard) Empty() bool {
	var all uint64
	for _, row := range p {
		all |= row
	}
	return all == 0
}
