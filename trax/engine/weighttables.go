package engine

import "github.com/loopline/loopline/trax"

// weightTables hold the weights by the properties of features, so that an evaluation need not
// number them. Evaluators share them.
type weightTables struct {
	tempo  int32
	boxes  [largestBox + 1][largestBox + 1]int32
	shapes [2][16][2*farthest + 1][2*farthest + 1]int16 // by the sides at which the tiles lie
	lines  [2][largestBox - smallestBox + 1]lineWeights
	wide   patternTable
	narrow patternTable
}

func newWeightTables(w *Weights) *weightTables {
	t := &weightTables{
		tempo:  int32(w.of[TempoFeature]),
		wide:   patternTable{mask: wideMask, inGroup: 8},
		narrow: patternTable{mask: narrowMask, inGroup: 4},
	}
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
						t.shapes[side][(a^2)<<2|b^2][dx][dy] = w.of[shapeFeature(side, int(n))]
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
	t.wide.fill(w, wide)
	t.narrow.fill(w, narrow)
	return t
}

// lineWeights holds the weights of lines in boxes of one size, by the number of missing
// tiles, up to mostMissing, and by the classes of both ends, in either order.
type lineWeights [mostMissing + 2][lineEnds * lineEnds]int16

// evalScratch is the working memory of an evaluator.
type evalScratch struct {
	rim      []trax.RimEdge
	tracks   []int32 // the first edge of each
	patterns []pattern
	likely   []pattern // to have a weight
}

// walk walks along the rim of p and makes room for the windows found there.
func (m *evalScratch) walk(p *trax.Position) {
	m.rim = p.Tactics().AppendRim(m.rim[:0])
	if n := len(m.rim); len(m.tracks) < n {
		m.tracks, m.patterns, m.likely = make([]int32, 2*n), make([]pattern, 2*n), make([]pattern, 2*n)
	}
}

// eval returns the sum of the weights of p. It takes few branches on the rim, which the
// processor could not predict.
func (t *weightTables) eval(p *trax.Position, m *evalScratch) int {
	m.walk(p)
	width, height := p.Width(), p.Height()
	sum := t.tempo + t.boxes[min(width, largestBox)][min(height, largestBox)]
	sum += t.tracks(m, p.Turn(), width, height)
	if n := len(m.rim); n >= narrow {
		windows := m.patterns[:n]
		rimPatterns(windows, m.rim, p.Turn())
		sum += t.narrow.sum(windows)
		if n >= wide {
			sum += t.wide.sum(t.wide.likely(m.likely, windows))
		}
	}
	return int(sum)
}

// tracks returns the sum of the weights of the tracks that end at the rim, in a box of the
// given size.
func (t *weightTables) tracks(m *evalScratch, turn trax.Color, width, height int) (sum int32) {
	edges, tracks, n := m.rim, m.tracks[:len(m.rim)], 0
	for i := range edges {
		tracks[n] = int32(i)
		n += int(uint32(int32(i)-edges[i].Mate) >> 31)
	}
	across, down := t.sizedLines(width), t.sizedLines(height)
	for _, i := range tracks[:n] {
		a := &edges[i]
		b, side := &edges[a.Mate], (a.Color^turn)&1
		sides := a.Side&3<<2 | b.Side&3
		dx := min(max(b.Col-a.Col, -farthest), farthest) + farthest
		dy := min(max(b.Row-a.Row, -farthest), farthest) + farthest
		sum += int32(t.shapes[side][sides][dx][dy])
		sum += across.of(side, &acrossEnds[sides], a.Col, b.Col)
		sum += down.of(side, &downEnds[sides], a.Row, b.Row)
	}
	return sum
}

// sizedLines are the weights of lines in boxes of a size.
type sizedLines struct {
	weights [2]*lineWeights // by whose they are
	size    int32
	most    int32 // what a single tile lacks
}

func (t *weightTables) sizedLines(size int) sizedLines {
	by := min(max(size, smallestBox), largestBox) - smallestBox
	return sizedLines{
		weights: [2]*lineWeights{&t.lines[0][by], &t.lines[1][by]},
		size:    int32(size),
		most:    int32(max(size, lineLength) - 1),
	}
}

// of returns the weight of the line feature of a track that enters cells of the columns a and
// b, or of the rows, and whose tiles lie at the given sides of them: [lineOf] without
// branches. If both are in one column it need not know which end comes first: such a track
// lacks too many tiles.
func (l *sizedLines) of(side trax.Color, s *sidesOfLine, a, b int32) int32 {
	a, b = a+s.from, b+s.to
	back := (b - a) & ((b - a) >> 31) // the way to the second, if it comes first
	low, high := a+back, b-back
	ends := s.ends[uint32(back)>>31] + lineEnds*upTo(low-1, 2) + upTo(l.size-high, 2)
	missing := upTo(l.most-(high-low), mostMissing+1)
	return int32(l.weights[side&1][missing&7][ends])
}

// upTo is min without a branch.
func upTo(a, most int32) int32 { return most + (a-most)&((a-most)>>31) }

// sidesOfLine caches the parts of a line that follow from the sides of its ends' tiles.
type sidesOfLine struct {
	from, to int32    // see stepTo
	ends     [2]int32 // see lineWeights; the second if b comes first
}

var acrossEnds, downEnds = sidesOfLines(trax.Left), sidesOfLines(trax.Top)

func sidesOfLines(first trax.Side) (all [16]sidesOfLine) {
	last := first.Opposite()
	for from := range trax.Side(4) {
		for to := range trax.Side(4) {
			s := &all[from<<2|to]
			s.from, s.to = int32(stepTo(from, first)), int32(stepTo(to, first))
			s.ends[0] = int32(lineEnds*lineEnd(from, first, 0) + lineEnd(to, last, 0))
			s.ends[1] = int32(lineEnds*lineEnd(to, first, 0) + lineEnd(from, last, 0))
		}
	}
	return all
}
