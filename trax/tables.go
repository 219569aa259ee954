package trax

import "math/bits"

// The patterns of a cell: bits 0..3 tell at which sides a neighbour shows a
// red edge, bits 4..7 at which sides a white one.

// contradiction marks a pattern of three or four edges of one colour, which no
// tile fits.
const contradiction = 0xFF

// tables computed once from the tiles' definition; never written again.
var (
	mates        = makeMates()
	shows        = makeShows()
	forces       = makeForces()
	forcingEdges = makeForcingEdges()
	throughEdges = makeThroughEdges()

	forcedEdges = makeForcedEdges()

	cornered = makeCornered()
	fits     = makeFits()
	tracks   = makeTracks()
	written  = makeWritten()
)

// tileList lists the six tiles, those with a red right edge first.
var tileList = [...]Tile{PlusRed, SlashRed, BackslashRed, PlusWhite, SlashWhite, BackslashWhite}

// makeMates gives, for each tile and side, the other side of its colour.
func makeMates() (m [16][4]Side) {
	for _, t := range tileList {
		for a := Right; a <= Bottom; a++ {
			for b := Right; b <= Bottom; b++ {
				if a != b && t.ColorAt(a) == t.ColorAt(b) {
					m[t][a] = b
				}
			}
		}
	}
	return m
}

// makeShows gives, for each tile and side, the pattern bit that the tile adds
// to the neighbour at that side.
func makeShows() (m [16][4]uint8) {
	for _, t := range tileList {
		for s := Right; s <= Bottom; s++ {
			bit := uint8(1) << s.Opposite()
			if t.ColorAt(s) == White {
				bit <<= 4
			}
			m[t][s] = bit
		}
	}
	return m
}

// makeForces gives, for the state bits of a square, the tile that forced play
// fills in: Empty where nothing is forced or the square is occupied,
// contradiction where no tile fits.
func makeForces() (m [stateBits + 1]Tile) {
	for pat := range m[:occupied] {
		red, white := uint8(pat)&allSides, uint8(pat)>>4
		r, w := bits.OnesCount8(red), bits.OnesCount8(white)
		switch {
		case r >= 3 || w >= 3:
			m[pat] = contradiction
		case r == 2:
			m[pat] = Tile(red)
		case w == 2:
			m[pat] = Tile(white).flip()
		}
	}
	return m
}

// makeForcingEdges gives, for the state bits of a settled square, whether one more
// red edge (bit 0) or white edge (bit 4) forces it to be filled: it is empty
// and sees an edge of that colour already.
func makeForcingEdges() (m [stateBits + 1]uint8) {
	for pat := range m[:occupied] {
		if pat&redBits != 0 {
			m[pat] |= 1
		}
		if pat&whiteBits != 0 {
			m[pat] |= 1 << 4
		}
	}
	return m
}

// makeForcedEdges gives, for the state bits of a square, the edges of the tile that forced
// play fills in.
func makeForcedEdges() (m [stateBits + 1]uint8) {
	for state, f := range forces {
		if f != Empty && f != contradiction {
			m[state] = f.edges()
		}
	}
	return m
}

// makeThroughEdges gives, for the pattern of a settled empty cell and for its alerts, by which
// edges it is forced so that its tile forces another cell.
func makeThroughEdges() (m [patternBits + 1][256]uint8) {
	for pat := range m {
		for alert := range m[pat] {
			for rest := ^uint8(pat); rest != 0; rest &= rest - 1 {
				edge := rest & -rest
				if forcedEdges[uint8(pat)|edge]&uint8(alert)&^beside(edge) != 0 {
					m[pat][alert] |= edge
				}
			}
		}
	}
	return m
}

// beside returns the edges of both colours at the side of the given one.
func beside(edge uint8) uint8 { return edge | edge<<4 | edge>>4 }

// makeCornered tells, for a set of edges as an alert has it, whether two of
// them lie at adjacent sides.
func makeCornered() (m [256]bool) {
	for edges := range m {
		sides := (edges | edges>>4) & allSides
		turned := sides<<1 | sides>>3
		m[edges] = sides&turned != 0
	}
	return m
}

// makeFits gives, for each pattern with at least one edge, the tiles that fit
// it, at most one for each shape.
func makeFits() (m [256]struct {
	n     uint8
	tiles [3]Tile
},
) {
	for pat := 1; pat < len(m); pat++ {
		red, white := Tile(pat)&allSides, Tile(pat)>>4
		for _, s := range shapes {
			for _, t := range [2]Tile{tileOf(s), tileOf(s).flip()} {
				if t&red == red && t&white == 0 && m[pat].n < 3 {
					m[pat].tiles[m[pat].n] = t
					m[pat].n++
				}
			}
		}
	}
	return m
}

// makeTracks gives the two sides of each tile's white and red track.
func makeTracks() (m [16][2][2]Side) {
	for _, t := range tileList {
		var n [2]int
		for s := Right; s <= Bottom; s++ {
			c := t.ColorAt(s)
			m[t][c][n[c]] = s
			n[c]++
		}
	}
	return m
}

// makeWritten gives, for each pattern with at least one edge and each shape by its number,
// the tile that fits, Empty where none does.
func makeWritten() (m [256][4]Tile) {
	for pat := range m {
		fit := &fits[pat]
		for _, t := range fit.tiles[:fit.n] {
			m[pat][shapeNumber(t.Shape())] = t
		}
	}
	return m
}
