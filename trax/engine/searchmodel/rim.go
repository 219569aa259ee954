package searchmodel

import "github.com/loopline/loopline/trax/engine/searchmodel/rimweights"

// rim is what a walk along the rim of the tiles finds, as ll_rim does: the outer border, edge
// by edge, counterclockwise from the bottom of the leftmost square of the top line that has a
// tile below it.
type rim struct {
	value      int      // the static evaluation for the side to move
	candidates []uint16 // the squares where a turn may complete a track, in the order found
	walk       rimweights.Walk
	cycles     int // from the one after the start to the last
}

// The clock cycles of ll_rim and ll_eval behind the last edge, and those with windows.
const (
	drainCycles        = 4
	windowsDrainCycles = 6
)

// walkRim walks along the rim of a board with tiles; with windows, on along the edges from which
// the first ones have their windows.
func (s *search) walkRim(r *rim) {
	*r = rim{candidates: r.candidates[:0], walk: r.walk, cycles: 1}
	at := s.square(0, 0)
	for s.words[at][bottomSide]&edgeBit == 0 {
		at, _ = neighbour(at, rightSide)
		r.cycles++
	}
	start, side, bend := at, uint8(bottomSide), uint8(0)
	r.walk.First()
	for again := 0; ; {
		r.cycles++
		if again == 0 {
			s.meetEdge(r, at, side)
		}
		if s.windows != nil {
			s.passWindow(r, at, side, bend)
		}
		if again > 0 {
			if again++; again == rimweights.Wide {
				break
			}
		}
		back := (side - 1) & 3
		switch next, _ := neighbour(at, back); {
		case s.words[at][back]&edgeBit != 0:
			side, bend = back, inward
		case s.words[next][side]&edgeBit != 0:
			at, bend = next, straight
		default:
			r.cycles++
			at, _ = neighbour(next, side)
			side, bend = (side+1)&3, outward
		}
		if at == start && side == bottomSide && again == 0 {
			if again++; s.windows == nil {
				break
			}
		}
	}
	if r.cycles += drainCycles; s.windows != nil {
		r.cycles += windowsDrainCycles - drainCycles
	}
	r.value = max(-maxValue, min(maxValue, int(int16(r.value))))
}

// The bends of the rim, counterclockwise.
const (
	straight = iota
	outward  // around the corner of a tile
	inward   // along a tile that the same square borders
)

// passWindow adds the weights of the windows that end with an edge.
func (s *search) passWindow(r *rim, at uint16, side, bend uint8) {
	w := s.words[at][side]
	window, whole := r.walk.Pass(rimweights.Edge{
		Other: (w&redBit != 0) != s.red, Bend: bend, At: uint16(side)<<squareBits | at, Mate: w & mateMask,
	})
	if whole {
		r.value += s.windows.Lookup(window)
	}
}

// The sides of a square.
const (
	rightSide  = 0
	bottomSide = 3
)

// meetEdge values the track that enters a square at a side, and notes where it may be completed:
// where its ends are beside each other, or at opposite sides of a long box, this square; where an
// empty square lies between them, that one.
func (s *search) meetEdge(r *rim, at uint16, side uint8) {
	w := s.words[at][side]
	own := (w&redBit != 0) == s.red
	r.value += int(s.weights[trackFrom(at, side, w&mateMask, own).Index()])

	end := w & squareMask
	dx, dy := signed(end-at), signed(end>>logSize-at>>logSize)
	candidate := at
	if d := max(dx, -dx) + max(dy, -dy); d > 1 && !s.spans(at, end) {
		side, two := towards(dx, dy)
		if !two || s.words[at][side]&edgeBit != 0 {
			return
		}
		candidate, _ = neighbour(at, side)
	}
	if n := len(r.candidates); n == 0 || r.candidates[n-1] != candidate {
		r.candidates = append(r.candidates, candidate)
	}
}

// towards is the side at which the square between two lies that are two columns or rows apart.
func towards(dx, dy int) (side uint8, two bool) {
	switch {
	case dx == 2 && dy == 0:
		return 0, true
	case dx == 0 && dy == -2:
		return 1, true
	case dx == -2 && dy == 0:
		return 2, true
	case dx == 0 && dy == 2:
		return 3, true
	}
	return 0, false
}

// minLine is the number of columns or rows that a line takes at least.
const minLine = 8

// spans reports whether two squares lie at opposite sides of a box that is long enough for a line,
// or a step from there.
func (s *search) spans(a, b uint16) bool {
	width, height := int(s.right-s.left)&lineMask, int(s.bottom-s.top)&lineMask
	return width >= minLine && opposite((a-s.left)&lineMask, (b-s.left)&lineMask, width) ||
		height >= minLine && opposite((a>>logSize-s.top)&lineMask, (b>>logSize-s.top)&lineMask, height)
}

// opposite reports whether two of the lines of a box, counted from the one before it, are at
// opposite sides of it. The one behind it is size.
func opposite(a, b uint16, size int) bool {
	return min(a, b) <= 1 && int(max(a, b)) >= size-1
}
