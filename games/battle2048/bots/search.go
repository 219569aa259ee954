package bots

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
)

// maxDepth bounds how many turns are looked ahead.
const maxDepth = 30

// won is the value of a game that is won; the sooner the more.
const won = 1_000_000_000

// search looks ahead as both players would play: principal variation search with a transposition table and
// iterative deepening, likely answers first, among the attacks that hurt most.
type search struct {
	rng   *rand.Rand
	depth int           // of turns; 0 is as far as time allows
	nodes int           // positions for an answer; 0 is as many as time allows
	think time.Duration // for an answer at most; 0 is as long as the game allows

	lines *lineTables
	table []ttEntry
	ctx   context.Context
	until time.Time
	seen  int // positions that were looked at
	over  bool
}

// ttEntry is an entry of the transposition table.
type ttEntry struct {
	key   uint64
	value int32
	depth int8
	bound int8  // 0 exact, 1 at least, -1 at most
	best  uint8 // the place of the best answer in the list of them
}

const tableSize = 1 << 17

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
	own, other := positionOf(&s.Boards[0]), positionOf(&s.Boards[1])
	var room [maxNodes]node
	root := b.answers(room[:0], &own, &other)
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
	for cells := r.cells; cells != 0; cells &= cells - 1 {
		answer.Cells = append(answer.Cells, battle2048.Cell(bits.TrailingZeros32(cells)))
	}
	return answer, nil
}

// begin makes ready for a search.
func (b *search) begin(ctx context.Context, until time.Time) {
	if b.table == nil {
		b.table = make([]ttEntry, tableSize)
	}
	b.lines, b.ctx, b.until, b.seen, b.over = lineValues(), ctx, until, 0, false
}

// root is the best answer to a depth: of one that was not finished, the best so far.
func (b *search) root(root []node, depth int) (best, value int) {
	value = -2 * won
	for i := range root {
		v := b.after(&root[i], depth, value, 2*won, i > 0)
		if b.over {
			return best, value
		}
		if v > value {
			best, value = i, v
		}
	}
	return best, value
}

// after is the value of an answer, for who gives it. Late ones are first shown to be no better.
func (b *search) after(r *node, depth, alpha, beta int, late bool) int {
	if r.wins {
		return won + depth
	}
	if depth == 1 {
		b.seen++
		return int(r.likely)
	}
	if late && beta-alpha > 1 {
		if v := -b.best(&r.other, &r.own, depth-1, -alpha-1, -alpha); v <= alpha || b.over {
			return v
		}
	}
	return -b.best(&r.other, &r.own, depth-1, -beta, -alpha)
}

// best is the value of a position for who is to move, whose board is own.
func (b *search) best(own, other *position, depth, alpha, beta int) int {
	if b.stop() {
		return 0
	}
	key := keyOf(own, other)
	e := &b.table[key%uint64(len(b.table))]
	first := 0
	if e.key == key {
		v := int(e.value)
		if int(e.depth) >= depth && (e.bound == 0 || e.bound > 0 && v >= beta || e.bound < 0 && v <= alpha) {
			return v
		}
		first = int(e.best)
	}
	var room [maxNodes]node
	all := b.answers(room[:0], own, other)
	if len(all) == 0 {
		return -won - depth
	}
	if first > 0 && first < len(all) {
		all[0], all[first] = all[first], all[0]
	}
	value, best, was := -2*won, 0, alpha
	for i := range all {
		v := b.after(&all[i], depth, alpha, beta, i > 0)
		if b.over {
			return 0
		}
		if v > value {
			value, best = v, i
			if alpha = max(alpha, v); alpha >= beta {
				break
			}
		}
	}
	// The list is sorted alike the next time, before its first two are exchanged.
	switch {
	case first > 0 && first < len(all) && best == 0:
		best = first
	case best == first:
		best = 0
	}
	bound := int8(0)
	if value <= was {
		bound = -1
	} else if value >= beta {
		bound = 1
	}
	*e = ttEntry{key, int32(value), int8(depth), bound, uint8(best)}
	return value
}

// keyOf hashes a position.
func keyOf(own, other *position) uint64 {
	const mix = 0x9e3779b97f4a7c15
	h := uint64(mix)
	for _, p := range [2]*position{own, other} {
		for _, w := range [2]uint64{
			uint64(p.rows[0]) | uint64(p.rows[1])<<20 | uint64(p.rows[2])<<40, uint64(p.rows[3]) | uint64(p.rows[4])<<20,
		} {
			high, low := bits.Mul64(h^w, mix)
			h = high ^ low + mix
		}
	}
	return h
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
	own, other position // after it
	direction  battle2048.Direction
	exponent   uint8  // of the attack's tiles
	cells      uint32 // where they are, a bit each
	likely     int32  // the value after it without a look ahead
	wins       bool   // the other board is stuck
}

// Of attacks with one tile, the few that hurt most are looked at; all where few cells are empty.
const (
	fewAttacks = 3
	fewEmpty   = 4
)

// maxNodes bounds the answers: four slides, each with the attacks of one tile, and one with 2, 4, 8 or 16.
const maxNodes = 4 * (fewEmpty + 4)

// answers are the answers worth a look, the likely ones first.
func (b *search) answers(all []node, own, other *position) []node {
	empty, theirs := other.empties(), other.value(b.lines)
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		after, merges, moved := own.slid(b.lines, d)
		if !moved {
			continue
		}
		mine := after.value(b.lines)
		for k := 0; k <= merges && 1<<k <= bits.OnesCount32(empty); k++ {
			n := node{own: after, other: *other, direction: d, exponent: uint8(merges + 1 - k), likely: mine - theirs}
			if k == 0 {
				all = b.singles(all, &n, empty)
				continue
			}
			left := empty
			for range 1 << k {
				c, v := b.worst(&n.other, left, uint32(n.exponent))
				b.put(&n, c, v)
				left &^= 1 << c
			}
			all = insert(all, n, b.full(&n, left))
		}
	}
	return all
}

// singles adds the attacks with one tile.
func (b *search) singles(all []node, n *node, empty uint32) []node {
	few := fewAttacks
	if bits.OnesCount32(empty) <= fewEmpty {
		few = fewEmpty
	}
	for left := empty; few > 0 && left != 0; few-- {
		c, v := b.worst(&n.other, left, uint32(n.exponent))
		left &^= 1 << c
		one := *n
		b.put(&one, c, v)
		all = insert(all, one, b.full(&one, empty&^(1<<c)))
	}
	return all
}

// worst is the empty cell where a tile hurts most, and what it changes.
func (b *search) worst(p *position, empty, e uint32) (at int, least int32) {
	least = 1 << 30
	for cells := empty; cells != 0; cells &= cells - 1 {
		c := bits.TrailingZeros32(cells)
		if v := p.hurt(b.lines, c, min(e, maxLineExponent)); v < least {
			at, least = c, v
		}
	}
	return at, least
}

// put adds a tile to an attack.
func (b *search) put(n *node, c int, hurt int32) {
	n.other.put(c/battle2048.Size, c%battle2048.Size, n.exponent)
	n.cells |= 1 << c
	n.likely -= hurt
}

// full reports whether an attack leaves the other board stuck.
func (b *search) full(n *node, empty uint32) bool { return empty == 0 && n.other.stuck(b.lines) }

// insert puts an answer in its place in the list.
func insert(all []node, n node, wins bool) []node {
	if n.wins = wins; wins {
		n.likely = won
	}
	all = append(all, n)
	i := len(all) - 1
	for ; i > 0 && all[i-1].likely < n.likely; i-- {
		all[i] = all[i-1]
	}
	all[i] = n
	return all
}
