package rimweights

// Window is rim edges that follow each other on a counterclockwise walk, four bits for
// each, the newest in the lowest. Bit 0 of an edge says that its track is the other's, bits 1
// and 2 are the bend from the edge before, and bit 3 says that its track ends at a newer edge.
type Window uint64

// The edges of a window that has a weight.
const (
	Wide   = 10
	Narrow = 6
)

// The bits of an edge.
const (
	edgeBits  = 4
	otherBit  = 1
	bendShift = 1
	endBit    = 8
)

// The bits of a window that its weight depends on: the bend before its oldest edge isn't among
// them, and no track ends at an edge newer than the newest.
const (
	wideMask   Window = (1<<(edgeBits*Wide) - 1) &^ (3 << bendShift << (edgeBits * (Wide - 1))) &^ endBit
	narrowMask Window = (1<<(edgeBits*Narrow) - 1) &^ (3 << bendShift << (edgeBits * (Narrow - 1))) &^ endBit
)

// Edge is a rim edge as the board's walk passes it.
type Edge struct {
	Other bool   // its track is that of the side not to move
	Bend  uint8  // of the rim, from the edge passed before: 0 straight, 1 outward, 2 inward
	At    uint16 // the edge: the side and the square that it enters, 12 bits
	Mate  uint16 // the edge at which its track ends, too
}

// Walk keeps the window of the edges passed last. The zero value has passed none.
type Walk struct {
	window Window
	passed [Wide - 1]uint16 // the newest first
	edges  int              // of the walk, up to Wide
}

// First begins another walk: the next edge is its first.
func (w *Walk) First() { w.edges = 0 }

// Pass passes an edge and returns the window that ends with it. It has a weight if the walk
// has passed [Wide] edges.
func (w *Walk) Pass(e Edge) (window Window, whole bool) {
	next := w.window<<edgeBits | Window(e.Bend)<<bendShift
	if e.Other {
		next |= otherBit
	}
	for i, at := range w.passed {
		if at == e.Mate {
			next |= endBit << (edgeBits * (i + 1))
		}
	}
	w.window = next & (1<<(edgeBits*Wide) - 1)
	copy(w.passed[1:], w.passed[:])
	w.passed[0] = e.At
	w.edges = min(w.edges+1, Wide)
	return w.window, w.edges == Wide
}
