package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/trax"
)

// MaxLevel is the level of full strength; the weakest is 1.
const MaxLevel = 10

// defaultLevel is the level of a bot whose address sets none.
const defaultLevel = 5

// strength configures a level: its node limit, its share of random moves and its evaluation.
type strength struct {
	nodes           int64 // 0 is as many as the time allows
	blunderPermille int
	learned         bool
}

// strengths are the levels, the weakest first. Each is about 180 Elo above the one
// before: see docs/development/search.md. All but the last play the same on
// every machine.
var strengths = [MaxLevel]strength{
	{500, 700, false}, {500, 500, false}, {500, 290, false}, {500, 130, false}, {500, 30, false},
	{1000, 0, false}, {600, 0, true}, {2500, 0, true}, {7500, 0, true}, {0, 0, true},
}

func strengthOf(n int) (strength, bool) {
	if n == 0 {
		n = defaultLevel
	}
	if n < 1 || n > MaxLevel {
		return strength{}, false
	}
	return strengths[n-1], true
}

// levelBot is a bot of limited strength.
type levelBot struct {
	seed            uint64
	blunderPermille int
	clock           clock
	search          Bot
}

// newLevel makes the bot of o.Level.
func newLevel(o Options) (Bot, error) {
	s, found := strengthOf(o.Level)
	if !found {
		return nil, fmt.Errorf("bot level: n %d is outside 1..%d", o.Level, MaxLevel)
	}
	if s.nodes > 0 {
		o.Threads = 0 // moves of several do not follow from the seed
		if o.Nodes == 0 || s.nodes < o.Nodes {
			o.Nodes = s.nodes
		}
	}
	return &levelBot{seed: o.Seed, blunderPermille: s.blunderPermille, clock: o.Clock, search: newSearch(o)}, nil
}

// blunderSeed makes the dice for slips others than those that choose between moves of
// one value.
const blunderSeed = 0x5851F42D4C957F2D

// Move implements [Bot]. It follows from the position and the seed, but at full
// strength, where it follows from the clock too.
func (l *levelBot) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	rng := source(l.seed^blunderSeed, p.Ply())
	if rng.IntN(1000) < l.blunderPermille {
		slip := random{rng: rng, clock: l.clock}
		return slip.Move(ctx, p, limit)
	}
	return l.search.Move(ctx, p, limit)
}
