package engine

import (
	"context"
	"sync"
	"time"

	"github.com/loopline/loopline/trax"
)

// maxThreads bounds the threads of one bot.
const maxThreads = 64

// newWorkers makes the searches of Lazy SMP, one for each further thread, on the transposition
// table of s.
func (s *search) newWorkers() {
	for i := 1; i < s.options.Threads; i++ {
		h := newSearch(Options{Seed: s.options.Seed + uint64(i), Evaluate: strongest(), Clock: s.options.Clock, rfpMargin: s.options.rfpMargin})
		h.tree.tt = s.tree.tt
		s.workers = append(s.workers, h)
	}
}

// startWorkers runs Lazy SMP: every worker searches p by itself until stop is called, and
// shares only the transposition table with s.
func (s *search) startWorkers(ctx context.Context, p *trax.Position, limit time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	for i, h := range s.workers {
		q := p.Clone()
		group.Go(func() { h.work(ctx, q, limit, i) })
	}
	return func() {
		cancel()
		group.Wait()
	}
}

// work searches p with iterative deepening. Every other worker starts a ply ahead.
func (s *search) work(ctx context.Context, p *trax.Position, limit time.Duration, number int) {
	s.begin(p, newLimits(ctx, s.options.Clock, limit, 0), true)
	finished := s.listRootMoves()
	for depth := 1 + (number+1)%2; finished && depth <= maxDepth; depth++ {
		var score int
		score, finished = s.searchRoot(depth)
		finished = finished && !isDecisive(score)
	}
}
