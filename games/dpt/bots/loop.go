package bots

import (
	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/grid"
)

// loop is a closed line of cells that encloses others: a rectangle with its
// corners cut off, since what touches at a corner is closed.
//
//	. # # .
//	# o o #
//	# o o #
//	. # # .
type loop struct {
	cells  []dpt.Point // in order around
	inside grid.Bitboard
}

// loopsOf are the rings of a field of this size.
func loopsOf(width, height int) (all []loop) {
	for x0 := range width - 2 {
		for x1 := x0 + 2; x1 < width; x1++ {
			for y0 := range height - 2 {
				for y1 := y0 + 2; y1 < height; y1++ {
					for cut := 1; cut <= min(x1-x0, y1-y0)/2; cut++ {
						all = append(all, newLoop(x0, y0, x1, y1, cut, height))
					}
				}
			}
		}
	}
	return all
}

// newLoop is the rectangle between two corners, with corners cut off by the given number of
// cells.
func newLoop(x0, y0, x1, y1, cut, height int) loop {
	r := loop{inside: grid.NewBitboard(height)}
	at, end := dpt.Point{X: x0 + cut, Y: y0}, dpt.Point{X: x0 + cut, Y: y0}
	for _, leg := range [8]struct{ dx, dy, n int }{
		{1, 0, x1 - x0 - 2*cut}, {1, 1, cut}, {0, 1, y1 - y0 - 2*cut}, {-1, 1, cut},
		{-1, 0, x1 - x0 - 2*cut}, {-1, -1, cut}, {0, -1, y1 - y0 - 2*cut}, {1, -1, cut},
	} {
		for range leg.n {
			r.cells = append(r.cells, at)
			at.X, at.Y = at.X+leg.dx, at.Y+leg.dy
		}
	}
	if at != end {
		panic("a ring is not closed")
	}
	walls := grid.NewBitboard(height)
	for _, c := range r.cells {
		walls.Set(c.X, c.Y)
	}
	grid.Enclose(r.inside, walls, x1+1, grid.Four)
	return r
}

// distance is the number of steps that lead from one cell to another on an empty field.
func distance(a, b dpt.Point) int { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) }
