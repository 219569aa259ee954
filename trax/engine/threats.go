package engine

import "github.com/loopline/loopline/trax"

// killerWins tells whether the side to move wins by the turn that last won at this ply,
// or that was a threat a ply before.
func (t *tree) killerWins(ply int) bool {
	n := &t.plies[ply]
	return n.killerWin.shape != 0 && t.p.Tactics().WinsBy(t.zobrist.top().fromRelative(n.killerWin))
}

// leavesThreat tells whether the other side still wins by one of its threats after m, a move
// of the given ply, as far as a short look tells.
func (t *tree) leavesThreat(m trax.Move, ply int) bool {
	threats := t.plies[ply].threats
	return t.detectThreats && len(threats) > 0 && t.p.Tactics().LeavesThreat(m, threats)
}

// findThreats tells whether the side to move wins at once, and if not whether the
// other side threatens to. The node of the ply then holds the threats, one of
// which is the first answer to be tried after each move. Both are false when the
// limits is spent, or looking takes too long on this board.
func (t *tree) findThreats(ply int) (won, attacked bool) {
	n, here := &t.plies[ply], t.zobrist.top()
	n.threats = n.threats[:0]
	if t.limits.stopped || t.threatsAbandoned {
		return false, false
	}
	threats, win, won := t.probeThreats(n.threats)
	n.threats = threats
	if won {
		n.killerWin = here.toRelative(win)
	} else if len(threats) > 0 {
		t.plies[ply+1].killerWin = here.toRelative(threats[0].Move)
	}
	return won, len(threats) > 0
}

// probeThreats is what the side to move may win by at once or, where that is nothing, the
// other side, remembered or looked for.
func (t *tree) probeThreats(dst []trax.EndingMove) (threats []trax.EndingMove, win trax.Move, won bool) {
	here := t.zobrist.top()
	seen, known := t.threatCache.probe(here.posKey)
	if known {
		t.limits.addWork(threatHitCost)
		return seen.load(here, dst)
	}
	if t.limits.addWork(threatsCost * t.p.Tiles()) {
		return dst, win, false
	}
	threats, win, won, left := t.p.Tactics().ThreatsWithin(dst, threatTileLimit)
	t.limits.addWork(chainCost * (threatTileLimit - left))
	if t.threatsAbandoned = left < 0; !t.threatsAbandoned {
		t.threatCache.store(seen, here, threats, win, won)
	}
	return threats, win, won
}

// threatHitCost is the work of remembering what a look saw.
const threatHitCost = 2

// threatsCost is the work of looking for wins, by tile.
const threatsCost = 2

// threatTileLimit is how many tiles may be forced in a look for wins. A board on which
// that is too few takes too long to look at, and is searched on without.
const threatTileLimit = 4000

// onThreatCell tells whether m lies where the other side threatens.
func (n *node) onThreatCell(m trax.Move) bool {
	for i := range n.threats {
		if n.threats[i].Move.Cell == m.Cell {
			return true
		}
	}
	return false
}

// relativeMove is a turn that is worth trying first, by its cell's place relative to
// the first tile.
type relativeMove struct {
	col, row int
	shape    trax.Shape // 0 is no hint
}

// toRelative names a move of the current box.
func (l *zobristLevel) toRelative(m trax.Move) relativeMove {
	return relativeMove{m.Cell.Col - l.col, m.Cell.Row - l.row, m.Shape}
}

// fromRelative is the inverse of hintOf.
func (l *zobristLevel) fromRelative(h relativeMove) trax.Move {
	return trax.Move{Cell: trax.Cell{Col: h.col + l.col, Row: h.row + l.row}, Shape: h.shape}
}
