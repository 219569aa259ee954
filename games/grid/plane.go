// Package grid holds what games on a field of cells have in common: planes of
// bits, what walls enclose, and what becomes of agents that act at once.
//
// Games differ in small ways, which are parameters here: see [Neighbours] and
// [Rings].
package grid

import "math/bits"

// MaxWidth is the most columns that a Plane can have.
const MaxWidth = 64

// Plane is a set of cells of a field: a word a row, bit x for column x. Rows
// have the same meaning of bits in all planes of a field.
type Plane []uint64

// NewPlane is an empty plane of so many rows.
func NewPlane(height int) Plane { return make(Plane, height) }

// Set puts a cell in.
func (p Plane) Set(x, y int) { p[y] |= 1 << uint(x) }

// Unset takes a cell out.
func (p Plane) Unset(x, y int) { p[y] &^= 1 << uint(x) }

// Has reports whether a cell is in.
func (p Plane) Has(x, y int) bool { return p[y]>>uint(x)&1 != 0 }

// Clear takes all cells out.
func (p Plane) Clear() { clear(p) }

// Count is the number of cells.
func (p Plane) Count() (n int) {
	for _, row := range p {
		n += bits.OnesCount64(row)
	}
	return n
}

// Empty reports whether no cell is in.
func (p Plane) Empty() bool {
	var all uint64
	for _, row := range p {
		all |= row
	}
	return all == 0
}
