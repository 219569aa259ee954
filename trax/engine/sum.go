package engine

import (
	"math/bits"

	"github.com/loopline/loopline/trax"
)

// tables have the weights of features where they are found without their numbers.
// Evaluators share them.
type tables struct {
	tempo   int32
	boxes   [largestBox + 1][largestBox + 1]int32
	shapes  [2][4][4][2*farthest + 1][2*farthest + 1]int16 // by the sides at which the tiles lie
	lines   [2][largestBox - smallestBox + 1][mostMissing + 1][lineEnds][lineEnds]int16
	windows windowTable
}

func newTables(w *Weights) *tables {
	t := &tables{tempo: int32(w.of[TempoFeature])}
	for a := range t.boxes {
		for b := range t.boxes[a] {
			t.boxes[a][b] = int32(w.of[boxFeature(a, b)])
		}
	}
	for side := range 2 {
		for a, by := range shapeNumbers {
			for b, by := range by {
				for dx, by := range by {
					for dy, n := range by {
						t.shapes[side][a^2][b^2][dx][dy] = w.of[shapeFeature(side, int(n))]
					}
				}
			}
		}
		for size, by := range t.lines[side] {
			for missing, by := range by {
				for low := range by {
					for high := range by[low] {
						t.lines[side][size][missing][low][high] = w.of[line{missing, size, low, high}.feature(side)]
					}
				}
			}
		}
	}
	t.windows.fill(w)
	return t
}

// value is the sum of the weights of p, by the rim of which it has the memory.
func (t *tables) value(p *trax.Position, rim *[]trax.RimEdge) int {
	*rim = p.AppendRim((*rim)[:0])
	edges, x, turn := *rim, box{p.Width(), p.Height()}, p.Turn()
	sum := t.tempo + t.boxes[min(x.width, largestBox)][min(x.height, largestBox)]
	for i := range edges {
		a := &edges[i]
		if int(a.Mate) <= i {
			continue
		}
		b, side := &edges[a.Mate], (a.Color^turn)&1
		dx := min(max(b.Cell.Col-a.Cell.Col, -farthest), farthest) + farthest
		dy := min(max(b.Cell.Row-a.Cell.Row, -farthest), farthest) + farthest
		sum += int32(t.shapes[side][a.Side&3][b.Side&3][dx][dy])
		if l, near := across(a, b, x.width); near {
			sum += int32(t.lines[side][l.size][l.missing][l.low][l.high])
		}
		if l, near := down(a, b, x.height); near {
			sum += int32(t.lines[side][l.size][l.missing][l.low][l.high])
		}
	}
	w := windowsOf(edges, turn)
	for range edges {
		sum += t.windows.worth(w.next())
	}
	return int(sum)
}

// windowTable finds what windows are worth. It is never full, so that looking for a
// window ends.
type windowTable struct {
	entries []windowWeight // a power of two
	shift   uint8
}

type windowWeight struct {
	seen   window
	points int16
	taken  bool
}

// fill puts the windows of w into the table, and their mirror images.
func (t *windowTable) fill(w *Weights) {
	n := bits.Len(uint(4*len(w.of) + 1))
	t.entries, t.shift = make([]windowWeight, 1<<n), uint8(64-n)
	for f, points := range w.of {
		if f >= windowKind && points != 0 {
			seen := window(f &^ windowKind)
			t.put(seen, points)
			t.put(seen.mirrored(), points)
		}
	}
}

// put puts in a window, in the place of the same one if it is there.
func (t *windowTable) put(w window, points int16) {
	last := len(t.entries) - 1
	for i := t.place(w); ; i++ {
		if e := &t.entries[i&last]; !e.taken || e.seen == w {
			*e = windowWeight{w, points, true}
			return
		}
	}
}

// place is where a window is looked for first.
func (t *windowTable) place(w window) int {
	return int(uint64(w) * 0x9E3779B97F4A7C15 >> (t.shift & 63))
}

// worth is the weight of a window, 0 of one that is not in the table.
func (t *windowTable) worth(w window) int32 {
	last := len(t.entries) - 1
	for i := t.place(w); ; i++ {
		if e := &t.entries[i&last]; e.seen == w || !e.taken {
			return int32(e.points)
		}
	}
}
