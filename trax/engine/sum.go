package engine

import (
	"math"
	"math/bits"
	"slices"

	"github.com/loopline/loopline/trax"
)

// tables have the weights of features where they are found without their numbers.
// Evaluators share them.
type tables struct {
	tempo   int32
	boxes   [largestBox + 1][largestBox + 1]int32
	shapes  [2][4][4][2*farthest + 1][2*farthest + 1]int16 // by the sides at which the tiles lie
	lines   [2][largestBox - smallestBox + 1]lineWeights
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
		for size := range t.lines[side] {
			for missing := range mostMissing + 1 {
				for low := range lineEnds {
					for high := range lineEnds {
						t.lines[side][size][missing][lineEnds*low+high] = w.of[line{missing, size, low, high}.feature(side)]
					}
				}
			}
		}
	}
	t.windows.fill(w)
	return t
}

// lineWeights are those of lines in boxes of a size, by how many tiles they lack, none
// behind mostMissing, and by how their two ends lie, either first.
type lineWeights [mostMissing + 2][lineEnds * lineEnds]int16

// memory is what valuing positions needs.
type memory struct {
	rim    []trax.RimEdge
	tracks []int32 // the first edge of each
}

// value is the sum of the weights of p. What the rim is like is as good as random to the
// processor, so that few branches ask for it.
func (t *tables) value(p *trax.Position, m *memory) int {
	m.rim = p.AppendRim(m.rim[:0])
	m.tracks = slices.Grow(m.tracks[:0], len(m.rim))[:len(m.rim)]
	edges, tracks, n := m.rim, m.tracks, 0
	for i := range edges {
		tracks[n] = int32(i)
		n += int(uint64(int64(i)-int64(edges[i].Mate)) >> 63)
	}
	width, height, turn := p.Width(), p.Height(), p.Turn()
	sum := t.tempo + t.boxes[min(width, largestBox)][min(height, largestBox)]
	for _, i := range tracks[:n] {
		a := &edges[i]
		b, side := &edges[a.Mate], (a.Color^turn)&1
		dx := min(max(b.Cell.Col-a.Cell.Col, -farthest), farthest) + farthest
		dy := min(max(b.Cell.Row-a.Cell.Row, -farthest), farthest) + farthest
		sum += int32(t.shapes[side][a.Side&3][b.Side&3][dx][dy])
		sum += t.line(side, a.Cell.Col, b.Cell.Col, &acrossEnds[a.Side&3], &acrossEnds[b.Side&3], width)
		sum += t.line(side, a.Cell.Row, b.Cell.Row, &downEnds[a.Side&3], &downEnds[b.Side&3], height)
	}
	return int(sum + t.windows.sum(edges, turn))
}

// line is what [lineOf] is worth of the same, with the ends in place of their sides.
func (t *tables) line(side trax.Color, a, b int, from, to *endOfLine, size int) int32 {
	a, b = a+from.step, b+to.step
	ends := lineEnds*(from.low+min(a-1, 2)) + to.high + min(size-b, 2)
	other := lineEnds*(to.low+min(b-1, 2)) + from.high + min(size-a, 2)
	if 2*a+from.atFirst > 2*b-to.atLast {
		ends = other
	}
	missing := min(max(size, lineLength)-abs(b-a)-1, mostMissing+1)
	return int32(t.lines[side&1][min(max(size, smallestBox), largestBox)-smallestBox][missing][ends])
}

// endOfLine is how the end of a track lies, of which the side is known.
type endOfLine struct {
	step            int // see stepTo
	low, high       int // see lineEnd, of an end at the side of the box where lines begin or end
	atFirst, atLast int // 1 if its side is the one where lines begin, or where they end
}

var acrossEnds, downEnds = endsOfLines(trax.Left), endsOfLines(trax.Top)

func endsOfLines(first trax.Side) (ends [4]endOfLine) {
	for s := range trax.Side(4) {
		e := endOfLine{step: stepTo(s, first), low: lineEnd(s, first, 0), high: lineEnd(s, first.Opposite(), 0)}
		switch s {
		case first:
			e.atFirst = 1
		case first.Opposite():
			e.atLast = 1
		}
		ends[s] = e
	}
	return ends
}

