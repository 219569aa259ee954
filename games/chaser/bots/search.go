package bots

import (
	"math/rand/v2"

	"github.com/loopline/loopline/games/chaser"
)

// search keeps a map of what it has seen and walks the shortest way to the next
// item, or to where it has not been, without coming beside the opponent and
// without walking into a trap.
type search struct {
	rng    *rand.Rand
	at     chaser.Point // from where it began
	last   chaser.Method
	seen   map[chaser.Point]uint8 // floor, block or item
	foe    map[chaser.Point]int   // when the opponent was seen there
	when   map[chaser.Point]int   // when a cell was seen
	lately map[chaser.Point]int   // where the opponent was last seen, and when
	turn   int
	items  int // that it has taken

	before chaser.Point // at and items before the last method
	had    int
}

func newSearch(rng *rand.Rand) *search {
	return &search{rng: rng, seen: map[chaser.Point]uint8{}, foe: map[chaser.Point]int{}, when: map[chaser.Point]int{}, lately: map[chaser.Point]int{}}
}

// step is the cell so many steps on.
func step(p chaser.Point, d chaser.Direction, n int) chaser.Point {
	switch d {
	case chaser.Up:
		p.Y -= n
	case chaser.Down:
		p.Y += n
	case chaser.Left:
		p.X -= n
	case chaser.Right:
		p.X += n
	}
	return p
}

// note takes in one cell.
func (b *search) note(p chaser.Point, v uint8) {
	b.when[p] = b.turn
	if v == opponent {
		clear(b.foe)
		clear(b.lately)
		b.lately[p] = b.turn
		b.foe[p] = b.turn
		if _, known := b.seen[p]; !known {
			b.seen[p] = floor
		}
		return
	}
	b.seen[p] = v
}

// square takes in the cells around one.
func (b *search) square(centre chaser.Point, w chaser.Window) {
	for i, v := range w {
		b.note(chaser.Point{X: centre.X - 1 + i%3, Y: centre.Y - 1 + i/3}, v)
	}
}

// Method implements contest.Chooser.
func (b *search) Method(around chaser.Window) chaser.Method {
	b.turn++
	for p, when := range b.foe {
		if b.turn-when > 3 {
			delete(b.foe, p)
		}
	}
	b.square(b.at, around)
	b.before, b.had = b.at, b.items
	b.play(b.choose(around))
	return b.last
}

// play takes note of a method that is played.
func (b *search) play(m chaser.Method) {
	if b.last = m; m.Action != chaser.Walk {
		return
	}
	if b.seen[step(b.at, m.Direction, 1)] == item {
		b.items++
	}
	b.at = step(b.at, m.Direction, 1)
}

// Instead implements Follower.
func (b *search) Instead(m chaser.Method) {
	b.at, b.items = b.before, b.had
	b.play(m)
}

// Seen implements contest.Chooser.
func (b *search) Seen(w chaser.Window) {
	switch m := b.last; m.Action {
	case chaser.Look:
		b.square(step(b.at, m.Direction, 2), w)
	case chaser.Search:
		for i, v := range w {
			b.note(step(b.at, m.Direction, i+1), v)
		}
	default:
		b.square(b.at, w)
	}
}

func (b *search) choose(around chaser.Window) chaser.Method {
	if d, ok := beside(around); ok {
		return chaser.Method{Action: chaser.Put, Direction: d}
	}
	if b.items >= enough {
		// Who stands still cannot lose by a block: whoever comes beside gets one.
		return chaser.Method{Action: chaser.Search, Direction: directions[b.turn%4]}
	}
	for _, want := range []func(p chaser.Point) bool{b.prize, b.frontier} {
		if d, ok := b.way(want); ok {
			if q := step(b.at, d, 1); b.seen[q] == item && b.exits(q, false) < 2 {
				return chaser.Method{Action: chaser.Look, Direction: d} // is there a way on behind it?
			}
			return b.carefully(d)
		}
	}
	// Nothing is left to go to, or the opponent is in the way: look around.
	return chaser.Method{Action: chaser.Search, Direction: directions[b.rng.IntN(4)]}
}

