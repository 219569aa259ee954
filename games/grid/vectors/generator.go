package vectors

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/vectors"
)

// generator makes fields.
type generator struct {
	o *vectors.Options
	n grid.Neighbours
}

// Directed begins every file with the field without walls and the one of walls alone.
func (m *generator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	bare, solid := grid.NewBitboard(m.o.Grid.Rows), grid.NewBitboard(m.o.Grid.Rows)
	for y := range solid {
		solid[y] = 1<<m.o.Grid.Columns - 1
	}
	if yield(newFlood(bare, m.o.Grid.Columns, m.n)) {
		yield(newFlood(solid, m.o.Grid.Columns, m.n))
	}
	return nil
}

// Random makes random fields of several kinds.
func (m *generator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	w := walls{rng: rng, width: m.o.Grid.Columns, height: m.o.Grid.Rows}
	for yield(newFlood(w.next(), w.width, m.n)) {
	}
}

// walls makes random walls.
type walls struct {
	rng           *rand.Rand
	width, height int
}

func (w *walls) next() grid.Bitboard {
	p := grid.NewBitboard(w.height)
	switch w.rng.IntN(4) {
	case 0:
		w.scatter(p, 5+w.rng.IntN(70))
	case 1:
		for range 1 + w.rng.IntN(4) {
			w.ring(p)
		}
		w.scatter(p, w.rng.IntN(20))
	case 2:
		w.comb(p)
	default:
		w.diamond(p)
		w.scatter(p, w.rng.IntN(15))
	}
	for range w.rng.IntN(4) { // and holes
		p.Unset(w.rng.IntN(w.width), w.rng.IntN(w.height))
	}
	return p
}

// scatter puts walls onto the given percentage of the cells.
func (w *walls) scatter(p grid.Bitboard, percent int) {
	for y := range w.height {
		for x := range w.width {
			if w.rng.IntN(100) < percent {
				p.Set(x, y)
			}
		}
	}
}

// ring draws a rectangle, at times without a corner.
func (w *walls) ring(p grid.Bitboard) {
	x0, y0 := w.rng.IntN(w.width-2), w.rng.IntN(w.height-2)
	x1, y1 := x0+2+w.rng.IntN(w.width-x0-2), y0+2+w.rng.IntN(w.height-y0-2)
	for x := x0; x <= x1; x++ {
		p.Set(x, y0)
		p.Set(x, y1)
	}
	for y := y0; y <= y1; y++ {
		p.Set(x0, y)
		p.Set(x1, y)
	}
	if w.rng.IntN(2) == 0 {
		p.Unset(x1, y0)
	}
}

// comb draws rows of walls with a gap at their ends in turns: a long way.
func (w *walls) comb(p grid.Bitboard) {
	full := uint64(1)<<w.width - 1
	p[0], p[w.height-1] = full, full
	gap := w.rng.IntN(2)
	for y := 1; y < w.height-1; y++ {
		p[y] = 1 | 1<<(w.width-1)
		if y%2 == 0 {
			p[y] = full
			if (y/2+gap)%2 == 0 {
				p.Unset(1, y)
			} else {
				p.Unset(w.width-2, y)
			}
		}
	}
	// Where one comes in, or nowhere.
	if w.rng.IntN(4) > 0 {
		p.Unset(1+w.rng.IntN(w.width-2), (w.height-1)*w.rng.IntN(2))
	}
}

// diamond draws a ring that is diagonal.
func (w *walls) diamond(p grid.Bitboard) {
	r := 1 + w.rng.IntN(max(1, min(w.width, w.height)/2-1))
	x0, y0 := r+w.rng.IntN(max(1, w.width-2*r)), r+w.rng.IntN(max(1, w.height-2*r))
	for i := range r + 1 {
		for _, c := range [4][2]int{{x0 - r + i, y0 - i}, {x0 - r + i, y0 + i}, {x0 + r - i, y0 - i}, {x0 + r - i, y0 + i}} {
			if c[0] >= 0 && c[1] >= 0 && c[0] < w.width && c[1] < w.height {
				p.Set(c[0], c[1])
			}
		}
	}
}
