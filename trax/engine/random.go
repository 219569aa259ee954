package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/trax"
)

// random plays any legal move, each as likely as the others.
type random struct {
	rng   *rand.Rand
	clock clock
	moves []trax.Move
}

func newRandom(o Options) *random { return &random{rng: source(o.Seed, 0), clock: o.Clock} }

// source returns the random numbers that belong to a seed and a ply.
func source(seed uint64, ply int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(ply)))
}

// Move implements [Bot]. Its moves follow from the seed and the calls before.
func (r *random) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	fallback, err := anyMove(p)
	if err != nil {
		return trax.Move{}, err
	}
	b := newLimits(ctx, r.clock, limit, 0)
	r.moves = b.appendMoves(r.moves[:0], p)
	if len(r.moves) == 0 || ctx.Err() != nil {
		return fallback, nil
	}
	return r.moves[r.rng.IntN(len(r.moves))], nil
}
