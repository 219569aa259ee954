package engine

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// candidates returns the legal moves of the current position with a guess of
// their order, or won if one of them wins at once: where the other side threatens
// to win, those that may parry. Each has been tried, but where attacks are known and
// what they parry or the depth says enough. best is the tag of the table's
// move, 0 without; it is left out where it has been searched.
func (t *tree) candidates(best uint64, searched bool, ply, depth int) (list []candidate, won bool) {
	n := &t.plies[ply]
	if t.knows && len(n.threats) > 0 {
		return t.answers(n, best, ply), false
	}
	n.legal = t.budget.appendMoves(n.legal[:0], t.p)
	n.list = slices.Grow(n.list[:0], len(n.legal))
	for _, m := range n.legal {
		tag := t.frame.top().tag(m)
		if searched && tag == best {
			continue
		}
		c := n.add(m, tag)
		switch {
		case t.knows && depth < valuedDepth: // it does not pay
		case !t.weigh(c, ply):
			return nil, false
		case c.ended && c.value > 0:
			return nil, true
		}
		if !c.ended {
			c.order += t.order.bonus(tag, best, ply)
			t.approach(c)
		}
	}
	return n.list, false
}

// add adds a candidate to those of a node, which has the memory.
func (n *node) add(m trax.Move, tag uint64) *candidate {
	n.list = append(n.list, candidate{})
	c := &n.list[len(n.list)-1]
	c.move, c.tag = m, tag
	return c
}

// answers is candidates where the other side threatens to win.
func (t *tree) answers(n *node, best uint64, ply int) []candidate {
	n.answers = t.appendAnswers(n.answers[:0], n)
	n.list = slices.Grow(n.list[:0], len(n.answers))
	for i := range n.answers {
		a := &n.answers[i]
		c := n.add(a.Move, t.frame.top().tag(a.Move))
		c.loses, c.order = a.Loses, t.order.bonus(c.tag, best, ply)
		if n.parries(a.Move) {
			c.order += parryBonus
		}
		c.approaches(a.Near, a.Attacks)
	}
	return n.list
}

// appendAnswers appends the legal moves that may parry the threats of a node, or, when
// the time is up, those found by then.
func (t *tree) appendAnswers(dst []trax.Answer, n *node) []trax.Answer {
	if t.budget.lists(t.p) {
		return t.p.AppendAnswers(dst, n.threats)
	}
	n.legal = t.budget.appendCells(n.legal[:0], t.p)
	for _, m := range n.legal {
		near, attacks := t.p.Approaches(m)
		dst = append(dst, trax.Answer{Move: m, Near: near, Attacks: attacks})
	}
	return dst
}

// approach notes of a candidate whether it brings the ends of a track near each other,
// and puts it before others, more so where it likely attacks.
func (t *tree) approach(c *candidate) {
	if t.knows {
		c.approaches(t.p.Approaches(c.move))
	}
}

// approaches is approach where that has been found out.
func (c *candidate) approaches(near, attacks bool) {
	switch c.near = near; {
	case attacks:
		c.order += attackBonus
	case near:
		c.order += nearBonus
	}
}

// valuedDepth is the depth from which it pays to value the moves of a position
// before they are searched.
const valuedDepth = 3

// parryBonus puts moves onto the cells of threats before others.
const parryBonus = win / 8

// branch searches the candidates of the current position, likely ones first,
// until one reaches beta, and adds to e what it finds: the score, counted from the
// root, its move and how it binds.
func (t *tree) branch(list []candidate, depth, ply, alpha, beta int, e *entry) {
	quiet := t.knows && depth >= lateDepth && len(t.plies[ply].threats) == 0
	n := &t.plies[ply]
	n.keys = rank(n.keys, list)
	for i := range list {
		c := &list[pick(n.keys[i:])]
		c.late = quiet && i >= lateMove && !c.near
		if t.consider(c, depth, ply, alpha, beta, e) {
			for _, k := range n.keys[:i] {
				t.order.vain(list[place(k)].tag, depth)
			}
			return
		}
	}
}

// A move is late behind so many others, from a depth on, where neither side
// attacks and it does not bring the ends of a track near each other.
const (
	lateMove  = 10
	lateDepth = 2
)

// consider searches a candidate and adds to e what it finds. It returns true when
// nothing more needs to be searched.
func (t *tree) consider(c *candidate, depth, ply, alpha, beta int, e *entry) (done bool) {
	score := t.child(c, depth, ply, max(alpha, int(e.score)), beta)
	if t.budget.spent {
		return true
	}
	if score > int(e.score) {
		e.score, e.best = int32(score), c.tag
	}
	if score > alpha {
		e.bound = exact
	}
	if score >= beta {
		e.bound = atLeast
		t.order.cutoff(c.tag, ply, depth)
		return true
	}
	return false
}

// recall searches the table's move before the others are looked for, and adds to e
// what it finds. It returns true when nothing more needs to be searched.
func (t *tree) recall(tag uint64, depth, ply, alpha, beta int, e *entry) (done bool) {
	c := candidate{move: t.frame.top().moveOf(tag), tag: tag}
	if !t.p.IsLegal(c.move) { // of another position with the same key
		return false
	}
	return t.consider(&c, depth, ply, alpha, beta, e)
}

// frontier returns the score of the current position searched one ply deep.
func (t *tree) frontier(ply, beta int) int {
	n := &t.plies[ply]
	n.legal = t.budget.appendMoves(n.legal[:0], t.p)
	best := -infinite
	for _, m := range n.legal {
		c, ok := t.try(m, ply)
		if !ok {
			return 0
		}
		if best = max(best, c.value); best >= beta {
			return best
		}
	}
	if best == -infinite {
		return t.value()
	}
	return best
}
