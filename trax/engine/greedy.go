package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/loopline/loopline/trax"
)

// greedy looks one ply ahead, and a second one for the opponent's wins only.
type greedy struct {
	seed     uint64
	clock    clock
	evaluate Evaluator
	moves    []scored
	legal    []trax.Move
	replies  []trax.Move
}

// From ply restlessFrom on, one move in restlessEvery is chosen at random among
// those that do not lose. Two greedy bots otherwise parry each other for ever:
// their board grows by the same pattern, and neither side has a new threat.
const (
	restlessFrom  = 60
	restlessEvery = 3
)

// greedyWork bounds the work of one answer, some 30 ms: on a strip where each
// move forces a chain as long as the board, all moves would take seconds.
const greedyWork = 3_000_000

// scored is a move and its score for the side that makes it.
type scored struct {
	move  trax.Move
	score int
}

func newGreedy(o Options) *greedy { return &greedy{seed: o.Seed, clock: o.Clock, evaluate: o.Evaluate} }

// Move implements [Bot].
func (g *greedy) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	fallback, err := anyMove(p)
	if err != nil {
		return trax.Move{}, err
	}
	b := newLimits(ctx, g.clock, limit, 0)
	b.workLeft = greedyWork
	if b.stopped {
		return fallback, nil
	}
	g.rank(p, &b)
	if len(g.moves) == 0 {
		return fallback, nil
	}
	for _, m := range g.moves {
		// The first that is not known to lose, for certain or for want of time.
		if !g.loses(p, m, &b) || b.stopped {
			return m.move, nil
		}
	}
	return g.moves[0].move, nil
}

// rank lists the legal moves of p in g.moves, best first.
func (g *greedy) rank(p *trax.Position, b *limits) {
	g.moves = g.moves[:0]
	g.legal = b.appendMoves(g.legal[:0], p)
	rng := source(g.seed, p.Ply())
	rng.Shuffle(len(g.legal), func(i, j int) { g.legal[i], g.legal[j] = g.legal[j], g.legal[i] })
	for _, m := range g.legal {
		if b.countNode(cost(p)) {
			break
		}
		g.moves = append(g.moves, scored{m, g.score(p, m)})
	}
	if p.Ply() >= restlessFrom && rng.IntN(restlessEvery) == 0 {
		slices.SortStableFunc(g.moves, func(a, b scored) int {
			return cmp.Compare(decisive(b.score), decisive(a.score))
		})
		return
	}
	slices.SortStableFunc(g.moves, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
}

// decisive returns a score that decides the game, and 0 for any other.
func decisive(score int) int {
	if isDecisive(score) {
		return score
	}
	return 0
}

// score returns the eval of the legal move m for the side to move.
func (g *greedy) score(p *trax.Position, m trax.Move) int {
	if p.Play(m) != nil {
		return -infinite
	}
	defer p.Undo()
	if p.Outcome().Over {
		return endScore(p, 1)
	}
	return clamp(-g.evaluate(p))
}

// loses reports whether the game is lost after m, or can be in one ply.
func (g *greedy) loses(p *trax.Position, m scored, b *limits) bool {
	if isDecisive(m.score) {
		return m.score < 0
	}
	if p.Play(m.move) != nil {
		return true
	}
	defer p.Undo()
	g.replies = b.appendMoves(g.replies[:0], p)
	for _, r := range g.replies {
		if b.countNode(cost(p)) {
			return false
		}
		if winsAtOnce(p, r) {
			return true
		}
	}
	return false
}

// winsAtOnce reports whether the legal move m wins for the side to move.
func winsAtOnce(p *trax.Position, m trax.Move) bool {
	if p.Play(m) != nil {
		return false
	}
	defer p.Undo()
	o := p.Outcome()
	return o.Over && o.Winner != p.Turn()
}
