package engine

import "github.com/loopline/loopline/trax"

// killerWins reports whether the killer win of this ply wins at once: the move that last won
// at this ply, or that was a threat one ply before.
func (t *tree) killerWins(ply int) bool {
	n := &t.plies[ply]
	return n.killerWin.shape != 0 && t.p.Tactics().WinsBy(t.zobrist.top().fromRelative(n.killerWin))
}

// leavesThreat reports whether one of the opponent's threats is known to survive m, a move of
// the given ply. A cheap test: false may be wrong.
func (t *tree) leavesThreat(m trax.Move, ply int) bool {
	threats := t.plies[ply].threats
	return t.detectThreats && len(threats) > 0 && t.p.Tactics().LeavesThreat(m, threats)
}

// findThreats reports whether the side to move wins at once, and if not whether the opponent
// threatens to. The node of the ply then holds the threats; the first becomes the killer win
// of the next ply. Both are false once the search is stopped or threat detection was given up
// on this board.
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

// probeThreats returns the winning move of the side to move or else the opponent's threats,
// from the threat cache if it can.
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

// threatHitCost is the work of a hit in the threat cache, for limits.
const threatHitCost = 2

// threatsCost is the work of finding threats, per tile.
const threatsCost = 2

// threatTileLimit bounds the tiles that finding threats may force. On a board that exceeds it
// threat detection takes too long and is abandoned.
const threatTileLimit = 4000

func (n *node) onThreatCell(m trax.Move) bool {
	for i := range n.threats {
		if n.threats[i].Move.Cell == m.Cell {
			return true
		}
	}
	return false
}

// relativeMove is a move whose cell is relative to the first tile.
type relativeMove struct {
	col, row int
	shape    trax.Shape // 0 if there is no move
}

func (l *zobristLevel) toRelative(m trax.Move) relativeMove {
	return relativeMove{m.Cell.Col - l.col, m.Cell.Row - l.row, m.Shape}
}

func (l *zobristLevel) fromRelative(h relativeMove) trax.Move {
	return trax.Move{Cell: trax.Cell{Col: h.col + l.col, Row: h.row + l.row}, Shape: h.shape}
}
