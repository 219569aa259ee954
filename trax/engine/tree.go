package engine

import "github.com/loopline/loopline/trax"

// tree is the alpha-beta search below a root. It plays and takes back moves on the caller's
// position.
type tree struct {
	p                *trax.Position
	evaluate         Evaluator
	evalCache        []evalEntry // static evaluation cache, see eval
	threatCache      threatCache // see probeThreats
	tt               *ttable
	detectThreats    bool
	threatsAbandoned bool // on this board: it takes too long
	limits           limits
	zobrist          zobrist
	order            ordering
	rfpMargin        int   // of reverse futility pruning, per ply; 0 is off
	nodes            int64 // moves tried
	depth            int   // the depth to which the root is searched
	plies            [maxDepth + 2]node
}

// node is the working memory of a ply, kept to spare allocation.
type node struct {
	legal      []trax.Move
	moves      []trax.Evasion // legal moves or evasions
	candidates []candidate
	keys       []int64 // see appendKeys

	threats   []trax.EndingMove // of the opponent
	killerWin relativeMove      // the move that last won at once at this ply
}

func (t *tree) begin(p *trax.Position, b limits, keep bool) {
	t.p, t.limits, t.nodes, t.threatsAbandoned = p, b, 0, false
	t.zobrist.setRoot(p)
	clear(t.evalCache)
	t.threatCache.newGeneration()
	t.order.reset(!t.detectThreats)
	for i := range t.plies {
		t.plies[i].killerWin = relativeMove{}
	}
	if !keep {
		t.tt.newGeneration()
	}
}

// play makes the legal move m. It returns false if the search has to stop.
func (t *tree) play(m trax.Move) bool {
	if t.limits.countNode(cost(t.p)) || t.p.Play(m) != nil {
		return false
	}
	t.nodes++
	t.limits.addWork(chainCost * t.p.Forced())
	t.zobrist.push(t.p, m)
	return true
}

func (t *tree) undo() {
	t.p.Undo()
	t.zobrist.pop()
}

// tryMove makes the legal move m, evaluates the position after it and takes it back. It
// returns false if the search has to stop.
func (t *tree) tryMove(m trax.Move, ply int) (candidate, bool) {
	c := candidate{move: m, moveKey: t.zobrist.top().moveKey(m)}
	ok := t.evalMove(&c, ply)
	return c, ok
}

func (t *tree) evalMove(c *candidate, ply int) bool {
	if !t.play(c.move) {
		return false
	}
	if c.ended = t.p.Outcome().Over; c.ended {
		c.eval = endScore(t.p, ply+1)
	} else {
		c.eval = -t.eval()
	}
	t.undo()
	c.orderScore = c.eval
	return true
}

