package bots

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/games/grid"
)

// search plans. Where values change every turn only what is enclosed at the end
// is worth anything: so it walks rings around many cells, closes them late, and
// breaks those of the other team; see [endgame] for the last turns. Where values
// stay, or a team has several agents, it looks a few turns ahead.
type search struct {
	rng  *rand.Rand
	tune params
	ends int // how many last turns are played out; 0 is as many as the limit allows

	size   [2]int // of the field that the rings are for
	rings  []loop
	before []int // the values of the turn before
	stay   bool  // values do not change
}

// params weighs the planner's goals. These values won most games against
// greedy.
type params struct {
	turn  float64 // value of a turn in cells, so that a short ring beats a long one
	enemy float64 // what a step of nearness to the other team's agent costs
	near  int     // how many steps away that begins
	spare float64 // the part of the turns left that is kept for repairs
	late  int     // how many turns before the end a ring may be closed
}

var usual = params{turn: 0.1, enemy: 0.2, near: 4, spare: 0.6, late: 6}

// Choose implements referee.Strategy.
func (b *search) Choose(ctx context.Context, s *referee.TurnState, limit time.Duration) []dpt.Action {
	b.watch(s)
	p := dpt.NewPosition(s.Field, false)
	if left := s.Turns - s.Turn + 1; len(p.Agents(0)) == 1 && len(p.Agents(1)) == 1 && !b.stay {
		if left <= cmp.Or(b.ends, endgameTurns(limit)) {
			a, _ := newEndgame(s.Field, left).best(p, left, true)
			return []dpt.Action{a}
		}
		return []dpt.Action{b.plan(s, p, left)}
	}
	return b.ahead(ctx, s, p, time.Now().Add(limit/2))
}

// watch finds out whether values stay.
func (b *search) watch(s *referee.TurnState) {
	switch {
	case s.Turn == 1:
		b.stay = slices.Max(s.Field.Values) > 2 || slices.Min(s.Field.Values) < -2
	case len(b.before) == len(s.Field.Values):
		b.stay = slices.Equal(b.before, s.Field.Values)
	}
	b.before = append(b.before[:0], s.Field.Values...)
	if size := [2]int{s.Field.Width, s.Field.Height}; size != b.size {
		b.size, b.rings = size, nil
		if size[0]*size[1] <= 20*20 {
			b.rings = loopsOf(size[0], size[1])
		}
	}
}

// target is a destination, and its value.
type target struct {
	at     dpt.Point
	remove bool // the tile there, from beside it
	worth  float64
}

// plan is the action of the one agent with the given number of turns left.
func (b *search) plan(s *referee.TurnState, p *dpt.Position, left int) dpt.Action {
	best := b.breaking(p, left)
	if a := b.planLoop(p, left); a.worth > best.worth {
		best = a
	}
	if best.worth <= 0 {
		return b.anything(p)
	}
	a := b.towards(p, best)
	if s.Applied[0][0] == dpt.Blocked && s.Last[0][0] == a && b.rng.IntN(2) == 0 {
		return b.anything(p) // two that wait for each other
	}
	return a
}

// planLoop is the next cell of the best ring that can be closed in time.
func (b *search) planLoop(p *dpt.Position, left int) (best target) {
	_, height := p.Size()
	from, enemies := p.Agents(0)[0], p.Agents(1)
	has := grid.NewBitboard(height) // enclosed now
	p.Enclosed(has, 0)
	var missing []dpt.Point
	for i := range b.rings {
		r := &b.rings[i]
		cells := 0
		for y, row := range r.inside {
			for x := 0; row>>uint(x) != 0; x++ {
				if at := (dpt.Point{X: x, Y: y}); r.inside.Has(x, y) && !has.Has(x, y) && p.Tile(at) != 1 {
					cells++
				}
			}
		}
		if cells == 0 || float64(cells) <= best.worth {
			continue
		}
		missing = missing[:0]
		cost, danger := 0, 0.0
		for _, at := range r.cells {
			for _, e := range enemies {
				danger += b.tune.enemy * float64(max(0, b.tune.near-distance(e, at)))
			}
			switch p.Tile(at) {
			case 1:
				continue
			case 2:
				cost++
			}
			missing = append(missing, at)
		}
		if len(missing) == 0 || cost+len(missing) > left || len(missing) == 1 && left > b.tune.late {
			continue
		}
		first, steps := tour(from, missing)
		if cost += steps; float64(cost) > float64(left)*(1-b.tune.spare) && cost > 1 {
			continue
		}
		if worth := float64(cells) - b.tune.turn*float64(cost) - danger + b.tune.turn*float64(left); worth > best.worth {
			best = target{at: first, worth: worth}
		}
	}
	return best
}

