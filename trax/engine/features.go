package engine

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// A Feature is something of a position for the learned evaluation. Equal numbers are
// equal features, whatever the position. Those that are told apart by whose track it
// is have one number for the mover's and one for the other's.
type Feature uint64

// The kinds of features, in the topmost bits of their numbers.
const (
	tempoKind   = iota << 56 // to be the side to move; every position has it once
	boxKind                  // the box by its lesser and its greater side
	shapeKind                // an open track by how its ends lie to each other
	lineKind                 // an open track by how far it is from a line
	patternKind = 1 << 63    // edges of the rim that follow each other
)

// TempoFeature is the feature that every position has once.
const TempoFeature Feature = tempoKind

// Features finds the features of positions: see docs/bots.md. The zero value is ready.
// It keeps working memory and is not safe for concurrent use.
type Features struct {
	rim      []trax.RimEdge
	patterns []pattern
}

// Append appends the features of p to dst, each as often as it is there.
func (f *Features) Append(dst []Feature, p *trax.Position) []Feature {
	f.rim = p.Tactics().AppendRim(f.rim[:0])
	box := box{p.Width(), p.Height()}
	dst = append(dst, TempoFeature, box.feature())
	for i := range f.rim {
		a := &f.rim[i]
		if int(a.Mate) <= i {
			continue
		}
		b, side := &f.rim[a.Mate], int((a.Color^p.Turn())&1)
		dst = append(dst, shapeFeature(side, shapeOf(a, b)))
		if l, near := across(a, b, box.width); near {
			dst = append(dst, l.feature(side))
		}
		if l, near := down(a, b, box.height); near {
			dst = append(dst, l.feature(side))
		}
	}
	if len(f.rim) == 0 {
		return dst
	}
	f.patterns = slices.Grow(f.patterns[:0], len(f.rim))[:len(f.rim)]
	rimPatterns(f.patterns, f.rim, p.Turn())
	for _, seen := range f.patterns {
		if len(f.rim) >= wide {
			dst = append(dst, (seen & wideMask).feature(wide))
		}
		if len(f.rim) >= narrow {
			dst = append(dst, (seen & narrowMask).feature(narrow))
		}
	}
	return dst
}

type box struct{ width, height int }

// largestBox is the size from which on sides of the box are alike, and smallestBox that
// up to which they are for a line.
const (
	largestBox  = 10
	smallestBox = 4
)

func (b box) feature() Feature {
	return boxFeature(min(b.width, largestBox), min(b.height, largestBox))
}

func boxFeature(a, b int) Feature { return boxKind | Feature(min(a, b)<<4|max(a, b)) }

// farthest is the distance from which on ends of a track count as equally far.
const farthest = 6

func shapeFeature(side, shape int) Feature { return shapeKind | Feature(side<<16|shape) }

// shapeOf returns the number of the shape of a track that ends at the given edges.
func shapeOf(a, b *trax.RimEdge) int {
	return ShapeOf(a.Side.Opposite(), b.Side.Opposite(), int(b.Col-a.Col), int(b.Row-a.Row))
}

// ShapeOf numbers the shape of a track alone, from 0 to NumShapes-1, by how its ends
// lie: the sides of their tiles at which they leave, and the way from the cell that the
// one enters to that of the other, in columns and in rows.
func ShapeOf(from, to trax.Side, columns, rows int) int {
	dx := min(max(columns, -farthest), farthest) + farthest
	dy := min(max(rows, -farthest), farthest) + farthest
	return int(shapeNumbers[from&3][to&3][dx][dy])
}

// NumShapes is the number of track shapes, see [ShapeOf].
const NumShapes = 231

// A shapeTable has a number for each two sides and each way between two cells,
// first by columns, then by rows.
type shapeTable [4][4][2*farthest + 1][2*farthest + 1]uint16

// shapeNumbers numbers shapes. Those that a turn or a mirror makes of each other,
// or that are the same track seen from its other end, have one number.
var shapeNumbers = numberShapes()