// scoreChild returns the score of a candidate, for the side that makes it, searched to a depth
// of at least 1.
func (t *tree) scoreChild(c *candidate, depth, ply, alpha, beta int) int {
	if c.ended || depth == 1 && !t.detectThreats {
		return c.eval
	}
	if c.leavesThreat || !c.onThreatCell && t.leavesThreat(c.move, ply) {
		t.nodes++
		if t.limits.countNode(cost(t.p)) {
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
		score = endScore(t.p, ply+1)
	case c.reduced && t.failsReduced(depth-2, ply+1, alpha):
		score = alpha
	default:
		score = t.pvs(depth-1, ply+1, alpha, beta)
	}
	t.undo()
	return score
}

// failsReduced returns the late move reduction: it reports whether the move just made fails to beat
// alpha in a null-window search to the given, reduced depth.
func (t *tree) failsReduced(depth, ply, alpha int) bool {
	return -t.negamax(depth, ply, -alpha-1, -alpha) <= alpha || t.limits.stopped
}

// pvs is principal variation search of the move just made, for the side that made it: once
// there is a score to beat, a search with a null window asks whether this move beats it, and only a
// move that does is searched again with the full window.
func (t *tree) pvs(depth, ply, alpha, beta int) int {
	if alpha > -infinite && beta-alpha > 1 {
		score := -t.negamax(depth, ply, -alpha-1, -alpha)
		if score <= alpha || t.limits.stopped {
			return score
		}
	}
	return -t.negamax(depth, ply, -beta, -alpha)
}

// negamax returns the alpha-beta search: it returns the score of the current position, which is not
// over, for the side to move, searched to a depth of at least 1; with threat detection also to
// a depth of 0, and further under threat. Outside of the window from alpha to beta the score
// is only a bound. Once the limits stop the search it means nothing.
func (t *tree) negamax(depth, ply, alpha, beta int) int {
	switch {
	case depth <= 0:
		return t.horizon(ply, alpha, beta)
	case depth == 1 && !t.detectThreats:
		return t.depthOne(ply, beta)
	}
	known, score, answered := t.probeTT(depth, ply, alpha, beta)
	if answered {
		return score
	}
	if t.detectThreats {
		if score, settled := t.pruneNode(depth, ply, beta); settled {
			return score
		}
		if ply >= maxDepth-1 {
			return t.eval()
		}
	}
	return t.searchNode(&known, depth, ply, alpha, beta)
}

// horizon is negamax at depth 0 with threat detection. There is no quiescence search; a
// position under threat is searched one ply deeper instead (a threat extension, like the check
// extension in chess), and any other is evaluated.
func (t *tree) horizon(ply, alpha, beta int) int {
	if score, settled := t.pruneNode(0, ply, beta); settled {
		return score
	}
	if len(t.plies[ply].threats) == 0 || ply >= min(2*t.depth+6, maxDepth-1) {
		return t.eval()
	}
	known, score, answered := t.probeTT(1, ply, alpha, beta)
	if answered {
		return score
	}
	return t.searchNode(&known, 1, ply, alpha, beta)
}

// probeTT probes the transposition table: it returns the entry of the current position, and
// its score where that is a cutoff for the window.
func (t *tree) probeTT(depth, ply, alpha, beta int) (known ttEntry, score int, answered bool) {
	known, found := t.tt.probe(t.zobrist.top().posKey)
	if !found {
		return known, 0, false
	}
	score = scoreFromTT(int(known.score), ply)
	answered = known.cutsAtDepth(depth, score, alpha, beta) || t.detectThreats && known.cutsDeeper(depth, score, alpha, beta)
	return known, score, answered
}

// pruneNode scores the current position without searching a move, where that is possible: the
// side to move wins at once (the killer win first), reverse futility pruning applies, or no
// depth is left and neither side threatens. Otherwise the node of the ply holds the opponent's
// threats. If the last move hardly can be a threat, reverse futility pruning comes before the
// search for threats, which costs more.
func (t *tree) pruneNode(depth, ply, beta int) (score int, settled bool) {
	switch {
	case t.threatsAbandoned:
		t.plies[ply].threats = t.plies[ply].threats[:0]
		return 0, false
	case t.killerWins(ply):
		return win - (ply + 1), true
	}
	quiet, stands := !t.p.Tactics().LastMayThreaten(), t.canPruneRFP(depth, beta)
	value := 0
	if quiet && stands {
		if value = t.eval(); value-depth*t.rfpMargin >= beta {
			return value, true
		}
	}
	won, attacked := t.findThreats(ply)
	switch {
	case won:
		return win - (ply + 1), true
	case attacked || t.threatsAbandoned:
		return 0, false
	case depth == 0 && quiet && stands:
		return value, true
	case depth > 0 && (quiet || !stands):
		return 0, false
	}
	value = t.eval()
	return value, depth == 0 || value-depth*t.rfpMargin >= beta
}

// eval returns the static evaluation of the current position. With threat detection it goes
// through the static evaluation cache; a third of the positions come up again soon.
func (t *tree) eval() int {
	if !t.detectThreats {
		return clamp(t.evaluate(t.p))
	}
	if t.evalCache == nil {
		t.evalCache = make([]evalEntry, 1<<evalCacheBits)
	}
	key := t.zobrist.top().posKey
	v := &t.evalCache[key>>(64-evalCacheBits)]
	if v.key != key {
		*v = evalEntry{key, int32(clamp(t.evaluate(t.p)))}
	}
	return int(v.points)
}

// evalEntry is an entry of the static evaluation cache.
type evalEntry struct {
	key    uint64
	points int32
}

// evalCacheBits is the logarithm of the cache's entries: 256 KiB.
const evalCacheBits = 14

// searchNode searches the moves of the current position: all evasions if it is under threat,
// otherwise the table move and then the others. It stores the result in the transposition
// table.
func (t *tree) searchNode(known *ttEntry, depth, ply, alpha, beta int) int {
	e := ttEntry{key: t.zobrist.top().posKey, score: -infinite, depth: int8(depth), bound: upperBound}
	inCheck := t.detectThreats && len(t.plies[ply].threats) > 0
	hasTTMove := t.detectThreats && known.best != 0 && depth >= 2
	switch {
	case inCheck:
		t.searchEvasions(known.best, depth, ply, alpha, beta, &e)
	case hasTTMove && t.searchTTMove(known.best, depth, ply, alpha, beta, &e):
	case t.generate(known.best, hasTTMove && e.best != 0, ply, depth):
		return win - (ply + 1)
	default:
		t.searchMoves(depth, ply, alpha, beta, &e)
	}
	switch {
	case t.limits.stopped:
		return 0
	case e.best == 0 && inCheck:
		return -win + ply + 2 // nothing parries
	case e.best == 0:
		return t.eval()
	}
	score := int(e.score)
	e.score = int32(scoreToTT(score, ply))
	t.tt.store(e)
	return score
}

// canPruneRFP reports whether reverse futility pruning (static null-move pruning) may apply at
// a node without threats: at most rfpDepth plies are left, the evaluation has a margin, and
// beta is not a decisive score. At depth 0 it is a stand pat and needs no margin.
func (t *tree) canPruneRFP(depth, beta int) bool {
	return depth <= rfpDepth && (depth == 0 || t.rfpMargin != 0) && !isDecisive(beta)
}

// Reverse futility pruning cuts off a node whose static evaluation exceeds beta by rfpMargin
// learned points per ply left, at most rfpDepth plies from the horizon.
const (
	rfpMargin = 60
	rfpDepth  = 2
)
