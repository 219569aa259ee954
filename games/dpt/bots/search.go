package bots

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/contest"
)

// search to be.
type search struct{ rng *rand.Rand }

// Choose implements contest.Chooser.
func (b *search) Choose(ctx context.Context, s *contest.Situation, limit time.Duration) []dpt.Action {
	return (&greedy{b.rng}).Choose(ctx, s, limit)
}
