package engine

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// candidates lists the legal moves of the current position, in which nobody attacks as
// far as is known, with a guess of their order, or tells that one of them wins at once.
// Each has been tried, but where attacks are known and the depth says enough. best is the
// tag of the table's move, 0 without; it is left out where it has been searched.
func (t *tree) candidates(best uint64, searched bool, ply, depth int) (won bool) {
	n := &t.plies[ply]
	n.answers = t.appendLegal(n.answers[:0], n)
	n.list, n.keys = slices.Grow(n.list[:0], len(n.answers)), n.keys[:0]
	for i := range n.answers {
		a := &n.answers[i]
		tag := t.frame.top().tag(a.Move)
		if searched && tag == best {
			continue
		}
		c := n.add(a.Move, tag)
		switch {
		case t.knows && depth < valuedDepth: // it does not pay
		case !t.weigh(c, ply):
			n.list = n.list[:0]
			return false
		case c.ended && c.value > 0:
			return true
		}
		if !c.ended {
			c.order += t.order.bonus(tag, best, ply)
			c.approaches(a.Near, a.Attacks)
		}
	}
	return false
}

// add adds a candidate to those of a node, which has the memory.
func (n *node) add(m trax.Move, tag uint64) *candidate {
	n.list = append(n.list, candidate{})
	c := &n.list[len(n.list)-1]
	c.move, c.tag = m, tag
	return c
}

// parry searches the legal moves of the current position that may parry the threats of
// the other side, as branch does. best is the tag of the table's move, 0 without.
func (t *tree) parry(best uint64, depth, ply, alpha, beta int, e *entry) {
	n := &t.plies[ply]
	n.list, n.keys = n.list[:0], n.keys[:0]
	if depth > stepsDepth {
		n.answers = t.appendAnswers(n.answers[:0], n)
		t.addAnswers(n, best, ply, -infinite, infinite)
		t.branch(depth, ply, alpha, beta, e)
		return
	}
	from := t.order.watch()
	n.answers = t.appendFirst(n.answers[:0], n, best)
	t.addAnswers(n, best, ply, firstOrder, infinite)
	if !t.branch(depth, ply, alpha, beta, e) {
		n.answers = t.appendOthers(n.answers[:0], n)
		t.order.rewind(from)
		t.addAnswers(n, best, ply, -infinite, firstOrder)
		t.order.replay(from)
		t.branch(depth, ply, alpha, beta, e)
	}
	t.order.unwatch()
}

// stepsDepth is the depth up to which parries are listed in two steps: first those on the
// cells of the threats, and the table's move. Mostly one of them is enough. Where none is, the
// others follow, in the order that they would have had before, for which ordering notes
// what changes meanwhile: from a greater depth that would be much.
const stepsDepth = 2

// appendFirst appends those of the turns on the cells of the threats, and of the table's
// move, that may parry the threats.
func (t *tree) appendFirst(dst []trax.Answer, n *node, best uint64) []trax.Answer {
	if !t.budget.lists(t.p) {
		return t.appendAnswers(dst, n)
	}
	n.legal = n.legal[:0]
	for i := len(n.threats) - 1; i >= 0; i-- { // in the order in which all are listed
		c := n.threats[i].Move.Cell
		for _, s := range shapes {
			n.legal = append(n.legal, trax.Move{Cell: c, Shape: s})
		}
	}
	if m := t.frame.top().moveOf(best); best != 0 && !n.parries(m) {
		n.legal = append(n.legal, m)
	}
	return t.p.Tactics().AppendAnswersAmong(dst, n.threats, n.legal)
}

// appendOthers appends the legal moves that may parry the threats, but those of appendFirst
// on the cells of these.
func (t *tree) appendOthers(dst []trax.Answer, n *node) []trax.Answer {
	if t.budget.lists(t.p) {
		return t.p.Tactics().AppendAnswersBeside(dst, n.threats)
	}
	return t.appendAnswers(dst, n)
}

// addAnswers adds those of the answers of a node to its candidates whose order, less what
// they approach, is at least the given one and less than the other.
func (t *tree) addAnswers(n *node, best uint64, ply, least, most int) {
	for i := range n.answers {
		a := &n.answers[i]
		tag := t.frame.top().tag(a.Move)
		order, meets := t.order.bonus(tag, best, ply), n.parries(a.Move)
		if meets {
			order += parryBonus
		}
		if order >= least && order < most {
			c := n.add(a.Move, tag)
			c.order, c.loses, c.meets = order, a.Loses, meets
			c.approaches(a.Near, a.Attacks)
		}
	}
}

// appendAnswers appends the legal moves that may parry the threats of a node, or more of
// them where it is too late to find out, and when the time is up those found by then.
func (t *tree) appendAnswers(dst []trax.Answer, n *node) []trax.Answer {
	if t.budget.lists(t.p) {
		return t.p.Tactics().AppendAnswers(dst, n.threats)
	}
	n.legal = t.budget.appendCells(n.legal[:0], t.p)
	for _, m := range n.legal {
		near, attacks := t.p.Tactics().Approaches(m)
		dst = append(dst, trax.Answer{Move: m, Near: near, Attacks: attacks})
	}
	return dst
}

// appendLegal appends the legal moves of a node in which nobody attacks, with what they
// approach in a tree that knows attacks.
func (t *tree) appendLegal(dst []trax.Answer, n *node) []trax.Answer {
	if t.knows {
		return t.appendAnswers(dst, n)
	}
	n.legal = t.budget.appendMoves(n.legal[:0], t.p)
	for _, m := range n.legal {
		dst = append(dst, trax.Answer{Move: m})
	}
	return dst
}

// approaches notes of a candidate whether it brings the ends of a track near each other,
// and puts it before others, more so where it likely attacks.
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

// parryBonus puts moves onto the cells of threats before others. These and the table's
// move have an order of firstOrder at least.
const (
	parryBonus = win / 8 // less than tableBonus
	firstOrder = parryBonus / 2
)

// branch searches those candidates of the current position that have not been searched,
// likely ones first, until one reaches beta, and adds to e what it finds: the score,
// counted from the root, its move and how it binds. It returns true when nothing more
// needs to be searched.
func (t *tree) branch(depth, ply, alpha, beta int, e *entry) (done bool) {
	n := &t.plies[ply]
	quiet := t.knows && depth >= lateDepth && len(n.threats) == 0
	i := len(n.keys)
	n.keys = rank(n.keys, n.list)
	for ; i < len(n.list); i++ {
		c := &n.list[pick(n.keys[i:])]
		c.late = quiet && i >= lateMove && !c.near
		if t.consider(c, depth, ply, alpha, beta, e) {
			for _, k := range n.keys[:i] {
				t.order.vain(n.list[place(k)].tag, depth)
			}
			return true
		}
	}
	return false
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
