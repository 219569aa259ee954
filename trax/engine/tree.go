package engine

import "github.com/loopline/loopline/trax"

// tree searches the positions below a root, which it plays and takes back on
// the caller's position. One that knows attacks asks at each position first what
// wins at once, for either side.
type tree struct {
	p        *trax.Position
	evaluate Evaluator
	values   []valued // see value
	sights   sights   // see look
	table    *table
	knows    bool // attacks
	blind    bool // looking for them takes too long
	budget   budget
	frame    frame
	order    ordering
	margin   int   // see stands
	nodes    int64 // moves tried
	depth    int   // the depth to which the root is searched
	plies    [maxDepth + 2]node
}

// node is the working memory of a ply, kept to spare allocation.
type node struct {
	legal   []trax.Move
	answers []trax.Answer // see parry
	list    []candidate
	keys    []int64 // see rank

	threats []trax.Ending // of the side that does not move
	wins    hint          // the turn that last won at once at this ply
}

// begin prepares a search of p. With keep what the table knows is kept.
func (t *tree) begin(p *trax.Position, b budget, keep bool) {
	t.p, t.budget, t.nodes, t.blind = p, b, 0, false
	t.frame.anchor(p)
	clear(t.values)
	t.sights.forget()
	t.order.reset(!t.knows)
	for i := range t.plies {
		t.plies[i].wins = hint{}
	}
	if !keep {
		t.table.forget()
	}
}

// play makes the legal move m. It returns false when the search is to stop.
func (t *tree) play(m trax.Move) bool {
	if t.budget.spend(cost(t.p)) || t.p.Play(m) != nil {
		return false
	}
	t.nodes++
	t.budget.charge(chainCost * t.p.Forced())
	t.frame.push(t.p, m)
	return true
}

// undo takes the last move back.
func (t *tree) undo() {
	t.p.Undo()
	t.frame.pop()
}

// try makes the legal move m for a moment, to see whether it ends the game and
// what it is worth at first sight. It returns false when the search is to
// stop.
func (t *tree) try(m trax.Move, ply int) (candidate, bool) {
	c := candidate{move: m, tag: t.frame.top().tag(m)}
	ok := t.weigh(&c, ply)
	return c, ok
}

// weigh is try for a candidate.
func (t *tree) weigh(c *candidate, ply int) bool {
	if !t.play(c.move) {
		return false
	}
	if c.ended = t.p.Outcome().Over; c.ended {
		c.value = ending(t.p, ply+1)
	} else {
		c.value = -t.value()
	}
	t.undo()
	c.order = c.value
	return true
}

// child returns the score of a candidate, for the side that makes it, when the
// position is searched to the given depth of at least 1.
func (t *tree) child(c *candidate, depth, ply, alpha, beta int) int {
	if c.ended || depth == 1 && !t.knows {
		return c.value
	}
	if c.loses || !c.meets && t.losesTo(c.move, ply) {
		t.nodes++
		if t.budget.spend(cost(t.p)) {
			return 0
		}
		return -win + ply + 2
	}
	if !t.play(c.move) {
		return 0
	}
	var score int
	switch {
	case t.p.Outcome().Over:
		score = ending(t.p, ply+1)
	case c.late && t.fails(depth-2, ply+1, alpha):
		score = alpha
	default:
		score = t.scout(depth-1, ply+1, alpha, beta)
	}
	t.undo()
	return score
}

// fails tells whether the move that has just been made does not reach more than
// alpha, searched to the given depth.
func (t *tree) fails(depth, ply, alpha int) bool {
	return -t.negamax(depth, ply, -alpha-1, -alpha) <= alpha || t.budget.spent
}

// scout searches the current position for the side that has just moved. Once
// there is a score to beat it first asks only whether this one does.
func (t *tree) scout(depth, ply, alpha, beta int) int {
	if alpha > -infinite && beta-alpha > 1 {
		score := -t.negamax(depth, ply, -alpha-1, -alpha)
		if score <= alpha || t.budget.spent {
			return score
		}
	}
	return -t.negamax(depth, ply, -beta, -alpha)
}

// negamax returns the score of the current position, which is not over, for
// the side to move, searched to a depth of at least 1; one that knows attacks
// also to a depth of 0, and further while one side attacks. Outside of the
// window from alpha to beta it is a bound only. When the budget is spent it
// means nothing.
func (t *tree) negamax(depth, ply, alpha, beta int) int {
	switch {
	case depth <= 0:
		return t.leaf(ply, alpha, beta)
	case depth == 1 && !t.knows:
		return t.frontier(ply, beta)
	}
	known, score, answered := t.lookUp(depth, ply, alpha, beta)
	if answered {
		return score
	}
	if t.knows {
		if score, settled := t.looks(depth, ply, beta); settled {
			return score
		}
		if ply >= maxDepth-1 {
			return t.value()
		}
	}
	return t.expand(&known, depth, ply, alpha, beta)
}

