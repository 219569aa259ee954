package engine

import "github.com/loopline/loopline/trax"

// attackTree searches the positions below a root, which it plays and takes
// back on the caller's position. At each of them it asks first what wins at
// once, for either side: a position with a win of the side to move has its
// score, and one in which the other side threatens is searched a ply deeper,
// with what parries first.
type attackTree struct {
	p        *trax.Position
	evaluate Evaluator
	table    *table
	budget   budget
	frame    frame
	order    ordering
	nodes    int64 // moves tried
	depth    int   // the depth to which the root is searched
	plies    [maxDepth + 2]attackNode
}

// attackNode is the working memory of a ply, kept to spare allocation.
type attackNode struct {
	legal   []trax.Move
	list    []candidate
	threats []trax.Ending
	wins    hint // the turn that last won at once at this ply
}

// hint is a turn that is worth trying first, by the place of its cell on the
// plane that the frame knows.
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

// begin prepares a search of p.
func (t *attackTree) begin(p *trax.Position, b budget, keep bool) {
	t.p, t.budget, t.nodes = p, b, 0
	t.frame.anchor(p)
	t.order.reset()
	for i := range t.plies {
		t.plies[i].wins = hint{}
	}
	if !keep {
		t.table.clear()
	}
}

// play makes the legal move m. It returns false when the search is to stop.
func (t *attackTree) play(m trax.Move) bool {
	if t.budget.spend(cost(t.p)) || t.p.Play(m) != nil {
		return false
	}
	t.nodes++
	t.budget.charge(chainCost * t.p.Forced())
	t.frame.push(t.p, m)
	return true
}

// undo takes the last move back.
func (t *attackTree) undo() {
	t.p.Undo()
	t.frame.pop()
}

// try makes the legal move m for a moment, to see whether it ends the game and
// what it is worth at first sight. It returns false when the search is to stop.
func (t *attackTree) try(m trax.Move) (candidate, bool) {
	c := candidate{move: m, tag: t.frame.top().tag(m)}
	if !t.play(m) {
		return c, false
	}
	if c.ended = t.p.Outcome().Over; c.ended {
		c.value = ending(t.p, len(t.frame.levels)-1)
	} else {
		c.value = clamp(-t.evaluate(t.p))
	}
	t.undo()
	c.order = c.value
	return c, true
}

// child returns the score of a candidate, for the side that makes it, when the
// position is searched to the given depth of at least 1.
func (t *attackTree) child(c *candidate, depth, ply, alpha, beta int) int {
	if c.ended {
		return c.value
	}
	if !t.play(c.move) {
		return 0
	}
	var score int
	if t.p.Outcome().Over {
		score = ending(t.p, ply+1)
	} else {
		score = t.scout(depth-1, ply+1, alpha, beta)
	}
	t.undo()
	return score
}

// scout searches the current position for the side that has just moved. Once
// there is a score to beat it first asks only whether this one does.
func (t *attackTree) scout(depth, ply, alpha, beta int) int {
	if alpha > -infinite && beta-alpha > 1 {
		score := -t.negamax(depth, ply, -alpha-1, -alpha)
		if score <= alpha || t.budget.spent {
			return score
		}
	}
	return -t.negamax(depth, ply, -beta, -alpha)
}

// negamax returns the score of the current position, which is not over, for
// the side to move, searched to a depth of 0 or more and further while one
// side attacks. Outside of the window from alpha to beta it is a bound only.
// When the budget is spent it means nothing.
func (t *attackTree) negamax(depth, ply, alpha, beta int) int {
	key := t.frame.top().key
	known, found := t.table.find(key)
	if found {
		score := fromRoot(int(known.score), ply)
		if known.answers(depth, score, alpha, beta) {
			return score
		}
	}
	n := &t.plies[ply]
	switch won := t.winsAtOnce(ply); {
	case t.budget.charge(threatsCost * t.p.Tiles()):
		return 0
	case won:
		return win - (ply + 1)
	case len(n.threats) > 0 && ply < 2*t.depth+6:
		depth++
	}
	if depth <= 0 || ply >= maxDepth-1 {
		return clamp(t.evaluate(t.p))
	}
	list := t.candidates(known.best, ply, depth)
	switch {
	case t.budget.spent:
		return 0
	case len(list) == 0:
		return clamp(t.evaluate(t.p))
	}
	e := t.branch(list, depth, ply, alpha, beta)
	score := int(e.score)
	if !t.budget.spent {
		e.key, e.depth, e.score = key, int8(depth), int32(fromHere(score, ply))
		t.table.store(e)
	}
	return score
}

// winsAtOnce tells whether the side to move does. If not, the node of the ply
// holds the threats of the other side, one of which is the first answer to be
// tried after each move.
func (t *attackTree) winsAtOnce(ply int) bool {
	n, here := &t.plies[ply], t.frame.top()
	if n.wins.shape != 0 && t.p.WinsBy(here.move(n.wins)) {
		return true
	}
	threats, win, won := t.p.Threats(n.threats[:0])
	n.threats = threats
	if won {
		n.wins = here.hintOf(win)
	} else if len(threats) > 0 {
		t.plies[ply+1].wins = here.hintOf(threats[0].Move)
	}
	return won
}

// threatsCost is the work of looking for wins, by tile.
const threatsCost = 2

// valuedDepth is the depth from which it pays to value the moves of a position
// before they are searched.
const valuedDepth = 2

// candidates returns the legal moves of the current position with a guess of
// their order. best is the tag of the table's move, 0 without.
func (t *attackTree) candidates(best uint64, ply, depth int) []candidate {
	n := &t.plies[ply]
	n.legal = t.budget.appendMoves(n.legal[:0], t.p)
	n.list = n.list[:0]
	for _, m := range n.legal {
		c := candidate{move: m, tag: t.frame.top().tag(m)}
		switch {
		case n.parries(m):
			c.order = parryBonus
		case len(n.threats) == 0 && depth >= valuedDepth:
			var ok bool
			if c, ok = t.try(m); !ok {
				return n.list
			}
		}
		if !c.ended {
			c.order += t.order.bonus(c.tag, best, ply)
		}
		n.list = append(n.list, c)
	}
	return n.list
}

// parryBonus puts moves onto the cells of threats before others.
const parryBonus = win / 8

// parries tells whether m lies where the other side threatens.
func (n *attackNode) parries(m trax.Move) bool {
	for i := range n.threats {
		if n.threats[i].Move.Cell == m.Cell {
			return true
		}
	}
	return false
}

// branch searches the candidates of the current position, likely ones first,
// until one reaches beta. It returns the score, counted from the root, its
// move and how it binds.
func (t *attackTree) branch(list []candidate, depth, ply, alpha, beta int) entry {
	best, e := -infinite, entry{bound: atMost}
	for i := range list {
		c := pick(list[i:])
		score := t.child(c, depth, ply, max(alpha, best), beta)
		if t.budget.spent {
			break
		}
		if score > best {
			best, e.best = score, c.tag
		}
		if score > alpha {
			e.bound = exact
		}
		if score >= beta {
			e.bound = atLeast
			t.order.cutoff(c.tag, ply, depth)
			break
		}
	}
	e.score = int32(best)
	return e
}
