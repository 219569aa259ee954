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
	knows   bool // what wins at once
	tree    tree
	legal   []trax.Move
	root    []candidate
	helpers []*search // of further threads
	forces  forces
}

// crowdedTiles is the number of tiles from which naming them all, so that what the
// table knows holds for the whole game, takes longer than it gains.
const crowdedTiles = 400

func newSearch(o Options) *search {
	s := newSearch1(o)
	s.knows = true
	s.newHelpers()
	return s
}

// newSearch1 makes the search that knows nothing of threats, the measure of
// what knowing them gains.
func newSearch1(o Options) *search {
	if o.Depth == 0 {
		o.Depth = maxDepth
	}
	return &search{options: o, tree: tree{evaluate: o.Evaluate, table: newTable(o.Nodes)}}
}

// Move implements [Bot]. Bounded by depth or nodes its move follows from the
// position, the seed and the bound alone.
func (s *search) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	r, err := s.think(ctx, p, limit)
	return r.move, err
}

// result is what a search came to.
type result struct {
	move  trax.Move
	score int // of the last finished depth
	depth int // the last finished depth in plies, 0 if there was no time
	nodes int64
}

// usedPercent is the share of the time after which search1 begins no other depth,
// which would hardly come to its end. Search does: it takes the best of the moves that
// it got to.
const usedPercent = 50

// think searches deeper and deeper until a bound is met.
func (s *search) think(ctx context.Context, p *trax.Position, limit time.Duration) (r result, err error) {
	if r.move, err = anyMove(p); err != nil {
		return result{}, err
	}
	t := &s.tree
	s.begin(p, newBudget(ctx, s.options.clock, limit, s.options.Nodes), s.keeps(p))
	defer func() { r.nodes = t.nodes }()
	defer s.help(ctx, p, limit)()
	for finished := s.list(); finished && r.depth < s.options.Depth; {
		if plies := s.forces.wins(s.root); plies > 0 {
			r.score, r.depth = win-plies, plies
			s.tell(&r)
			break
		}
		var score int
		if score, finished = s.deepen(r.depth + 1); !finished {
			break
		}
		r.score, r.depth = score, r.depth+1
		s.tell(&r)
		if decided(score) || len(s.root) == 1 || !s.knows && t.budget.used(usedPercent) {
			break
		}
	}
	if len(s.root) > 0 {
		r.move = s.root[0].move
	}
	return r, nil
}

// begin prepares the tree for a search of p. With keep what its table knows is kept.
func (s *search) begin(p *trax.Position, b budget, keep bool) {
	s.tree.knows, s.tree.margin = s.knows, s.options.margin
	if p.Tiles() > learnedTiles {
		s.tree.margin = 0 // tracks value it
	}
	s.tree.begin(p, b, keep)
	s.forces.begin(&s.tree, s.knows && s.options.Depth == maxDepth && p.Tiles() <= learnedTiles)
}

// keeps tells whether the table is kept from one answer to the next.
func (s *search) keeps(p *trax.Position) bool {
	return s.knows && p.Tiles() <= crowdedTiles && s.options.Nodes == 0 && s.options.Depth == maxDepth
}

// list tries every legal move once and ranks them, moves of one value in an
// order given by the seed. It returns false when the time was up before all
// had been tried.
func (s *search) list() (finished bool) {
	t := &s.tree
	s.root = s.root[:0]
	if t.budget.spent {
		return false
	}
	s.legal = t.budget.appendMoves(s.legal[:0], t.p)
	rng := source(s.options.Seed, t.p.Ply())
	rng.Shuffle(len(s.legal), func(i, j int) { s.legal[i], s.legal[j] = s.legal[j], s.legal[i] })
	for _, m := range s.legal {
		c, ok := t.try(m, 0)
		if !ok {
			break
		}
		s.root = append(s.root, c)
	}
	slices.SortStableFunc(s.root, func(a, b candidate) int { return cmp.Compare(b.order, a.order) })
	return !t.budget.spent
}

// deepen searches the root to a depth. The best move is s.root[0] afterwards,
// also when the time was up: then it is the best of those that were finished,
// beginning with the best of the depth before.
func (s *search) deepen(depth int) (score int, finished bool) {
	best := -infinite
	s.tree.depth = depth
	for i := range s.root {
		score := s.tree.child(&s.root[i], depth, 0, best, infinite)
		if s.tree.budget.spent {
			return best, false
		}
		if score > best {
			score = s.forces.verified(&s.root[i], score)
		}
		if score > best {
			best = score
			c := s.root[i]
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = c
		}
	}
	return best, true
}