// windowTable finds what windows are worth: each has one place, so that looking for it
// takes no branch that depends on what is there. Which place that is follows from its
// group, of which the table knows how it is moved.
type windowTable struct {
	moved   []uint16 // by group
	entries []windowEntry
}

// windowEntry is a window of a width, with a bit above its edges, and in the lowest bits
// what it is worth. 0 is none.
type windowEntry uint64

const worthBits = 16

// Windows are looked for with a bit above their edges, which tells widths apart.
const wideKey, narrowKey = 1 << wideBits, 1 << narrowBits

// A table has a group for so many entries; both are powers of two.
const windowsInGroup = 4

// placedWindow is a window on its way into the table.
type placedWindow struct {
	spread uint64
	entry  windowEntry
}

// fill puts the windows of w into the table, and their mirror images.
func (t *windowTable) fill(w *Weights) {
	var all []placedWindow
	for f, points := range w.of {
		seen, width := windowOf(f)
		if width != wide && width != narrow || seen.feature(width) != f || points == 0 {
			continue
		}
		all = append(all, placed(seen, width, points))
		if m := seen.mirrored(width); m != seen {
			all = append(all, placed(m, width, points))
		}
	}
	for size := 1 << bits.Len(uint(len(all)+windowsInGroup)); !t.place(all, size); size *= 2 {
	}
}

func placed(w window, width int, points int16) placedWindow {
	key := w | 1<<(edgeBits*width)
	return placedWindow{spread(key), windowEntry(key)<<worthBits | windowEntry(uint16(points))}
}

// place makes the table of so many entries. It is false where they are too few. Groups
// of many windows come first, while most places are free.
func (t *windowTable) place(all []placedWindow, size int) bool {
	t.moved, t.entries = make([]uint16, size/windowsInGroup), make([]windowEntry, size)
	groups, most := t.grouped(all)
	for n := most; n > 0; n-- {
		for _, group := range groups {
			if len(group) == n && !t.placeGroup(group) {
				return false
			}
		}
	}
	return true
}

// grouped are windows by their groups, and how many the largest has.
func (t *windowTable) grouped(all []placedWindow) (groups [][]placedWindow, most int) {
	members := make([]int, len(t.moved))
	for _, w := range all {
		members[t.group(w.spread)]++
	}
	groups = make([][]placedWindow, len(t.moved))
	memory := make([]placedWindow, len(all))
	for i, n := range members {
		groups[i], memory, most = memory[:0:n], memory[n:], max(most, n)
	}
	for _, w := range all {
		i := t.group(w.spread)
		groups[i] = append(groups[i], w)
	}
	return groups, most
}

// placeGroup finds how a group is to be moved so that none of its windows meets another.
func (t *windowTable) placeGroup(group []placedWindow) bool {
	for moved := range math.MaxUint16 {
		t.moved[t.group(group[0].spread)] = uint16(moved)
		n := 0
		for n < len(group) && t.entries[t.at(group[n].spread)] == 0 {
			t.entries[t.at(group[n].spread)] = group[n].entry
			n++
		}
		if n == len(group) {
			return true
		}
		for _, w := range group[:n] {
			t.entries[t.at(w.spread)] = 0
		}
	}
	return false
}

// spread spreads the bits of a window over a word.
func spread(key window) uint64 {
	x := uint64(key) * 0x9E3779B97F4A7C15
	return x ^ x>>32
}

// group is the group of a window, and at its place.
func (t *windowTable) group(x uint64) int { return int(x & uint64(len(t.moved)-1)) }
func (t *windowTable) at(x uint64) int {
	return int((x>>24 + uint64(t.moved[t.group(x)])*(x>>44|1)) & uint64(len(t.entries)-1))
}

// worth is the weight of a window, 0 of one that is not in the table.
func (t *windowTable) worth(key window) int32 {
	e := t.entries[t.at(spread(key))]
	if e>>worthBits != windowEntry(key) {
		e = 0
	}
	return int32(int16(e))
}

// sum is what the windows of a rim are worth.
func (t *windowTable) sum(rim []trax.RimEdge, turn trax.Color) (sum int32) {
	if len(rim) < narrow {
		return 0
	}
	w := windowsOf(rim, turn)
	for range rim {
		seen := w.window()
		sum += t.worth(seen&narrowMask | narrowKey)
		if len(rim) >= wide {
			sum += t.worth(seen&wideMask | wideKey)
		}
	}
	return sum
}
