package ringmodel

import "github.com/loopline/loopline/games/dpt"

// MaxSide is the most columns and rows that the board has memory for. On a larger
// field it stays.
const MaxSide = 16

// Question holds what the board keeps of the lines of a turn. The first agent alone
// acts.
type Question struct {
	Turn, Turns   int // Turn is counted from 1
	Width, Height int
	Tiles         []uint8   // row by row: dpt.Nobody, Own or Other
	Own, Other    dpt.Point // the first agents; the other's is off the field if there is none
}

// The tiles of a Question.
const (
	Own   = 1
	Other = 2
)

// ring is a rectangle with its corners cut off by a number of cells, and what was
// found in it.
type ring struct {
	x0, y0, x1, y1, cut int

	cost     int // turns to put the tiles that are missing, without the way to them
	complete bool
	near     nearest // of the cells where a tile is missing

	broken      bool    // a tile of the other team is missing
	nearOther   nearest // of the other's tiles
	inside      int     // cells
	worthInside int     // those that are not covered yet and without a tile of the board's
}

// nearest is the cell of the fewest steps, of equal ones the first.
type nearest struct {
	steps int
	at    dpt.Point
}

func (n *nearest) take(steps int, at dpt.Point) {
	if steps < n.steps {
		n.steps, n.at = steps, at
	}
}

// The place of a cell in the rectangle of a ring.
type place uint8

const (
	outside place = iota
	onRing
	within
)

// place is that of a cell of the rectangle.
func (r *ring) place(x, y int) place {
	i, j := min(x-r.x0, r.x1-x), min(y-r.y0, r.y1-y)
	switch {
	case i+j < r.cut:
		return outside
	case i+j == r.cut || i == 0 || j == 0:
		return onRing
	}
	return within
}

// noSteps is more than any number of steps on the field.
const noSteps = 31

// scan looks at each cell of the rectangle, row by row.
func (q *Question) scan(r *ring, covered *[MaxSide * MaxSide]bool) {
	r.complete, r.near, r.nearOther = true, nearest{steps: noSteps}, nearest{steps: noSteps}
	r.cost, r.broken, r.inside, r.worthInside = 0, false, 0, 0
	for y := r.y0; y <= r.y1; y++ {
		for x := r.x0; x <= r.x1; x++ {
			tile, at := q.Tiles[y*q.Width+x], dpt.Point{X: x, Y: y}
			switch r.place(x, y) {
			case within:
				r.inside++
				if tile != Own && !covered[y*MaxSide+x] {
					r.worthInside++
				}
			case onRing:
				steps := distance(q.Own, at)
				if tile != Own {
					r.complete = false
					r.cost++
					r.near.take(steps, at)
				}
				if tile != Other {
					r.broken = true
					continue
				}
				r.cost++
				if at != q.Other {
					r.nearOther.take(steps, at)
				}
			}
		}
	}
}

// each calls f with every ring of the field, in the order of the board.
func (q *Question) each(f func(*ring)) {
	var r ring
	for r.x0 = 0; r.x0+2 < q.Width; r.x0++ {
		for r.x1 = r.x0 + 2; r.x1 < q.Width; r.x1++ {
			for r.y0 = 0; r.y0+2 < q.Height; r.y0++ {
				for r.y1 = r.y0 + 2; r.y1 < q.Height; r.y1++ {
					for r.cut = 1; 2*r.cut <= min(r.x1-r.x0, r.y1-r.y0); r.cut++ {
						f(&r)
					}
				}
			}
		}
	}
}

// target is the cell that the agent makes for.
type target struct {
	at     dpt.Point
	remove bool // takes away the other's tile there, else puts its own
	none   bool // nothing is worth anything: at is the middle of the field
	value  int
}

// worthCell is the value of a cell that is enclosed, in turns.
const worthCell = 8

// target is the next cell of the ring whose closing, or breaking, is worth most.
func (q *Question) target() target {
	// Cells within a ring that is complete need no other.
	var covered [MaxSide * MaxSide]bool
	q.each(func(r *ring) {
		if q.scan(r, &covered); !r.complete {
			return
		}
		for y := r.y0; y <= r.y1; y++ {
			for x := r.x0; x <= r.x1; x++ {
				if r.place(x, y) == within {
					covered[y*MaxSide+x] = true
				}
			}
		}
	})
	best := target{at: dpt.Point{X: q.Width / 2, Y: q.Height / 2}, none: true}
	left := q.Turns - q.Turn + 1
	q.each(func(r *ring) {
		q.scan(r, &covered)
		if n := r.nearOther; !r.broken && n.steps <= left {
			if v := worthCell*r.inside - n.steps; v > best.value {
				best = target{at: n.at, remove: true, value: v}
			}
		}
		if r.complete {
			return
		}
		// Most turns are kept for repairs.
		cost := r.cost + max(0, r.near.steps-1)
		if cost > 1 && 8*cost > 3*left {
			return
		}
		if v := worthCell*r.worthInside - cost; v > best.value {
			best = target{at: r.near.at, value: v}
		}
	})
	return best
}

// steps are the eight directions, clockwise from the top.
var steps = [8]dpt.Point{{X: 0, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: 0}, {X: -1, Y: -1}}

// Choose returns the action of the first agent.
func (q *Question) Choose() dpt.Action {
	if q.Width > MaxSide || q.Height > MaxSide {
		return dpt.Action{}
	}
	to := q.target()
	if to.remove && distance(q.Own, to.at) == 1 {
		return dpt.Action{Type: dpt.Remove, DX: to.at.X - q.Own.X, DY: to.at.Y - q.Own.Y}
	}
	least, best := 4*noSteps, dpt.Action{}
	for k := range steps {
		// Another direction is the first in each turn, so that two agents that wait for each other part.
		d := steps[(k+3*q.Turn)%len(steps)]
		at := dpt.Point{X: q.Own.X + d.X, Y: q.Own.Y + d.Y}
		if at.X < 0 || at.X >= q.Width || at.Y < 0 || at.Y >= q.Height || at == q.Other {
			continue
		}
		turns, a := 2*distance(at, to.at), dpt.Action{Type: dpt.Move, DX: d.X, DY: d.Y}
		switch q.Tiles[at.Y*q.Width+at.X] {
		case Other: // a remove, and then a move
			turns += 2
			a.Type = dpt.Remove
		case Own:
			if to.none {
				turns += 3
			}
		}
		if turns < least {
			least, best = turns, a
		}
	}
	return best
}

// distance is the number of a king's steps between two cells.
func distance(a, b dpt.Point) int { return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) }
