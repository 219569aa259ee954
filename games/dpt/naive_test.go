package dpt

// The same rules as one would explain them, sharing nothing with the package.

type naive struct {
	w, h   int
	values [][]int
	tiles  [][]int // 0, 1, 2
	agents [2][]Point
	swap   bool
}

func newNaive(f *Field, swap bool) *naive {
	n := &naive{w: f.Width, h: f.Height, swap: swap}
	for y := range f.Height {
		n.values = append(n.values, append([]int(nil), f.Values[y*f.Width:(y+1)*f.Width]...))
		row := make([]int, f.Width)
		for x := range row {
			row[x] = int(f.Tiles[y*f.Width+x])
		}
		n.tiles = append(n.tiles, row)
	}
	for team := range f.Agents {
		n.agents[team] = append([]Point(nil), f.Agents[team]...)
	}
	return n
}

// wish is what one agent wants.
type wish struct {
	team, agent int
	from, to    Point
	kind        Type
	legal       bool
	failed      bool
}

// legal is the list of reasons why not, one after another.
func (n *naive) legal(team int, from Point, a Action) bool {
	to := Point{from.X + a.DX, from.Y + a.DY}
	if a.Type == Stay {
		return true
	}
	if a.DX*a.DX > 1 || a.DY*a.DY > 1 {
		return false
	}
	if to == from {
		return false
	}
	if to.X < 0 || to.Y < 0 || to.X >= n.w || to.Y >= n.h {
		return false
	}
	tile := n.tiles[to.Y][to.X]
	if a.Type == Move {
		return tile == 0 || tile == team+1
	}
	return tile != 0
}

// play lets every agent try, takes back what collides, and tries again until
// nothing collides.
func (n *naive) play(actions [2][]Action) (apply [2][]int) {
	var wishes []*wish
	for team := range n.agents {
		for i, at := range n.agents[team] {
			a := Action{}
			if i < len(actions[team]) {
				a = actions[team][i]
			}
			w := &wish{team: team, agent: i, from: at, to: at, kind: a.Type, legal: n.legal(team, at, a)}
			if !w.legal {
				w.kind = Stay
			}
			if w.kind != Stay {
				w.to = Point{at.X + a.DX, at.Y + a.DY}
			}
			wishes = append(wishes, w)
		}
	}
	for _, a := range wishes {
		for _, b := range wishes {
			if a != b && a.kind != Stay && b.kind != Stay && a.to == b.to {
				a.failed, b.failed = true, true
			}
		}
	}
	// Who is left stands in somebody's way when that one does not go. A ring goes
	// only where swaps are allowed: so without them, what can go goes first.
	goes := map[*wish]bool{}
	if n.swap {
		for _, w := range wishes {
			goes[w] = w.kind != Stay && !w.failed
		}
	}
	leaves := func(at Point) bool { // nobody stands there in the end
		for _, w := range wishes {
			if w.from == at && !(w.kind == Move && goes[w]) {
				return false
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for _, w := range wishes {
			if w.kind == Stay || w.failed {
				continue
			}
			if can := leaves(w.to); can != goes[w] {
				goes[w], again = can, true
			}
		}
	}
	for _, w := range wishes {
		result := 0
		switch {
		case !w.legal:
			result = -1
		case w.kind == Stay:
			result = 1
		case goes[w]:
			result = 1
			n.tiles[w.to.Y][w.to.X] = 0
			if w.kind == Move {
				n.tiles[w.to.Y][w.to.X] = w.team + 1
				n.agents[w.team][w.agent] = w.to
			}
		}
		apply[w.team] = append(apply[w.team], result)
	}
	return apply
}

// points walks out from every cell.
func (n *naive) points(team int) (tile, area int) {
	for y := range n.h {
		for x := range n.w {
			v := n.values[y][x]
			switch {
			case n.tiles[y][x] == team+1:
				tile += v
			case !n.escapes(x, y, team, map[Point]bool{}):
				if v < 0 {
					v = -v
				}
				area += v
			}
		}
	}
	return tile, area
}

func (n *naive) escapes(x, y, team int, seen map[Point]bool) bool {
	if x < 0 || y < 0 || x >= n.w || y >= n.h {
		return true
	}
	if n.tiles[y][x] == team+1 || seen[Point{x, y}] {
		return false
	}
	seen[Point{x, y}] = true
	return n.escapes(x+1, y, team, seen) || n.escapes(x-1, y, team, seen) ||
		n.escapes(x, y+1, team, seen) || n.escapes(x, y-1, team, seen)
}
