package grid

import "math/bits"

// Neighbours are the cells that one steps to from a cell.
type Neighbours int

const (
	Four  Neighbours = 4 // over the edges: a diagonal ring of walls encloses
	Eight Neighbours = 8 // over the corners too: a diagonal ring is open
)

// Enclose sets inside to the cells that are not walls and from which one cannot
// walk off the field over cells that are not walls. It allocates nothing; inside
// must have as many rows as walls, and width is 1 to MaxWidth.
//
// It floods from the border, a row at a time: within a row along its runs, from
// row to row until nothing changes.
func Enclose(inside, walls Bitboard, width int, n Neighbours) {
	full := ^uint64(0) >> uint(MaxWidth-width)
	last := len(walls) - 1
	edges := uint64(1) | 1<<uint(width-1)
	// inside holds what is reached, until the end.
	for y, row := range walls {
		seed := edges
		if y == 0 || y == last {
			seed = full
		}
		inside[y] = fillRow(seed&^row, full&^row)
	}
	for changed := true; changed; {
		changed = false
		for y := 1; y <= last; y++ {
			changed = floodStep(inside, walls, y, y-1, full, n) || changed
		}
		for y := last - 1; y >= 0; y-- {
			changed = floodStep(inside, walls, y, y+1, full, n) || changed
		}
	}
	for y, row := range walls {
		inside[y] = full &^ (row | inside[y])
	}
}

// floodStep reaches row y from the row beside it, and reports whether anything is
// reached that was not.
func floodStep(reached, walls Bitboard, y, from int, full uint64, n Neighbours) bool {
	seed := reached[from]
	if n == Eight {
		seed |= seed<<1 | seed>>1
	}
	free := full &^ walls[y]
	seed &= free
	if seed&^reached[y] == 0 {
		return false
	}
	reached[y] |= fillRow(seed, free)
	return true
}

// fillRow is the free cells of a row that are joined to a seed. A sum carries
// through the run above a seed; the same on the reversed row does the cells
// below.
func fillRow(seed, free uint64) uint64 {
	if seed == 0 {
		return 0
	}
	return upward(seed, free) | bits.Reverse64(upward(bits.Reverse64(seed), bits.Reverse64(free)))
}

// upward is the free cells from each seed up to the end of its run. Of several
// seeds in a run the lowest counts: the others must not add to the carry.
func upward(seed, free uint64) uint64 {
	var out uint64
	for seed != 0 {
		low := seed & -seed
		run := ((free + low) ^ free) & free
		if run == 0 {
			run = low
		}
		run |= low
		out |= run
		seed &^= run
	}
	return out
}
