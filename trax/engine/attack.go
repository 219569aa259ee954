package engine

import "github.com/loopline/loopline/trax"

// winsAgain tells whether the side to move wins by the turn that last won at this ply,
// or that was a threat a ply before.
func (t *tree) winsAgain(ply int) bool {
	n := &t.plies[ply]
	return n.wins.shape != 0 && t.p.Tactics().WinsBy(t.frame.top().move(n.wins))
}

// losesTo tells whether the other side still wins by one of its threats after m, a move
// of the given ply, as far as a short look tells.
func (t *tree) losesTo(m trax.Move, ply int) bool {
	threats := t.plies[ply].threats
	return t.knows && len(threats) > 0 && t.p.Tactics().LosesTo(m, threats)
}

// attacks tells whether the side to move wins at once, and if not whether the
// other side threatens to. The node of the ply then holds the threats, one of
// which is the first answer to be tried after each move. Both are false when the
// budget is spent, or looking takes too long on this board.
func (t *tree) attacks(ply int) (won, attacked bool) {
	n, here := &t.plies[ply], t.frame.top()
	n.threats = n.threats[:0]
	if t.budget.spent || t.blind {
		return false, false
	}
	threats, win, won := t.look(n.threats)
	n.threats = threats
	if won {
		n.wins = here.hintOf(win)
	} else if len(threats) > 0 {
		t.plies[ply+1].wins = here.hintOf(threats[0].Move)
	}
	return won, len(threats) > 0
}

// look is what the side to move may win by at once or, where that is nothing, the
// other side, remembered or looked for.
func (t *tree) look(dst []trax.Ending) (threats []trax.Ending, win trax.Move, won bool) {
	here := t.frame.top()
	seen, known := t.sights.of(here.key)
	if known {
		t.budget.charge(recallCost)
		return seen.recall(here, dst)
	}
	if t.budget.charge(threatsCost * t.p.Tiles()) {
		return dst, win, false
	}
	threats, win, won, left := t.p.Tactics().ThreatsWithin(dst, threatsMost)
	t.budget.charge(chainCost * (threatsMost - left))
	if t.blind = left < 0; !t.blind {
		t.sights.remember(seen, here, threats, win, won)
	}
	return threats, win, won
}

// recallCost is the work of remembering what a look saw.
const recallCost = 2

// threatsCost is the work of looking for wins, by tile.
const threatsCost = 2

// threatsMost is how many tiles may be forced in a look for wins. A board on which
// that is too few takes too long to look at, and is searched on without.
const threatsMost = 4000

// parries tells whether m lies where the other side threatens.
func (n *node) parries(m trax.Move) bool {
	for i := range n.threats {
		if n.threats[i].Move.Cell == m.Cell {
			return true
		}
	}
	return false
}

// hint is a turn that is worth trying first, by its cell's place relative to
// the first tile.
type hint struct {
	col, row int
	shape    trax.Shape // 0 is no hint
}

// hintOf names a move of the current box.
func (l *level) hintOf(m trax.Move) hint {
	return hint{m.Cell.Col - l.col, m.Cell.Row - l.row, m.Shape}
}

// move is the inverse of hintOf.
func (l *level) move(h hint) trax.Move {
	return trax.Move{Cell: trax.Cell{Col: h.col + l.col, Row: h.row + l.row}, Shape: h.shape}
}
