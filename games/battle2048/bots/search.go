package bots

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// maxDepth bounds how many turns are looked ahead.
const maxDepth = 20

// won is the value of a game that is won; the sooner the more.
const won = 1_000_000

// search looks ahead as both players would play, alpha-beta and deeper and
// deeper, among the attacks that hurt most.
type search struct {
	rng   *rand.Rand
	depth int // of turns; 0 is as far as time allows
	nodes int // positions for an answer; 0 is as many as time allows

	ctx   context.Context
	until time.Time
	seen  int // positions that were looked at
	over  bool
}

func (b *search) Start(context.Context, int) (battle2048.Cell, error) {
	return battle2048.Cell(b.rng.IntN(battle2048.Cells)), nil
}

// margin is kept for the way of an answer.
const margin = 5 * time.Millisecond

// thinking is the time that a turn may take: all the turns that may come share what
// is left.
func thinking(s *referee.TurnState, limit time.Duration) time.Duration {
	turns := time.Duration(max(1, battle2048.Turns+1-s.Turn))
	return max(time.Millisecond, min(limit/2, s.Left/turns*9/10)-margin)
}

func (b *search) Turn(ctx context.Context, s *referee.TurnState, limit time.Duration) (battle2048.Answer, error) {
	b.ctx, b.until, b.seen, b.over = ctx, time.Now().Add(thinking(s, limit)), 0, false
	root := nodes(&s.Boards[0], &s.Boards[1])
	if len(root) == 0 {
		return battle2048.Answer{}, errStuck
	}
	best := 0
	last := maxDepth
	if b.depth > 0 {
		last = b.depth
	}
	for depth := 1; depth <= last; depth++ {
		i, v := b.root(root, depth, best)
		if b.over {
			break
		}
		if best = i; v > won/2 || v < -won/2 {
			break
		}
	}
	r := &root[best]
	return battle2048.Answer{Direction: r.direction, Exponent: r.exponent, Cells: r.cells}, nil
}

// root is the best branch to a depth, tried first being tried first.
func (b *search) root(root []node, depth, first int) (best, value int) {
	best, value = first, -2*won
	for n := range root {
		i := n
		switch {
		case n == 0:
			i = first
		case n <= first:
			i = n - 1
		}
		r := &root[i]
		v := r.points - b.best(&r.after, &r.own, depth-1, -won*2, -(value-r.points))
		if b.over {
			return best, value
		}
		if v > value {
			best, value = i, v
		}
	}
	return best, value
}

// best is the value of a position for who is to move, whose board is own.
func (b *search) best(own, other *battle2048.Grid, depth, alpha, beta int) int {
	if b.stop() {
		return 0
	}
	if depth == 0 {
		if !own.CanSlide() {
			return -won
		}
		return value(own) - value(other)
	}
	all := nodes(own, other)
	if len(all) == 0 {
		return -won - depth
	}
	for i := range all {
		r := &all[i]
		v := r.points - b.best(&r.after, &r.own, depth-1, r.points-beta, r.points-alpha)
		if b.over {
			return 0
		}
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	return alpha
}

// stop reports whether time or positions are used up.
func (b *search) stop() bool {
	b.seen++
	switch {
	case b.over:
	case b.nodes > 0 && b.seen > b.nodes:
		b.over = true
	case b.seen%64 == 0:
		b.over = b.ctx.Err() != nil || b.nodes == 0 && time.Now().After(b.until)
	}
	return b.over
}

// node is an answer and its result.
type node struct {
	attack
	own       battle2048.Grid // after the slide
	direction battle2048.Direction
	points    int // value of the gain
}

// nodes are the answers worth a look.
func nodes(own, other *battle2048.Grid) (all []node) {
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		after := *own
		merges, gain, moved := after.Slide(d)
		if !moved {
			continue
		}
		for _, a := range attacks(other, merges) {
			all = append(all, node{a, after, d, int(min(gain, 1<<16)) / 8})
		}
	}
	return all
}
