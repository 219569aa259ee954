package vectors

import (
	"slices"

	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/vectors"
)

// class is a class of vectors and which they are.
type class struct {
	vectors.Class
	has func(*flood) bool
}

// classes lists the classes of fields.
func classes() []class {
	return []class{
		{vectors.Class{Name: "bare", Says: "without walls", Supply: 1}, func(f *flood) bool { return f.walls.Empty() }},
		{vectors.Class{Name: "solid", Says: "of walls alone", Supply: 1},
			func(f *flood) bool { return f.walls.Count() == f.width*len(f.walls) }},
		{vectors.Class{Name: "open", Says: "with walls that enclose nothing"},
			func(f *flood) bool { return !f.walls.Empty() && f.inside.Empty() }},
		{vectors.Class{Name: "one", Says: "with one cell enclosed"}, func(f *flood) bool { return f.inside.Count() == 1 }},
		{vectors.Class{Name: "large", Says: "with a quarter of its cells enclosed or more"},
			func(f *flood) bool { return 4*f.inside.Count() >= f.width*len(f.walls) }},
		{vectors.Class{Name: "diagonal", Says: "that depends on whether a diagonal ring is open"}, diagonal},
		{vectors.Class{Name: "against-edge", Says: "with a cell enclosed beside walls at the edge"}, againstEdge},
		{vectors.Class{Name: "nested", Says: "with walls inside what is enclosed"}, nested},
		{vectors.Class{Name: "long-way", Says: "on which the flood takes more steps than the field has rows and columns"},
			func(f *flood) bool { return steps(f) > max(f.width, len(f.walls)) }},
		{vectors.Class{Name: "upward", Says: "on which the flood must go up to a cell that it reaches no other way"}, upward},
	}
}

func classesOf(f *flood) (set vectors.ClassSet) {
	for i, c := range classes() {
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

// steps is how many steps the flood takes from the edge, all ways at once.
func steps(f *flood) (n int) {
	reached := grid.NewPlane(len(f.walls))
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

// step is what is reached a step later.
func step(f *flood, reached grid.Plane) grid.Plane {
	next := grid.NewPlane(len(reached))
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
