package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/loopline/loopline/trax"
)

// search is iterative deepening alpha-beta, which may know at every position
// which turns win at once, and then looks for wins by attacks alone at the root, unless
// its depth is bound. What it found out then it keeps for the next answer,
// unless its answers are to follow from the position and a bound.
type search struct {
	options Options
	detectThreats   bool // what wins at once
	tree    tree
	legal   []trax.Move
	rootMoves    []candidate
	workers []*search // of further threads
	pns  rootPNS
}

// maxHashedTiles is the number of tiles from which naming them all, so that what the
// ttable knows holds for the whole game, takes longer than it gains.
const maxHashedTiles = 400

func newSearch(o Options) *search {
	s := newSearch1(o)
	s.detectThreats = true
	s.newWorkers()
	return s
}

// newSearch1 makes the search that knows nothing of threats, the measure of
// what knowing them gains.
func newSearch1(o Options) *search {
	if o.Depth == 0 {
		o.Depth = maxDepth
	}
	return &search{options: o, tree: tree{evaluate: o.Evaluate, tt: newTTable(o.Nodes)}}
}

// Move implements [Bot]. Bounded by depth or nodes its move follows from the
// position, the seed and the bound alone.
func (s *search) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	r, err := s.iterate(ctx, p, limit)
	return r.move, err
}

// result is what a search came to.
type result struct {
	move  trax.Move
	score int // of the last finished depth
	depth int // the last finished depth in plies, 0 if there was no time
	nodes int64
}

// softLimitPercent is the share of the time after which search1 begins no other depth,
// which would hardly come to its end. Search does: it takes the best of the moves that
// it got to.
const softLimitPercent = 50

// iterate searches deeper and deeper until a bound is met.
func (s *search) iterate(ctx context.Context, p *trax.Position, limit time.Duration) (r result, err error) {
	if r.move, err = anyMove(p); err != nil {
		return result{}, err
	}
	t := &s.tree
	s.begin(p, newLimits(ctx, s.options.clock, limit, s.options.Nodes), s.keepsTable(p))
	defer func() { r.nodes = t.nodes }()
	defer s.startWorkers(ctx, p, limit)()
	for finished := s.listRootMoves(); finished && r.depth < s.options.Depth; {
		if plies := s.pns.findWin(s.rootMoves); plies > 0 {
			r.score, r.depth = win-plies, plies
			s.reportInfo(&r)
			break
		}
		var score int
		if score, finished = s.searchRoot(r.depth + 1); !finished {
			break
		}
		r.score, r.depth = score, r.depth+1
		s.reportInfo(&r)
		if isDecisive(score) || len(s.rootMoves) == 1 || !s.detectThreats && t.limits.usedPercent(softLimitPercent) {
			break
		}
	}
	if len(s.rootMoves) > 0 {
		r.move = s.rootMoves[0].move
	}
	return r, nil
}

// begin prepares the tree for a search of p. With keep what its table knows is kept.
func (s *search) begin(p *trax.Position, b limits, keep bool) {
	s.tree.detectThreats, s.tree.rfpMargin = s.detectThreats, s.options.rfpMargin
	if p.Tiles() > learnedTiles {
		s.tree.rfpMargin = 0 // tracks value it
	}
	s.tree.begin(p, b, keep)
	s.pns.begin(&s.tree, s.detectThreats && s.options.Depth == maxDepth && p.Tiles() <= learnedTiles)
}

// keepsTable tells whether the table is kept from one answer to the next.
func (s *search) keepsTable(p *trax.Position) bool {
	return s.detectThreats && p.Tiles() <= maxHashedTiles && s.options.Nodes == 0 && s.options.Depth == maxDepth
}

// candidates tries every legal move once and ranks them, moves of one value in an
// order given by the seed. It returns false when the time was up before all
// had been tried.
func (s *search) listRootMoves() (finished bool) {
	t := &s.tree
	s.rootMoves = s.rootMoves[:0]
	if t.limits.stopped {
		return false
	}
	s.legal = t.limits.appendMoves(s.legal[:0], t.p)
	rng := source(s.options.Seed, t.p.Ply())
	rng.Shuffle(len(s.legal), func(i, j int) { s.legal[i], s.legal[j] = s.legal[j], s.legal[i] })
	for _, m := range s.legal {
		c, ok := t.tryMove(m, 0)
		if !ok {
			break
		}
		s.rootMoves = append(s.rootMoves, c)
	}
	slices.SortStableFunc(s.rootMoves, func(a, b candidate) int { return cmp.Compare(b.orderScore, a.orderScore) })
	return !t.limits.stopped
}

// searchRoot searches the root to a depth. The best move is s.root[0] afterwards,
// also when the time was up: then it is the best of those that were finished,
// beginning with the best of the depth before.
func (s *search) searchRoot(depth int) (score int, finished bool) {
	best := -infinite
	s.tree.depth = depth
	for i := range s.rootMoves {
		score := s.tree.scoreChild(&s.rootMoves[i], depth, 0, best, infinite)
		if s.tree.limits.stopped {
			return best, false
		}
		if score > best {
			score = s.pns.refuted(&s.rootMoves[i], score)
		}
		if score > best {
			best = score
			c := s.rootMoves[i]
			copy(s.rootMoves[1:i+1], s.rootMoves[:i])
			s.rootMoves[0] = c
		}
	}
	return best, true
}
