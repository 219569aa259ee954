package analysis

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"github.com/loopline/loopline/host/record"
)

// Evaluator evaluates the positions of one game. It is not safe for concurrent use.
type Evaluator interface {
	// Take takes in the game's events in order, and says what the position behind one
	// is worth, if it can tell. Ctx ends its thinking. After an error it is not asked
	// again.
	Take(ctx context.Context, e *record.Event) (w Eval, ok bool, err error)
}

// Eval is the value of a position: points, a win in n moves, or a win probability.
type Eval struct {
	Points         int // by which the first seat is ahead, in the measure of the evaluator
	Wins           int // 1 where the first seat wins by force, -1 where the second does, else 0
	WinProbability int // of the first seat to win, 1 to 99 %; 0 where the evaluator does not say
}

// PlyEval is the eval of the position after the given number of moves. In JSON it is
// [ply, points, wins], with the chance behind them where there is one.
type PlyEval struct {
	Ply int
	Eval
}

// Evaluated is a game that gets the evals of its positions.
type Evaluated interface {
	// BeginEvals says that evals follow.
	BeginEvals()

	// AddEvals adds evals. Last says that no more follow.
	AddEvals(known []PlyEval, last bool)
}

// MarshalJSON writes the numbers in their order.
func (j PlyEval) MarshalJSON() ([]byte, error) {
	numbers := []int{j.Ply, j.Points, j.Wins}
	if j.WinProbability > 0 {
		numbers = append(numbers, j.WinProbability)
	}
	return json.Marshal(numbers)
}

// maxPendingEvals limits how many events of a game wait for its evaluator; beyond, the rest of the
// game is not evaluated.
const maxPendingEvals = 1 << 17

// evalJob is a game whose positions are to be evaluated.
type evalJob struct {
	game      Evaluated
	key       string // of the game
	evaluator Evaluator
	queue     []pendingEval
	whole     bool // no more events follow
}

// pendingEval is an event with how many moves the page has behind it.
type pendingEval struct {
	event record.Event
	ply   int
}

// evalQueue evaluates the games of a site, one position after another, in one thread of the
// lowest priority: who plays on the same machine is not to notice.
type evalQueue struct {
	say    func(string)
	mu     sync.Mutex
	open   []*evalJob
	ready  chan struct{}
	begin  sync.Once
	ctx    context.Context
	cancel context.CancelFunc
	ended  chan struct{} // nil when it never began
}

func newEvalQueue(say func(string)) *evalQueue {
	b := &evalQueue{say: say, ready: make(chan struct{}, 1)}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// add takes in a game whose events follow.
func (b *evalQueue) add(g Evaluated, key string, j Evaluator) *evalJob {
	g.BeginEvals()
	d := &evalJob{game: g, key: key, evaluator: j}
	b.mu.Lock()
	b.open = append(b.open, d)
	b.mu.Unlock()
	b.begin.Do(func() {
		b.ended = make(chan struct{})
		go b.run()
	})
	return d
}

// enqueue takes in an event of a game; a verdict is the last. It returns at once.
func (b *evalQueue) enqueue(d *evalJob, e *record.Event, ply int) {
	b.mu.Lock()
	if len(d.queue) < maxPendingEvals && !d.whole {
		d.queue = append(d.queue, pendingEval{*e, ply})
	}
	d.whole = d.whole || e.Type == record.EventVerdict || len(d.queue) >= maxPendingEvals
	b.mu.Unlock()
	b.wake()
}

// finish says that no more events of a game follow.
func (b *evalQueue) finish(d *evalJob) {
	b.mu.Lock()
	d.whole = true
	b.mu.Unlock()
	b.wake()
}

func (b *evalQueue) wake() {
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// remove stops the evaluation of a game.
func (b *evalQueue) remove(g Evaluated) {
	defer b.wake()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.open {
		if d.game == g {
			d.queue, d.whole = nil, true
		}
	}
}

// run evaluates until close.
func (b *evalQueue) run() {
	defer close(b.ended)
	runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine, and its priority with it
	lowerPriority()
	for b.ctx.Err() == nil {
		d, e, last := b.next()
		if d == nil {
			select {
			case <-b.ready:
			case <-b.ctx.Done():
			}
			continue
		}
		b.evaluate(d, e, last)
	}
}

// next returns the next event of the game that has waited longest, nil when none waits, and
// whether it is the game's last. A game is forgotten with its last event, which is nil
// where the game ended without one.
func (b *evalQueue) next() (d *evalJob, e *pendingEval, last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, d := range b.open {
		if len(d.queue) == 0 && !d.whole {
			continue
		}
		b.open = append(b.open[:i:i], b.open[i+1:]...)
		if len(d.queue) > 0 {
			e, d.queue = &d.queue[0], d.queue[1:]
		}
		if last = d.whole && len(d.queue) == 0; !last {
			b.open = append(b.open, d)
		}
		return d, e, last
	}
	return nil, nil, false
}

// evaluate has the evaluator take in an event; nil for none.
func (b *evalQueue) evaluate(d *evalJob, e *pendingEval, last bool) {
	if e == nil {
		d.game.AddEvals(nil, last)
		return
	}
	w, ok, err := d.evaluator.Take(b.ctx, &e.event)
	if err != nil {
		if b.ctx.Err() == nil {
			b.say(fmt.Sprintf("game %s is not judged any more: %v", d.key, err))
		}
		b.remove(d.game)
		if last {
			d.game.AddEvals(nil, true)
		}
		return
	}
	var known []PlyEval
	if ok {
		known = []PlyEval{{e.ply, w}}
	}
	d.game.AddEvals(known, last)
}

func (b *evalQueue) close() {
	b.cancel()
	b.begin.Do(func() {})
	if b.ended != nil {
		<-b.ended
	}
}
