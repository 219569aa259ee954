package trax

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Count is the size of a game tree cut at some depth: the legal turns by
// notation that lead to it. A finished game is a leaf at the depth at which it
// ended, and is not counted below.
type Count struct {
	Leaves uint64 // turns at the last ply, those that ended the game included
	Ended  uint64 // of these, turns that ended the game
}

func (c *Count) add(d Count, times uint64) {
	c.Leaves += d.Leaves * times
	c.Ended += d.Ended * times
}

// PerftOptions configures a count; none of them changes its result. The zero value counts
// leaves only, on all processors, without a cache.
type PerftOptions struct {
	// Threads is the number of goroutines; 0 is one a processor.
	Threads int
	// Ended asks for Count.Ended too, which costs time.
	Ended bool
	// Classes merges positions that are equal up to symmetry in the upper
	// part of the tree. It is exact.
	Classes bool
	// Cache is the memory in bytes, shared out among the threads, for
	// remembering subtrees by a 128 bit digest of their root's class; 0 is
	// none.
	Cache uint64
}

// Perft counts the tree of the given depth below p, which it leaves as it is.
// Depth 0 is one leaf; below a finished game there are none. Its error is
// ctx's, and the count is then of no use.
func Perft(ctx context.Context, p *Position, depth int, o PerftOptions) (Count, error) {
	switch {
	case depth <= 0:
		return Count{Leaves: 1}, nil
	case p.completed != 0:
		return Count{}, nil
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	roots := []root{{times: 1}}
	for depth > 1 && (o.Classes && depth > classDepth || len(roots) < rootsPerThread*(threads-1)) {
		roots = expand(ctx, p, roots, o.Classes)
		depth--
	}
	var (
		next  atomic.Int64
		total Count
		mu    sync.Mutex
		group sync.WaitGroup
	)
	for range threads {
		group.Go(func() {
			// Made here, so that what counters write shares no cache lines.
			w := perftCounter{p: p.Clone(), ended: o.Ended, cache: newCache(o.Cache / uint64(threads))}
			sum := w.work(ctx, roots, &next, depth)
			mu.Lock()
			defer mu.Unlock()
			total.add(sum, 1)
		})
	}
	group.Wait()
	return total, ctx.Err()
}

const (
	// classDepth is the depth below which merging costs more than it saves.
	classDepth = 3
	// rootsPerThread keeps several threads busy to the end.
	rootsPerThread = 200
)

// MoveCount is one legal move and the size of the tree below it.
type MoveCount struct {
	Move  Move
	Count Count
}

// Divide counts as [Perft] does, separately for each legal move of p, in the
// order of [Position.AppendMoves]. Depth counts from p and is at least 1.
func Divide(ctx context.Context, p *Position, depth int, o PerftOptions) ([]MoveCount, error) {
	var counts []MoveCount
	q := p.Clone()
	for _, m := range p.Clone().AppendMoves(nil) {
		if err := q.Play(m); err != nil {
			return nil, err
		}
		c, err := Perft(ctx, q, depth-1, o)
		if err != nil {
			return nil, err
		}
		if depth <= 1 && q.completed != 0 {
			c = Count{Leaves: 1, Ended: 1}
		}
		counts = append(counts, MoveCount{m, c})
		q.Undo()
	}
	return counts, nil
}

// root is a subtree to be counted: a way to it, and how many there are.
type root struct {
	moves []Move
	times uint64
}

// expand returns the roots one ply below the given ones, finished games left
// out. With merge, those of one class become one.
func expand(ctx context.Context, p *Position, roots []root, merge bool) (below []root) {
	known := map[string]int{}
	q := p.Clone()
	for _, r := range roots {
		if ctx.Err() != nil {
			return nil
		}
		q.advance(r.moves)
		for _, m := range q.AppendMoves(nil) {
			q.advance([]Move{m})
			i, merged := len(below), false
			if merge && q.completed == 0 {
				class := q.class()
				if i, merged = known[class]; !merged {
					known[class] = len(below)
				}
			}
			switch {
			case merged:
				below[i].times += r.times
			case q.completed == 0:
				below = append(below, root{append(r.moves[:len(r.moves):len(r.moves)], m), r.times})
			}
			q.retreat(1)
		}
		q.retreat(len(r.moves))
	}
	return below
}

// advance plays moves that are known to be legal.
func (p *Position) advance(moves []Move) {
	for _, m := range moves {
		if err := p.Play(m); err != nil {
			panic("trax: a legal move was refused: " + err.Error())
		}
	}
}

// retreat takes n turns back.
func (p *Position) retreat(n int) {
	for range n {
		p.takeBack()
	}
}