func numberShapes() (table shapeTable) {
	next := uint16(1) // 0 is unset
	for a := range trax.Side(4) {
		for b := range trax.Side(4) {
			for dx := -farthest; dx <= farthest; dx++ {
				for dy := -farthest; dy <= farthest; dy++ {
					if table[a][b][dx+farthest][dy+farthest] == 0 {
						table.number(a, b, dx, dy, next)
						next++
					}
				}
			}
		}
	}
	for a := range table {
		for b := range table[a] {
			for dx := range table[a][b] {
				for dy := range table[a][b][dx] {
					table[a][b][dx][dy]--
				}
			}
		}
	}
	return table
}

// number gives a shape and its sixteen images a number.
func (t *shapeTable) number(a, b trax.Side, dx, dy int, number uint16) {
	for range 2 {
		for range 4 {
			t[a][b][dx+farthest][dy+farthest] = number
			t[b][a][-dx+farthest][-dy+farthest] = number
			dx, dy = dy, -dx // right to top, as sides are numbered
			a, b = (a+1)&3, (b+1)&3
		}
		dx, a, b = -dx, mirrored(a), mirrored(b)
	}
}

// mirrored exchanges left and right.
func mirrored(s trax.Side) trax.Side {
	if s == trax.Left || s == trax.Right {
		return s.Opposite()
	}
	return s
}

// line is the distance of a track to a line across the box in one direction: the tiles that it
// lacks, the size of the box, and the lie of its two ends, in no order.
type line struct{ missing, size, low, high int }

// mostMissing is the largest number of missing tiles for which a track has line features.
const mostMissing = 6

// lineEnds counts the classes of a track's end: turned towards its side of the box, along
// it, or away from it; and at the rim of the box, one tile from it, or farther.
const lineEnds = 9

// across returns the line feature from left to right of a box of that width, for the track
// that ends at the given edges. It is false if there is none.
func across(a, b *trax.RimEdge, width int) (line, bool) {
	return lineOf(int(a.Col), int(b.Col), a.Side, b.Side, trax.Left, width)
}

// down is across from top to bottom.
func down(a, b *trax.RimEdge, height int) (line, bool) {
	return lineOf(int(a.Row), int(b.Row), a.Side, b.Side, trax.Top, height)
}

// lineOf returns the line of a track that enters cells in columns a and b from the tiles at
// their sides from and to; for another first side, a and b are rows.
func lineOf(a, b int, from, to, first trax.Side, size int) (line, bool) {
	a, b = a+stepTo(from, first), b+stepTo(to, first) // its outermost tiles
	missing := max(size, lineLength) - (abs(b-a) + 1)
	if missing > mostMissing {
		return line{}, false
	}
	if a > b || a == b && (from == first || to == first.Opposite()) {
		a, b, from, to = b, a, to, from
	}
	return line{
		missing: missing,
		size:    min(max(size, smallestBox), largestBox) - smallestBox,
		low:     lineEnd(from, first, a-1),
		high:    lineEnd(to, first.Opposite(), size-b),
	}, true
}

// stepTo returns the way from a cell to the one at its side s, in columns if the first
// column is to the left, or in rows.
func stepTo(s, first trax.Side) int {
	switch s {
	case first:
		return -1
	case first.Opposite():
		return 1
	}
	return 0
}

// lineEnd returns the class of a track's end. Its tile is at side from of the cell that it
// enters, with the given number of tiles between it and the given side of the box.
func lineEnd(from, side trax.Side, between int) int {
	turn := 1
	switch side {
	case from.Opposite():
		turn = 0
	case from:
		turn = 2
	}
	return 3*turn + min(between, 2)
}

func (l line) feature(side int) Feature {
	low, high := min(l.low, l.high), max(l.low, l.high)
	return lineKind | Feature(side<<16|l.size<<12|l.missing<<8|low<<4|high)
}
