package engine

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// generate lists the legal moves of the current position, in which nobody attacks as
// far as is known, with a guess of their order, or tells that one of them wins at once.
// Each has been tried, but where attacks are known and the depth says enough. best is the
// moveKey of the table's move, 0 without; it is left out where it has been searched.
func (t *tree) generate(best uint64, searched bool, ply, depth int) (won bool) {
	n := &t.plies[ply]
	n.moves = t.appendLegal(n.moves[:0], n)
	n.candidates, n.keys = slices.Grow(n.candidates[:0], len(n.moves)), n.keys[:0]
	for i := range n.moves {
		a := &n.moves[i]
		tag := t.zobrist.top().moveKey(a.Move)
		if searched && tag == best {
			continue
		}
		c := n.add(a.Move, tag)
		switch {
		case t.detectThreats && depth < evalMovesDepth: // it does not pay
		case !t.evalMove(c, ply):
			n.candidates = n.candidates[:0]
			return false
		case c.ended && c.eval > 0:
			return true
		}
		if !c.ended {
			c.orderScore += t.order.orderBonus(tag, best, ply)
			c.approaches(a.Near, a.Threatens)
		}
	}
	return false
}

// addChildren adds a candidate to those of a node, which has the memory.
func (n *node) add(m trax.Move, tag uint64) *candidate {
	n.candidates = append(n.candidates, candidate{})
	c := &n.candidates[len(n.candidates)-1]
	c.move, c.moveKey = m, tag
	return c
}

// searchEvasions searches the legal moves of the current position that may parry the threats of
// the other side, as branch does. best is the tag of the table's move, 0 without.
func (t *tree) searchEvasions(best uint64, depth, ply, alpha, beta int, e *ttEntry) {
	n := &t.plies[ply]
	n.candidates, n.keys = n.candidates[:0], n.keys[:0]
	if depth > stagedDepth {
		n.moves = t.appendEvasions(n.moves[:0], n)
		t.addEvasions(n, best, ply, -infinite, infinite)
		t.searchMoves(depth, ply, alpha, beta, e)
		return
	}
	from := t.order.snapshot()
	n.moves = t.appendStage1(n.moves[:0], n, best)
	t.addEvasions(n, best, ply, stage1Score, infinite)
	if !t.searchMoves(depth, ply, alpha, beta, e) {
		n.moves = t.appendStage2(n.moves[:0], n)
		t.order.rollback(from)
		t.addEvasions(n, best, ply, -infinite, stage1Score)
		t.order.redo(from)
		t.searchMoves(depth, ply, alpha, beta, e)
	}
	t.order.release()
}

// stagedDepth is the depth up to which parries are listed in two steps: first those on the
// cells of the threats, and the table's move. Mostly one of them is enough. Where none is, the
// others follow, in the order that they would have had before, for which ordering notes
// what changes meanwhile: from a greater depth that would be much.
const stagedDepth = 2

// appendStage1 appends those of the turns on the cells of the threats, and of the table's
// move, that may parry the threats.
func (t *tree) appendStage1(dst []trax.Evasion, n *node, best uint64) []trax.Evasion {
	if !t.limits.canListAll(t.p) {
		return t.appendEvasions(dst, n)
	}
	n.legal = n.legal[:0]
	for i := len(n.threats) - 1; i >= 0; i-- { // in the order in which all are listed
		c := n.threats[i].Move.Cell
		for _, s := range shapes {
			n.legal = append(n.legal, trax.Move{Cell: c, Shape: s})
		}
	}
	if m := t.zobrist.top().moveFromKey(best); best != 0 && !n.onThreatCell(m) {
		n.legal = append(n.legal, m)
	}
	return t.p.Tactics().AppendEvasionsAmong(dst, n.threats, n.legal)
}

// appendStage2 appends the legal moves that may parry the threats, but those of appendFirst
// on the cells of these.
func (t *tree) appendStage2(dst []trax.Evasion, n *node) []trax.Evasion {
	if t.limits.canListAll(t.p) {
		return t.p.Tactics().AppendEvasionsElsewhere(dst, n.threats)
	}
	return t.appendEvasions(dst, n)
}

// addEvasions adds those of the answers of a node to its candidates whose order, less what
// they approach, is at least the given one and less than the other.
func (t *tree) addEvasions(n *node, best uint64, ply, least, most int) {
	for i := range n.moves {
		a := &n.moves[i]
		tag := t.zobrist.top().moveKey(a.Move)
		order, meets := t.order.orderBonus(tag, best, ply), n.onThreatCell(a.Move)
		if meets {
			order += evasionBonus
		}
		if order >= least && order < most {
			c := n.add(a.Move, tag)
			c.orderScore, c.leavesThreat, c.onThreatCell = order, a.LeavesThreat, meets
			c.approaches(a.Near, a.Threatens)
		}
	}
}

