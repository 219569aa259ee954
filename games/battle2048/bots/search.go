package bots

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// maxDepth bounds how many turns are looked ahead.
const maxDepth = 30

// won is the value of a game that is won; the sooner the more.
const won = 1_000_000_000

// search looks ahead as both players would play: alpha-beta with iterative deepening,
// likely answers first, among the attacks that hurt most.
type search struct {
	rng   *rand.Rand
	depth int           // of turns; 0 is as far as time allows
	nodes int           // positions for an answer; 0 is as many as time allows
	think time.Duration // for an answer at most; 0 is as long as the game allows

	lines *[lines]int32 // the table of line values
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

// usualTurns is the number of turns that the time left is shared among: few games last to
// their last turn, and what is left then is of no use.
const usualTurns = 120

// thinking is the time that a turn may take.
func thinking(s *referee.TurnState, limit time.Duration) time.Duration {
	turns := time.Duration(max(1, min(usualTurns, battle2048.Turns+1-s.Turn)))
	return max(time.Millisecond, min(limit/2, s.Left/turns*9/10)-margin)
}

func (b *search) Turn(ctx context.Context, s *referee.TurnState, limit time.Duration) (battle2048.Answer, error) {
	think := thinking(s, limit)
	if b.think > 0 {
		think = min(think, b.think)
	}
	b.begin(ctx, time.Now().Add(think))
	var all [maxNodes]node
	root := b.answers(all[:0], &s.Boards[0], &s.Boards[1])
	if len(root) == 0 {
		return battle2048.Answer{}, errStuck
	}
	last := maxDepth
	if b.depth > 0 {
		last = b.depth
	}
	for depth := 1; depth <= last && len(root) > 1; depth++ {
		best, v := b.root(root, depth)
		first := root[best]
		copy(root[1:best+1], root[:best])
		root[0] = first
		if b.over || v > won/2 || v < -won/2 {
			break
		}
	}
	r := &root[0]
	answer := battle2048.Answer{Direction: r.direction, Exponent: int(r.exponent)}
	other := s.Boards[1]
	p := positionOf(&other)
	p.placed(b.lines, &other, r.exponent, r.tiles, &answer.Cells)
	return answer, nil
}

// begin makes ready for a search.
func (b *search) begin(ctx context.Context, until time.Time) {
	b.lines, b.ctx, b.until, b.seen, b.over = lineValues(), ctx, until, 0, false
}

// root is the best answer to a depth: of one that was not finished, the best so far.
func (b *search) root(root []node, depth int) (best, value int) {
	value = -2 * won
	for i := range root {
		r := &root[i]
		v := r.points - b.best(&r.other, &r.own, depth-1, -won*2, -(value-r.points))
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
		p, q := positionOf(own), positionOf(other)
		return int(p.value(b.lines) - q.value(b.lines))
	}
	var room [maxNodes]node
	all := b.answers(room[:0], own, other)
	if len(all) == 0 {
		return -won - depth
	}
	for i := range all {
		r := &all[i]
		v := r.points - b.best(&r.other, &r.own, depth-1, r.points-beta, r.points-alpha)
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
	own, other battle2048.Grid // after it
	direction  battle2048.Direction
	exponent   uint8 // of the attack's tiles
	tiles      int
	points     int   // value of the gain
	likely     int32 // the value after it without a look ahead
}

// gainShare weights the points won on the way: points decide only after all turns.
const gainShare = 8

// maxNodes bounds the answers: four slides, each with 1, 2, 4, 8 or 16 tiles in 24 empty cells.
const maxNodes = 4 * 5

// answers are the answers worth a look, the likely ones first: for each slide an attack of
// each number of tiles, each tile where it hurts most.
func (b *search) answers(all []node, own, other *battle2048.Grid) []node {
	q, empty := positionOf(other), other.Empty()
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		after := *own
		merges, gain, moved := after.Slide(d)
		if !moved {
			continue
		}
		p := positionOf(&after)
		mine, points := p.value(b.lines), int(min(gain, 1<<16))/gainShare
		for k := 0; k <= merges && 1<<k <= empty; k++ {
			n := node{own: after, other: *other, direction: d, exponent: uint8(merges + 1 - k), tiles: 1 << k, points: points}
			at := q
			at.placed(b.lines, &n.other, n.exponent, n.tiles, nil)
			n.likely = mine + int32(points) - at.value(b.lines)
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(x, y node) int { return int(y.likely) - int(x.likely) })
	return all
}
