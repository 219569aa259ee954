package engine

import "github.com/loopline/loopline/trax"

// window is some edges of the rim that follow each other: whose tracks end there, how
// the rim bends between them, and which are two ends of one track. It has edgeBits for
// each edge, the first in the topmost: the lowest tells whether the track is the
// other's, the next two the bend to the next edge, and bit 2+n whether the track ends n
// edges on, too, if that is in the window.
type window uint64

// windowEdges is how many edges a window has, and edgeBits what each takes. A window
// leaves the topmost bit free.
const (
	windowEdges = 6
	edgeBits    = 2 + windowEdges
	edgeMask    = 1<<edgeBits - 1
)

// windowMask has the bits that a window may have, none for what lies behind it, and
// otherColors those that say whose tracks they are.
var windowMask, otherColors = windowBits()

func windowBits() (mask, colors window) {
	for left := range windowEdges { // how many edges follow
		own := window(1)
		if left > 0 {
			own = 1<<(3+left) - 1
		}
		mask |= own << (edgeBits * left)
		colors |= 1 << (edgeBits * left)
	}
	return mask, colors
}

// windows go around a rim.
type windows struct {
	rim  []trax.RimEdge
	last int // the last edge of the next window
	seen window
	turn window // what makes colours those of the mover and of the other
}

// windowsOf returns the windows of a rim: as many as it has edges, from the view of who
// moves next.
func windowsOf(rim []trax.RimEdge, turn trax.Color) windows {
	w := windows{rim: rim}
	if turn == trax.Red {
		w.turn = otherColors
	}
	if len(rim) > 0 {
		for range windowEdges - 1 {
			w.step()
		}
	}
	return w
}

// step goes on by an edge.
func (w *windows) step() {
	if w.last == len(w.rim) {
		w.last = 0
	}
	e := &w.rim[w.last]
	code := window(e.Color&1) | window(e.Bend)<<1
	if e.Mate >= 0 {
		on := int(e.Mate) - w.last
		if on < 0 {
			on += len(w.rim)
		}
		if on < windowEdges {
			code |= 4 << (on & 7)
		}
	}
	w.seen = w.seen<<edgeBits | code
	w.last++
}

// next is the next window.
func (w *windows) next() window {
	w.step()
	return w.seen&windowMask ^ w.turn
}

// feature is that of the window or of its mirror image, which count as one.
func (w window) feature() Feature { return windowKind | Feature(min(w, w.mirrored())) }

// mirrored is the window seen when the rim is walked along the other way.
func (w window) mirrored() (m window) {
	for i := range windowEdges {
		code := w >> (edgeBits * (windowEdges - 1 - i)) & edgeMask
		m |= code & 1 << (edgeBits * i)
		if i < windowEdges-1 {
			m |= code >> 1 & 3 << 1 << (edgeBits * (i + 1))
		}
		for on := 1; on < windowEdges; on++ {
			if code>>(2+on)&1 != 0 {
				m |= 4 << on << (edgeBits * (i + on))
			}
		}
	}
	return m
}
