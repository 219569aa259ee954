package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/trax"
)

// MostLevel is the level of full strength; the weakest is 1.
const MostLevel = 10

// defaultLevel is the level of a bot that is told none.
const defaultLevel = 5

// strength is how a level plays: how many moves its search tries for an answer,
// and how many moves of a thousand are any legal one instead.
type strength struct {
	nodes int64 // 0 is as many as the time allows
	slips int
}

// strengths are the levels, the weakest first. Each is about 120 Elo above the one
// before, which docs/bots.md says more exactly. All but the last play the same on
// every machine.
var strengths = [MostLevel]strength{
	{500, 850}, {500, 700}, {500, 500}, {500, 290}, {500, 130},
	{500, 30}, {1000, 0}, {2700, 0}, {7500, 0}, {0, 0},
}

// leveled is a bot of limited strength.
type leveled struct {
	seed   uint64
	slips  int
	clock  clock
	search Bot
}

// newLevel makes the bot of o.Level.
func newLevel(o Options) (Bot, error) {
	n := o.Level
	if n == 0 {
		n = defaultLevel
	}
	if n < 1 || n > MostLevel {
		return nil, fmt.Errorf("bot level: n %d is outside 1..%d", n, MostLevel)
	}
	s := strengths[n-1]
	if s.nodes > 0 {
		o.Threads = 0 // answers of several do not follow from the seed
		if o.Nodes == 0 || s.nodes < o.Nodes {
			o.Nodes = s.nodes
		}
	}
	return &leveled{seed: o.Seed, slips: s.slips, clock: o.clock, search: newSearch(o)}, nil
}

// slipSeed makes the dice for slips others than those that choose between moves of
// one value.
const slipSeed = 0x5851F42D4C957F2D

// Move implements [Bot]. It follows from the position and the seed, but at full
// strength, where it follows from the clock too.
func (l *leveled) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	rng := source(l.seed^slipSeed, p.Ply())
	if rng.IntN(1000) < l.slips {
		slip := random{rng: rng, clock: l.clock}
		return slip.Move(ctx, p, limit)
	}
	return l.search.Move(ctx, p, limit)
}
