package searchmodel

// rim is what a walk along the rim of the tiles finds, as ll_rim does: the outer border, edge
// by edge, counterclockwise from the bottom of the leftmost square of the top line that has a
// tile below it.
type rim struct {
	value      int      // the static evaluation for the side to move
	candidates []uint16 // the squares where a turn may complete a track, in the order found
	cycles     int      // from the one after the start to the last
}

// drainCycles are those of ll_rim and ll_eval behind the last square.
const drainCycles = 2

// walkRim walks along the rim of a board with tiles.
func (s *search) walkRim(r *rim) {
	*r = rim{candidates: r.candidates[:0], cycles: 1}
	at := s.square(0, 0)
	for s.words[at][bottomSide]&edgeBit == 0 {
		at, _ = neighbour(at, rightSide)
		r.cycles++
	}
	start, side := at, uint8(bottomSide)
	for {
		r.cycles++
		s.meetEdge(r, at, side)
		back := (side - 1) & 3
		switch next, _ := neighbour(at, back); {
		case s.words[at][back]&edgeBit != 0: // inward
			side = back
		case s.words[next][side]&edgeBit != 0: // straight on
			at = next
		default: // outward, around the corner of the tile
			r.cycles++
			at, _ = neighbour(next, side)
			side = (side + 1) & 3
		}
		if at == start && side == bottomSide {
			r.cycles += 1 + drainCycles
			return
		}
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
	r.value = max(-maxValue, min(maxValue, r.value))

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
