package bots

import (
	"cmp"
	"slices"
)

// planner looks for ways that take many items soon and leave many in reach. It is
// used by one goroutine at a time.
type planner struct {
	g      *knownMap
	nodes  []node
	been   map[state]bool
	enough float64 // more in reach counts no more

	filled []cell
	marks  []uint16 // by spot: in which flood it was reached
	flood  uint16
}

func newPlanner(g *knownMap) *planner {
	return &planner{g: g, been: map[state]bool{}, marks: make([]uint16, len(g.cells))}
}

// node is a step of a way.
type node struct {
	at     cell
	from   int32   // the step before it
	first  int8    // direction of the way's first step
	took   bool    // an item, so that the cell before it is a wall now
	reach  float64 // what is left in reach
	value  float64
	weight float64 // present value of an item
	key    uint64
}

type state struct {
	at  cell
	key uint64
}

// What plans count, in items.
const (
	planDepth   = 24
	planWidth   = 32
	fades       = 0.90 // what is left of an item's worth a turn later
	revealBonus = 0.06 // the worth of a cell that comes into sight
	guess       = 0.85 // what is left of it behind a cell that is unknown
	narrow      = 0.2  // the cost of a place with one way out

	mostReach = 12   // more in reach counts no more
	perTurn   = 0.3  // per turn that is left, too
	hope      = 0.4  // an unknown cell and what lies behind it
	later     = 0.15 // value of an item in reach
)

// none is the value of a step that cannot be taken.
const none = -1e9

// plan is the value of the best way in each direction with the given number of turns left:
// none where there is no way.
func (q *planner) plan(from cell, turns int) (best [4]float64) {
	for d := range best {
		best[d] = none
	}
	clear(q.been)
	q.enough = min(mostReach, perTurn*float64(turns))
	q.nodes = append(q.nodes[:0], node{at: from, from: -1, first: -1, weight: 1})
	q.nodes[0].reach = q.reaches(0, from)
	begin := 0
	for range planDepth {
		end := len(q.nodes)
		for i := begin; i < end; i++ {
			q.expand(int32(i))
		}
		slices.SortFunc(q.nodes[end:], func(a, b node) int { return cmp.Compare(q.total(&b), q.total(&a)) })
		for _, n := range q.nodes[end:] {
			best[n.first] = max(best[n.first], q.total(&n))
		}
		q.nodes = q.nodes[:min(len(q.nodes), end+planWidth)]
		if begin = end; begin == len(q.nodes) {
			break
		}
	}
	return best
}

func (q *planner) total(n *node) float64 { return n.value + later*min(n.reach, q.enough) }

// expand adds the steps that follow a step.
func (q *planner) expand(i int32) {
	for d, o := range offset {
		n := q.nodes[i]
		to := n.at + o
		what := q.see(i, to)
		if what == wall {
			continue
		}
		next := node{at: to, from: i, first: n.first, took: what == prize, reach: n.reach, value: n.value, weight: n.weight * fades, key: n.key}
		if i == 0 {
			next.first = int8(d)
		}
		if what == unknown {
			next.weight *= guess
		}
		if next.took {
			next.key += uint64(to) * 0x9e3779b97f4a7c15
			next.value += next.weight
			if !q.goesOn(i, &next) {
				continue
			}
		}
		s := state{to, next.key}
		if q.been[s] {
			continue
		}
		q.been[s] = true
		if next.took {
			next.reach--
			if q.parts(i) {
				next.reach = q.reaches(i, to)
			}
		}
		next.value += next.weight * revealBonus * float64(q.revealed(i, to))
		q.nodes = append(q.nodes, next)
	}
}

// goesOn reports whether there is a way on behind an item that is taken, and
// takes something off for a narrow one.
func (q *planner) goesOn(i int32, n *node) bool {
	exits, hopes := 0, 0
	for _, o := range offset {
		p := n.at + o
		if p == q.nodes[i].at {
			continue
		}
		switch q.see(i, p) {
		case wall:
		case unknown:
			hopes++
		default:
			exits++
		}
	}
	if exits+hopes == 1 {
		n.value -= narrow * n.weight
	}
	return exits+hopes > 0
}

func (q *planner) see(i int32, p cell) uint8 {
	for ; i > 0; i = q.nodes[i].from {
		n := &q.nodes[i]
		switch {
		case !n.took:
		case q.nodes[n.from].at == p:
			return wall
		case n.at == p:
			return free
		}
	}
	return q.g.at(p)
}

// revealed is the number of cells that come into sight on a cell that were not in sight
// on the way.
func (q *planner) revealed(i int32, to cell) (count int) {
	for c := range 9 {
		p := to + around(c)
		if q.g.at(p) == unknown && !q.sighted(i, p) {
			count++
		}
	}
	return count
}

// sighted reports whether a cell comes into sight on a way.
func (q *planner) sighted(i int32, p cell) bool {
	for ; i > 0; i = q.nodes[i].from {
		at := q.nodes[i].at
		if d := p - at; d >= -groundSide-1 && d <= groundSide+1 && (d+groundSide+1)%groundSide <= 2 {
			return true
		}
	}
	return false
}

// parts reports whether a wall where a way stands may part what is around it.
func (q *planner) parts(i int32) bool {
	at, changes := q.nodes[i].at, 0
	last := q.see(i, at+ring[7]) == wall
	for _, o := range ring {
		is := q.see(i, at+o) == wall
		if is != last {
			changes++
		}
		last = is
	}
	return changes > 2
}

// ring is the cells around one, in turn.
var ring = [8]cell{-groundSide - 1, -groundSide, -groundSide + 1, 1, groundSide + 1, groundSide, groundSide - 1, -1}

// reaches returns the value in reach after an item is taken. What lies behind unknown
// cells is not looked at.
func (q *planner) reaches(i int32, to cell) (sum float64) {
	q.flood++
	if q.flood == 0 {
		clear(q.marks)
		q.flood = 1
	}
	if i > 0 || q.nodes[i].at != to {
		q.marks[q.nodes[i].at] = q.flood
	}
	q.marks[to] = q.flood
	q.filled = append(q.filled[:0], to)
	for n := 0; n < len(q.filled); n++ {
		for _, o := range offset {
			p := q.filled[n] + o
			if uint(p) >= uint(len(q.marks)) || q.marks[p] == q.flood {
				continue
			}
			q.marks[p] = q.flood
			switch q.see(i, p) {
			case wall:
				continue
			case prize:
				sum++
			case unknown:
				sum += hope
				continue
			}
			q.filled = append(q.filled, p)
		}
	}
	return sum
}
