package engine

import (
	"context"
	"sync"
	"time"

	"github.com/loopline/loopline/trax"
)

// maxThreads bounds the threads of one bot.
const maxThreads = 64

// newHelpers makes searches that fill the table of s, one for each further thread.
func (s *search) newHelpers() {
	for i := 1; i < s.options.Threads; i++ {
		h := newSearch(Options{Seed: s.options.Seed + uint64(i), Evaluate: strongest(), clock: s.options.clock, margin: s.options.margin})
		h.tree.table = s.tree.table
		s.helpers = append(s.helpers, h)
	}
}

// help lets the helpers search p beside s, until stop is called. They tell s
// nothing but what they leave in the table.
func (s *search) help(ctx context.Context, p *trax.Position, limit time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	for i, h := range s.helpers {
		q := p.Clone()
		group.Go(func() { h.assist(ctx, q, limit, i) })
	}
	return func() {
		cancel()
		group.Wait()
	}
}

// assist searches p deeper and deeper. Every other helper is a ply ahead.
func (s *search) assist(ctx context.Context, p *trax.Position, limit time.Duration, number int) {
	s.begin(p, newBudget(ctx, s.options.clock, limit, 0), true)
	finished := s.list()
	for depth := 1 + (number+1)%2; finished && depth <= maxDepth; depth++ {
		var score int
		score, finished = s.deepen(depth)
		finished = finished && !decided(score)
	}
}