// tour is the shortest walk over all cells of a ring that are missing: from one
// of them on, this way around or that.
func tour(from dpt.Point, missing []dpt.Point) (first dpt.Point, steps int) {
	n := len(missing)
	around := 0
	for i, at := range missing {
		around += distance(at, missing[(i+1)%n])
	}
	steps = 1 << 30
	for i, at := range missing {
		next := distance(at, missing[(i+1)%n])
		// This way around begins with the cell behind the gap, the other with at.
		for _, start := range [2]dpt.Point{missing[(i+1)%n], at} {
			if d := distance(from, start) + around - next; d < steps {
				first, steps = start, d
			}
		}
	}
	return first, steps
}

// breaking is the tile whose removal takes most from the other team.
func (b *search) breaking(p *dpt.Position, left int) (best target) {
	width, height := p.Size()
	inside := grid.NewBitboard(height)
	p.Enclosed(inside, 1)
	if inside.Empty() {
		return best
	}
	before := inside.Count()
	walls, from := grid.NewBitboard(height), p.Agents(0)[0]
	for y := range height {
		for x := range width {
			if p.Tile(dpt.Point{X: x, Y: y}) == 2 {
				walls.Set(x, y)
			}
		}
	}
	for y := range height {
		for x := range width {
			at := dpt.Point{X: x, Y: y}
			if !walls.Has(x, y) || slices.Contains(p.Agents(1), at) {
				continue
			}
			cost := max(1, distance(from, at))
			if cost > left {
				continue
			}
			walls.Unset(x, y)
			grid.Enclose(inside, walls, width, grid.Four)
			walls.Set(x, y)
			lost := float64(before - inside.Count())
			if worth := lost - b.tune.turn*float64(cost) + b.tune.turn*float64(left); lost > 0 && worth > best.worth {
				best = target{at, true, worth}
			}
		}
	}
	return best
}

// towards is the first step of the shortest way to an aim. A tile of the other
// team in the way is removed.
func (b *search) towards(p *dpt.Position, to target) dpt.Action {
	from := p.Agents(0)[0]
	if d := distance(from, to.at); to.remove && d == 1 {
		return dpt.Action{Type: dpt.Remove, DX: to.at.X - from.X, DY: to.at.Y - from.Y}
	}
	steps := ways(p, to.at)
	width, _ := p.Size()
	best, at := 1<<30, dpt.Action{}
	for _, i := range b.rng.Perm(8) {
		d := around[i]
		next := dpt.Point{X: from.X + d.X, Y: from.Y + d.Y}
		if !p.On(next) {
			continue
		}
		if n := steps[next.Y*width+next.X]; n < best {
			best, at = n, dpt.Action{Type: dpt.Move, DX: d.X, DY: d.Y}
			if p.Tile(next) == 2 {
				at.Type = dpt.Remove
			}
		}
	}
	return at
}

// around are the steps.
var around = [8]dpt.Point{{X: -1, Y: -1}, {X: 0, Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 0}, {X: 1, Y: 0}, {X: -1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 1}}

// ways is for each cell how many turns lead into it and on to a cell.
func ways(p *dpt.Position, to dpt.Point) []int {
	width, height := p.Size()
	steps := make([]int, width*height)
	for i := range steps {
		steps[i] = 1 << 29
	}
	cost := func(at dpt.Point) int {
		switch {
		case slices.Contains(p.Agents(1), at):
			return 4
		case p.Tile(at) == 2:
			return 2
		}
		return 1
	}
	steps[to.Y*width+to.X] = cost(to)
	for again := true; again; {
		again = false
		for i := range steps {
			at := dpt.Point{X: i % width, Y: i / width}
			for _, d := range around {
				next := dpt.Point{X: at.X + d.X, Y: at.Y + d.Y}
				if !p.On(next) {
					continue
				}
				if n := steps[next.Y*width+next.X] + cost(at); n < steps[i] {
					steps[i], again = n, true
				}
			}
		}
	}
	return steps
}

// anything is any step onto a free cell, or any that is legal.
func (b *search) anything(p *dpt.Position) dpt.Action {
	legal := legalActions(p, 0, 0)
	from := p.Agents(0)[0]
	for _, i := range b.rng.Perm(len(legal)) {
		a := legal[i]
		if a.Type == dpt.Move && p.Tile(dpt.Point{X: from.X + a.DX, Y: from.Y + a.DY}) == dpt.Nobody {
			return a
		}
	}
	return legal[b.rng.IntN(len(legal))]
}