// appendEvasions appends the legal moves that may parry the threats of a node, or more of
// them where it is too late to find out, and when the time is up those found by then.
func (t *tree) appendEvasions(dst []trax.Evasion, n *node) []trax.Evasion {
	if t.limits.canListAll(t.p) {
		return t.p.Tactics().AppendEvasions(dst, n.threats)
	}
	n.legal = t.limits.appendCells(n.legal[:0], t.p)
	for _, m := range n.legal {
		near, attacks := t.p.Tactics().MayThreaten(m)
		dst = append(dst, trax.Evasion{Move: m, Near: near, Threatens: attacks})
	}
	return dst
}

// appendLegal appends the legal moves of a node in which nobody attacks, with what they
// approach in a tree that knows attacks.
func (t *tree) appendLegal(dst []trax.Evasion, n *node) []trax.Evasion {
	if t.detectThreats {
		return t.appendEvasions(dst, n)
	}
	n.legal = t.limits.appendMoves(n.legal[:0], t.p)
	for _, m := range n.legal {
		dst = append(dst, trax.Evasion{Move: m})
	}
	return dst
}

// approaches notes of a candidate whether it brings the ends of a track near each other,
// and puts it before others, more so where it likely attacks.
func (c *candidate) approaches(near, attacks bool) {
	switch c.near = near; {
	case attacks:
		c.orderScore += threatBonus
	case near:
		c.orderScore += nearBonus
	}
}

// evalMovesDepth is the depth from which it pays to value the moves of a position
// before they are searched.
const evalMovesDepth = 3

// evasionBonus puts moves onto the cells of threats before others. These and the table's
// fromRelative have an order of firstOrder at least.
const (
	evasionBonus = win / 8 // less than tableBonus
	stage1Score  = evasionBonus / 2
)

// searchMoves searches those candidates of the current position that have not been searched,
// likely ones first, until one reaches beta, and adds to e what it finds: the score,
// counted from the root, its move and how it binds. It returns true when nothing more
// needs to be searched.
func (t *tree) searchMoves(depth, ply, alpha, beta int, e *ttEntry) (done bool) {
	n := &t.plies[ply]
	quiet := t.detectThreats && depth >= lmrDepth && len(n.threats) == 0
	i := len(n.keys)
	n.keys = appendKeys(n.keys, n.candidates)
	for ; i < len(n.candidates); i++ {
		c := &n.candidates[selectBest(n.keys[i:])]
		c.reduced = quiet && i >= lmrMoves && !c.near
		if t.searchMove(c, depth, ply, alpha, beta, e) {
			for _, k := range n.keys[:i] {
				t.order.recordMalus(n.candidates[keyIndex(k)].moveKey, depth)
			}
			return true
		}
	}
	return false
}

// A move is late behind so many others, from a depth on, where neither side
// findThreats and it does not bring the ends of a track near each other.
const (
	lmrMoves = 10
	lmrDepth = 2
)

// searchMove searches a candidate and adds to e what it finds. It returns true when
// nothing more needs to be searched.
func (t *tree) searchMove(c *candidate, depth, ply, alpha, beta int, e *ttEntry) (done bool) {
	score := t.scoreChild(c, depth, ply, max(alpha, int(e.score)), beta)
	if t.limits.stopped {
		return true
	}
	if score > int(e.score) {
		e.score, e.best = int32(score), c.moveKey
	}
	if score > alpha {
		e.bound = exact
	}
	if score >= beta {
		e.bound = lowerBound
		t.order.recordCutoff(c.moveKey, ply, depth)
		return true
	}
	return false
}

// load searches the table's move before the others are looked for, and adds to e
// what it finds. It returns true when nothing more needs to be searched.
func (t *tree) searchTTMove(tag uint64, depth, ply, alpha, beta int, e *ttEntry) (done bool) {
	c := candidate{move: t.zobrist.top().moveFromKey(tag), moveKey: tag}
	if !t.p.IsLegal(c.move) { // of another position with the same key
		return false
	}
	return t.searchMove(&c, depth, ply, alpha, beta, e)
}

// depthOne returns the score of the current position searched one ply deep.
func (t *tree) depthOne(ply, beta int) int {
	n := &t.plies[ply]
	n.legal = t.limits.appendMoves(n.legal[:0], t.p)
	best := -infinite
	for _, m := range n.legal {
		c, ok := t.tryMove(m, ply)
		if !ok {
			return 0
		}
		if best = max(best, c.eval); best >= beta {
			return best
		}
	}
	if best == -infinite {
		return t.eval()
	}
	return best
}