// carefully is a step, or a look first where the opponent may stand two cells
// ahead: who comes beside the other loses.
func (b *search) carefully(d chaser.Direction) chaser.Method {
	ahead := step(b.at, d, 2)
	when, known := b.when[ahead]
	if b.risky(ahead) && b.seen[ahead] != block && (!known || b.turn-when > fresh) {
		return chaser.Method{Action: chaser.Look, Direction: d}
	}
	return chaser.Method{Action: chaser.Walk, Direction: d}
}

// enough is how many items are likely to win: then it stands still.
const enough = 26

// fresh is for how many turns what was seen of a cell holds.
const fresh = 0

// wary is for how many turns the opponent is expected near where it was seen.
const wary = 8

// risky reports whether the opponent may be on a cell by now.
func (b *search) risky(p chaser.Point) bool {
	for foe, when := range b.lately {
		if since := b.turn - when; since <= wary && far(foe, p) <= since+1 {
			return true
		}
	}
	return false
}

// far is how many steps are between two cells.
func far(p, q chaser.Point) int { return max(p.X-q.X, q.X-p.X) + max(p.Y-q.Y, q.Y-p.Y) }

// prize is an item that can be taken: behind it there is a way on, for the cell
// before it becomes a block.
func (b *search) prize(p chaser.Point) bool {
	if b.seen[p] != item {
		return false
	}
	return b.exits(p, true) > 1
}

// exits is how many cells beside one are no blocks. Of those that were never
// seen one hopes so, or does not.
func (b *search) exits(p chaser.Point, hope bool) (n int) {
	for _, d := range directions {
		if v, known := b.seen[step(p, d, 1)]; known && v != block || !known && hope {
			n++
		}
	}
	return n
}

// frontier is a cell from which one sees something new.
func (b *search) frontier(p chaser.Point) bool {
	if b.seen[p] == item {
		return false
	}
	for i := range 9 {
		if _, known := b.seen[chaser.Point{X: p.X - 1 + i%3, Y: p.Y - 1 + i/3}]; !known {
			return true
		}
	}
	return false
}

// open reports whether a cell is known and no block.
func (b *search) open(p chaser.Point) bool {
	v, known := b.seen[p]
	return known && v != block
}

// safe reports whether one may end a turn on a cell: not beside the opponent.
func (b *search) safe(p chaser.Point) bool {
	if _, there := b.foe[p]; there {
		return false
	}
	for _, d := range directions {
		if _, there := b.foe[step(p, d, 1)]; there {
			return false
		}
	}
	return true
}

// path is a way to a cell.
type path struct {
	p     chaser.Point
	first chaser.Direction
	steps int
}

// way is the first step to a cell that is wanted: a near one, and of those one with
// items around. Items are only walked onto where they are prizes.
func (b *search) way(want func(chaser.Point) bool) (first chaser.Direction, found bool) {
	been := map[chaser.Point]bool{b.at: true}
	todo := b.expand(nil, path{p: b.at}, been)
	best := 0
	for n := 0; n < len(todo); n++ {
		next := todo[n]
		if found && next.steps*stepCost > best+mostAround {
			break
		}
		if want(next.p) {
			if cost := next.steps*stepCost - b.around(next.p); !found || cost < best {
				first, found, best = next.first, true, cost
			}
		}
		if b.seen[next.p] != item {
			todo = b.expand(todo, next, been)
		}
	}
	return first, found
}

// What a step costs, and at most what the items around a cell are worth.
const (
	stepCost   = 2
	mostAround = 12
)

// around is how many items are near a cell.
func (b *search) around(p chaser.Point) (n int) {
	for i := range 25 {
		if b.seen[chaser.Point{X: p.X - 2 + i%5, Y: p.Y - 2 + i/5}] == item {
			n++
		}
	}
	return min(n, mostAround)
}

// expand adds the cells beside the end of a path.
func (b *search) expand(todo []path, from path, been map[chaser.Point]bool) []path {
	for _, i := range b.rng.Perm(4) {
		d := directions[i]
		q := step(from.p, d, 1)
		if been[q] || !b.open(q) || from.steps == 0 && !b.safe(q) || b.seen[q] == item && !b.prize(q) {
			continue
		}
		been[q] = true
		next := path{q, from.first, from.steps + 1}
		if from.steps == 0 {
			next.first = d
		}
		todo = append(todo, next)
	}
	return todo
}
