package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/loopline/loopline/trax"
)

// search is an alpha-beta search with iterative deepening. With detectThreats it looks for
// winning moves and threats at every node, and runs a proof-number search at the root. It
// keeps its transposition table between moves unless a limit on nodes or depth has to make its
// moves reproducible.
type search struct {
	options       Options
	detectThreats bool
	tree          tree
	legal         []trax.Move
	rootMoves     []candidate
	workers       []*search // of Lazy SMP
	pns           rootPNS
}

// maxHashedTiles bounds the boards whose Zobrist key covers all tiles, so that table entries
// hold for the whole game. Above it, hashing all tiles costs more than the kept table gains.
const maxHashedTiles = 400

func newSearch(o Options) *search {
	s := newSearch1(o)
	s.detectThreats = true
	s.newWorkers()
	return s
}

// newSearch1 makes the search without threat detection: the baseline that measures what threat
// detection gains.
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

type result struct {
	move  trax.Move
	score int // of the last finished depth
	depth int // the last finished depth in plies, 0 if there was no time
	nodes int64
}

// softLimitPercent is the soft time limit of search1: past this share of the time it starts no
// further depth, because it would hardly finish. Search does start one, and plays the best of
// the root moves that it finished.
const softLimitPercent = 50

// iterate searches with iterative deepening, one ply deeper each time, until a limit is met,
// the score is decisive or one legal move is left.
func (s *search) iterate(ctx context.Context, p *trax.Position, limit time.Duration) (r result, err error) {
	if r.move, err = anyMove(p); err != nil {
		return result{}, err
	}
	t := &s.tree
	s.begin(p, newLimits(ctx, s.options.Clock, limit, s.options.Nodes), s.keepsTable(p))
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

func (s *search) begin(p *trax.Position, b limits, keep bool) {
	s.tree.detectThreats, s.tree.rfpMargin = s.detectThreats, s.options.rfpMargin
	if p.Tiles() > learnedTiles {
		s.tree.rfpMargin = 0 // the margin is of learned points
	}
	s.tree.begin(p, b, keep)
	s.pns.begin(&s.tree, s.detectThreats && s.options.Depth == maxDepth && p.Tiles() <= learnedTiles)
}

// keepsTable reports whether the transposition table is kept for the next move.
func (s *search) keepsTable(p *trax.Position) bool {
	return s.detectThreats && p.Tiles() <= maxHashedTiles && s.options.Nodes == 0 && s.options.Depth == maxDepth
}

// listRootMoves tries every legal move once and sorts the root moves by static evaluation; the
// seed orders equal ones. It returns false if time ran out before all were tried.
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

// searchRoot searches the root moves to a depth with alpha-beta. The best move is
// s.rootMoves[0] afterwards, also when time ran out: then it is the best of those that were
// finished, starting with the best move of the previous depth.
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
