package vectors

import (
	"slices"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/vectors"
)

// bin is a bin of vectors with its test.
type bin struct {
	vectors.Bin
	has func(*flood) bool
}

// bins lists the bins of fields.
func bins() []bin {
	return []bin{
		{vectors.Bin{Name: "bare", Description: "without walls", MaxCount: 1}, func(f *flood) bool { return f.walls.Empty() }},
		{vectors.Bin{Name: "solid", Description: "of walls alone", MaxCount: 1},
			func(f *flood) bool { return f.walls.Count() == f.width*len(f.walls) }},
		{vectors.Bin{Name: "open", Description: "with walls that enclose nothing"},
			func(f *flood) bool { return !f.walls.Empty() && f.inside.Empty() }},
		{vectors.Bin{Name: "one", Description: "with one cell enclosed"}, func(f *flood) bool { return f.inside.Count() == 1 }},
		{vectors.Bin{Name: "large", Description: "with a quarter of its cells enclosed or more"},
			func(f *flood) bool { return 4*f.inside.Count() >= f.width*len(f.walls) }},
		{vectors.Bin{Name: "diagonal", Description: "that depends on whether a diagonal ring is open"}, diagonal},
		{vectors.Bin{Name: "against-edge", Description: "with a cell enclosed beside walls at the edge"}, againstEdge},
		{vectors.Bin{Name: "nested", Description: "with walls inside what is enclosed"}, nested},
		{vectors.Bin{Name: "long-way", Description: "on which the flood takes more steps than the field has rows and columns"},
			func(f *flood) bool { return steps(f) > max(f.width, len(f.walls)) }},
		{vectors.Bin{Name: "upward", Description: "on which the flood must go up to a cell that it reaches no other way"}, upward},
	}
}

func binsOf(f *flood) (set vectors.BinSet) {
	for i, c := range bins() {
		if c.has(f) {
			set.Add(i)
		}
	}
	return set
}

func diagonal(f *flood) bool {
	other := grid.Four
	if f.neighbours == grid.Four {
		other = grid.Eight
	}
	return !slices.Equal(f.inside, newFlood(f.walls, f.width, other).inside)
}

func againstEdge(f *flood) bool {
	last := len(f.walls) - 1
	for y := 1; y < last; y++ {
		for x := 1; x < f.width-1; x++ {
			if f.inside.Has(x, y) && (x == 1 || y == 1 || x == f.width-2 || y == last-1) {
				return true
			}
		}
	}
	return false
}

func nested(f *flood) bool {
	for y := 2; y < len(f.walls)-2; y++ {
		for x := 2; x < f.width-2; x++ {
			if f.walls.Has(x, y) && f.inside.Has(x-1, y) && f.inside.Has(x+1, y) && f.inside.Has(x, y-1) && f.inside.Has(x, y+1) {
				return true
			}
		}
	}
	return false
}

// steps returns the number of steps of the flood fill from the edge, in all directions at once.
func steps(f *flood) (n int) {
	reached := grid.NewBitboard(len(f.walls))
	for y := range f.walls {
		for x := range f.width {
			if (x == 0 || y == 0 || x == f.width-1 || y == len(f.walls)-1) && !f.walls.Has(x, y) {
				reached.Set(x, y)
			}
		}
	}
	for {
		next := step(f, reached)
		if slices.Equal(next, reached) {
			return n
		}
		reached = next
		n++
	}
}

// step returns the cells reached one step later.
func step(f *flood, reached grid.Bitboard) grid.Bitboard {
	next := grid.NewBitboard(len(reached))
	for y, row := range reached {
		wider := row | row<<1 | row>>1
		beside := row
		if f.neighbours == grid.Eight {
			beside = wider
		}
		next[y] |= wider
		if y > 0 {
			next[y-1] |= beside
		}
		if y+1 < len(next) {
			next[y+1] |= beside
		}
	}
	for y := range next {
		next[y] &^= f.walls[y]
		next[y] &= 1<<f.width - 1
	}
	return next
}

// upward finds a free cell that is not at the edge, not enclosed, and has walls
// everywhere but below it.
func upward(f *flood) bool {
	for y := 1; y < len(f.walls)-1; y++ {
		for x := 1; x < f.width-1; x++ {
			open := !f.walls.Has(x, y) && !f.inside.Has(x, y)
			shut := f.walls.Has(x-1, y) && f.walls.Has(x+1, y) && f.walls.Has(x, y-1)
			if open && shut && (f.neighbours == grid.Four || f.walls.Has(x-1, y-1) && f.walls.Has(x+1, y-1)) {
				return true
			}
		}
	}
	return false
}
