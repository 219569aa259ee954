package engine

import (
	"slices"

	"github.com/loopline/loopline/trax"
)

// generate lists the legal moves of the current position, in which no threat is known, with
// their order scores; it returns true if one of them wins at once. From evalMovesDepth on each
// move is tried first. best is the key of the table move, 0 without; searched leaves it out.
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

func (n *node) add(m trax.Move, tag uint64) *candidate {
	n.candidates = append(n.candidates, candidate{})
	c := &n.candidates[len(n.candidates)-1]
	c.move, c.moveKey = m, tag
	return c
}

// searchEvasions searches the evasions: the legal moves that may parry the opponent's threats.
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

// stagedDepth is the depth up to which evasions are generated in two stages: first those on
// the cells of the threats and the table move, one of which mostly cuts off; then the others,
// ordered by the history as it was before the first stage. The ordering records that history's
// changes meanwhile, which would be many at greater depths.
const stagedDepth = 2

// appendStage1 appends the evasions on the cells of the threats, and the table move if it is
// one.
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

// appendStage2 appends the other evasions, off the cells of the threats.
func (t *tree) appendStage2(dst []trax.Evasion, n *node) []trax.Evasion {
	if t.limits.canListAll(t.p) {
		return t.p.Tactics().AppendEvasionsElsewhere(dst, n.threats)
	}
	return t.appendEvasions(dst, n)
}

// addEvasions adds those moves of a node to its candidates whose order score, before the bonus
// for near ends, is at least least and less than most.
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

// appendEvasions appends the legal moves that may parry the threats of a node. When time is
// short it appends moves that parry nothing as well, and when time is up only those found by
// then.
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

// approaches raises the order score of a move that brings the ends of a track near each other,
// and more that of a likely threat.
func (c *candidate) approaches(near, attacks bool) {
	switch c.near = near; {
	case attacks:
		c.orderScore += threatBonus
	case near:
		c.orderScore += nearBonus
	}
}

// evalMovesDepth is the depth from which evaluating all moves before searching them pays off.
const evalMovesDepth = 3

// evasionBonus puts moves on the cells of threats before others. They and the table move
// have an order score of at least stage1Score.
const (
	evasionBonus = win / 8 // less than ttBonus
	stage1Score  = evasionBonus / 2
)

// searchMoves returns the move loop: it searches the candidates that have not been searched, best
// order score first, until one reaches beta, and adds the score, the move and the bound to e.
// It returns true on a beta cutoff or when the search has to stop. Late move reduction applies
// to quiet moves from lmrMoves on.
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

// Late move reduction: from the eleventh move on, with at least lmrDepth plies left and no
// threats, moves that do not bring the ends of a track near each other are searched one ply
// shallower first, and to the full depth only if they beat alpha.
const (
	lmrMoves = 10
	lmrDepth = 2
)

// searchMove searches a candidate and adds the result to e. It returns true on a beta cutoff
// or when the search has to stop.
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

// searchTTMove searches the table move before any other move is generated. It returns true on
// a beta cutoff or when the search has to stop.
func (t *tree) searchTTMove(tag uint64, depth, ply, alpha, beta int, e *ttEntry) (done bool) {
	c := candidate{move: t.zobrist.top().moveFromKey(tag), moveKey: tag}
	if !t.p.IsLegal(c.move) { // of another position with the same key
		return false
	}
	return t.searchMove(&c, depth, ply, alpha, beta, e)
}

// depthOne is negamax at depth 1 in search1.
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