// leaf is negamax where the depth ends, in a tree that knows attacks: it looks a ply
// further in answer to an attack.
func (t *tree) leaf(ply, alpha, beta int) int {
	if score, settled := t.looks(0, ply, beta); settled {
		return score
	}
	if len(t.plies[ply].threats) == 0 || ply >= min(2*t.depth+6, maxDepth-1) {
		return t.value()
	}
	known, score, answered := t.lookUp(1, ply, alpha, beta)
	if answered {
		return score
	}
	return t.expand(&known, 1, ply, alpha, beta)
}

// lookUp returns what the table knows of the current position, and its score where
// that answers the window.
func (t *tree) lookUp(depth, ply, alpha, beta int) (known entry, score int, answered bool) {
	known, found := t.table.find(t.frame.top().key)
	if !found {
		return known, 0, false
	}
	score = fromRoot(int(known.score), ply)
	answered = known.settles(depth, score, alpha, beta) || t.knows && known.answers(depth, score, alpha, beta)
	return known, score, answered
}

// looks settles the current position where that needs no move to be searched: the side
// to move wins at once, or it is good enough, or no depth is left and nobody attacks.
// Where it does not, the node of the ply holds the threats of the other side. Whether a
// position is good enough that hardly can be attacked is asked first, since it costs
// less.
func (t *tree) looks(depth, ply, beta int) (score int, settled bool) {
	switch {
	case t.blind:
		t.plies[ply].threats = t.plies[ply].threats[:0]
		return 0, false
	case t.winsAgain(ply):
		return win - (ply + 1), true
	}
	quiet, stands := !t.p.Tactics().Approached(), t.mayStand(depth, beta)
	value := 0
	if quiet && stands {
		if value = t.value(); value-depth*t.margin >= beta {
			return value, true
		}
	}
	won, attacked := t.attacks(ply)
	switch {
	case won:
		return win - (ply + 1), true
	case attacked || t.blind:
		return 0, false
	case depth == 0 && quiet && stands:
		return value, true
	case depth > 0 && (quiet || !stands):
		return 0, false
	}
	value = t.value()
	return value, depth == 0 || value-depth*t.margin >= beta
}

// value is what the current position is worth at first sight. A third of the positions
// come up again before long, so that one which knows attacks remembers what it said last.
func (t *tree) value() int {
	if !t.knows {
		return clamp(t.evaluate(t.p))
	}
	if t.values == nil {
		t.values = make([]valued, 1<<valueBits)
	}
	key := t.frame.top().key
	v := &t.values[key>>(64-valueBits)]
	if v.key != key {
		*v = valued{key, int32(clamp(t.evaluate(t.p)))}
	}
	return int(v.points)
}

// valued is a position by its key and what it is worth.
type valued struct {
	key    uint64
	points int32
}

// valueBits is the logarithm of the positions whose values are remembered: 256 KiB.
const valueBits = 14

// expand searches the moves of the current position, of which the table knows what is
// given.
func (t *tree) expand(known *entry, depth, ply, alpha, beta int) int {
	e := entry{key: t.frame.top().key, score: -infinite, depth: int8(depth), bound: atMost}
	attacked := t.knows && len(t.plies[ply].threats) > 0
	recalls := t.knows && known.best != 0 && depth >= 2
	switch {
	case attacked:
		t.parry(known.best, depth, ply, alpha, beta, &e)
	case recalls && t.recall(known.best, depth, ply, alpha, beta, &e):
	case t.candidates(known.best, recalls && e.best != 0, ply, depth):
		return win - (ply + 1)
	default:
		t.branch(depth, ply, alpha, beta, &e)
	}
	switch {
	case t.budget.spent:
		return 0
	case e.best == 0 && attacked:
		return -win + ply + 2 // nothing parries
	case e.best == 0:
		return t.value()
	}
	score := int(e.score)
	e.score = int32(fromHere(score, ply))
	t.table.store(e)
	return score
}

// mayStand tells whether a position in which neither side attacks is good enough where
// it is worth so much more than beta that a search of the given few plies would hardly
// find it to be worth less. One without a margin always searches where a depth is left.
func (t *tree) mayStand(depth, beta int) bool {
	return depth <= standingDepth && (depth == 0 || t.margin != 0) && !decided(beta)
}

// A position stands that is worth so many learned points for each ply more than asked
// for, up to a depth.
const (
	standingMargin = 60
	standingDepth  = 2
)
