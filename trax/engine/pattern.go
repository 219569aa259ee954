package engine

import "github.com/loopline/loopline/trax"

// pattern is edges of the rim that follow each other, edgeBits for each, the first in the
// lowest: whether its track is the other's, the two bits of the bend to the next edge, and
// whether its track ends at an edge before it in the window, too. Which edge that is needs
// no bits: tracks of a colour do not cross, so it is the last one of the colour whose
// track has not ended yet. Only where a track ends in a hole, which is seldom, may the
// window be taken for another, and so may the mirror image of the board. The windows of
// the first edges of a window are its lowest bits, less the bend behind them.
type pattern uint64

// An edge is the first of a window of wide edges and of one of narrow edges, unless the
// rim has fewer.
const (
	wide   = 10
	narrow = 6
)

const (
	edgeBits = 4

	otherEdge = 1 // the bits of an edge
	bendShift = 1
	endEdge   = 8

	wideBits, narrowBits = edgeBits * wide, edgeBits * narrow

	// The bits that a window may have.
	wideMask   = 1<<wideBits - 1 - 3<<bendShift<<(wideBits-edgeBits)
	narrowMask = 1<<narrowBits - 1 - 3<<bendShift<<(narrowBits-edgeBits)

	// widthShift is the position of the window's width, in edges, in a feature.
	widthShift = 56
)

// otherColors has, for each edge, the bit that says whose track it is.
const otherColors = pattern(0x1111111111111111) * otherEdge

// rimPatterns puts the windows of a rim that is not empty into dst, by their first
// edges, from the view of who moves next. Only their lowest bits are of interest.
func rimPatterns(dst []pattern, rim []trax.RimEdge, turn trax.Color) {
	seen, swap := pattern(0), otherColors*pattern(turn&1)
	for on := wide - 2; on >= 0; on-- {
		i := on
		if i >= len(rim) {
			i %= len(rim)
		}
		seen = shiftEdge(rim, i, seen)
	}
	dst = dst[:len(rim)]
	for i := len(rim) - 1; i >= 0; i-- {
		seen = shiftEdge(rim, i, seen)
		dst[i] = seen ^ swap
	}
}

// shiftEdge puts an edge of the rim before what was seen.
func shiftEdge(rim []trax.RimEdge, i int, seen pattern) pattern {
	e := &rim[i]
	on := int(e.Mate) - i
	on += len(rim) & (on >> 63)        // around the rim
	far := uint(on) | uint(e.Mate>>31) // too far, if it ends in a hole
	return seen<<edgeBits | pattern(e.Color)*otherEdge | pattern(e.Bend)<<bendShift | endEdge<<(edgeBits*far)
}

// feature returns the feature of a pattern of width edges; its mirror image has the same.
func (w pattern) feature(width int) Feature {
	return patternKind | Feature(width)<<widthShift | Feature(min(w, w.mirrored(width)))
}

// patternOf returns the inverse of feature.
func patternOf(f Feature) (w pattern, width int) {
	return pattern(f) & (1<<widthShift - 1), int(f&^patternKind) >> widthShift
}

// mirrored returns a window seen when the rim is walked along the other way.
func (w pattern) mirrored(width int) (m pattern) {
	var open [2][16]int // the edges of each colour whose tracks have not ended
	var tops [2]int
	for i := range width {
		edge, at := w>>(edgeBits*i), edgeBits*(width-1-i)
		color := edge & otherEdge
		m |= color << at
		if i < width-1 {
			m |= edge >> bendShift & 3 << bendShift << (at - edgeBits)
		}
		if top := &tops[color]; edge&endEdge == 0 {
			open[color][*top&15] = i
			*top++
		} else if *top > 0 {
			*top--
			m |= endEdge << (edgeBits * (width - 1 - open[color][*top&15]))
		}
	}
	return m
}
