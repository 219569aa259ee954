package live

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"time"

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

// plyEval is the eval of the position after the given number of moves. In JSON it is
// [ply, points, wins], with the chance behind them where there is one.
type plyEval struct {
	ply int
	Eval
}

// MarshalJSON writes the numbers in their order.
func (j plyEval) MarshalJSON() ([]byte, error) {
	numbers := []int{j.ply, j.Points, j.Wins}
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
	game      *GameFeed
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
func (b *evalQueue) add(g *GameFeed, j Evaluator) *evalJob {
	g.mu.Lock()
	g.evaluating = make(chan struct{})
	g.mu.Unlock()
	d := &evalJob{game: g, evaluator: j}
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
func (b *evalQueue) remove(g *GameFeed) {
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
		d.game.addEvals(nil, last)
		return
	}
	w, ok, err := d.evaluator.Take(b.ctx, &e.event)
	if err != nil {
		if b.ctx.Err() == nil {
			b.say(fmt.Sprintf("game %s is not judged any more: %v", d.game.key, err))
		}
		b.remove(d.game)
		if last {
			d.game.addEvals(nil, true)
		}
		return
	}
	var known []plyEval
	if ok {
		known = []plyEval{{e.ply, w}}
	}
	d.game.addEvals(known, last)
}

func (b *evalQueue) close() {
	b.cancel()
	b.begin.Do(func() {})
	if b.ended != nil {
		<-b.ended
	}
}

// evalPace is the shortest time between two events of values, while there are more.
const evalPace = 250 * time.Millisecond

// addEvals makes values known to the viewers. Last says that no more will be.
func (g *GameFeed) addEvals(known []plyEval, last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range known {
		for len(g.evals) <= k.ply {
			g.evals = append(g.evals, nil)
		}
		g.evals[k.ply] = &k.Eval
	}
	g.unsaid = append(g.unsaid, known...)
	if len(g.unsaid) > 0 && (last || time.Since(g.sentEvals) > evalPace) {
		if data, err := json.Marshal(g.unsaid); err == nil { // its types cannot fail
			g.log.Append(newEvent(g.key, g.told, "worth", data))
		}
		g.unsaid, g.sentEvals = nil, time.Now()
	}
	if last && g.evaluating != nil {
		close(g.evaluating)
		g.evaluating = nil
		g.end()
	}
}

// end ends the stream when no more events follow. The caller holds the lock.
func (g *GameFeed) end() {
	if g.closed && g.evaluating == nil {
		g.log.End()
	}
}

// knownEvals returns the values that viewers may know, by plies.
func (g *GameFeed) knownEvals() []plyEval {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := []plyEval{}
	for ply, w := range g.evals[:min(len(g.evals), g.told+1)] {
		if w != nil {
			all = append(all, plyEval{ply, *w})
		}
	}
	return all
}

// evalBars returns the graph of the values: upwards from the middle where the first seat
// is ahead. The caller holds the lock.
func (g *GameFeed) evalBars() []bar {
	n := g.told
	if n == 0 {
		return nil
	}
	columns, top := min(n, maxBars), 1
	last := make([]*Eval, columns)
	for i := range n {
		if i+1 >= len(g.evals) || g.evals[i+1] == nil {
			continue
		}
		w := g.evals[i+1]
		last[i*columns/n] = w
		if w.Wins == 0 {
			top = max(top, w.ahead(), -w.ahead())
		}
		if w.WinProbability > 0 {
			top = fullWinProbability
		}
	}
	var bars []bar
	for c, w := range last {
		if w == nil {
			continue
		}
		seat, height := w.bar(top)
		from, to := c*1000/columns, (c+1)*1000/columns
		bars = append(bars, bar{X: from, Width: max(1, to-from), Height: height, Y: 50 - height*(1-seat), Seat: seat})
	}
	return bars
}

// fullWinProbability sets how far who wins for certain is ahead by chance.
const fullWinProbability = 100

// ahead is by how much the first seat is ahead: in percent by which its chance is the
// greater, or in points.
func (w *Eval) ahead() int {
	if w.WinProbability > 0 {
		return 2*w.WinProbability - fullWinProbability
	}
	return w.Points
}

func (w *Eval) bar(top int) (seat, height int) {
	ahead := w.ahead()
	if w.Wins != 0 {
		ahead = w.Wins * top
	}
	if ahead < 0 {
		seat = 1
	}
	height = 1 + max(ahead, -ahead)*46/top
	if w.Wins != 0 {
		height = 50
	}
	return seat, height
}

// newEvaluator makes the evaluator of a game by the name of its record; nil where the site has
// none.
func (s *Site) newEvaluator(game string) (Evaluator, error) {
	if s.Evaluator == "" || s.NewEvaluator == nil {
		return nil, nil
	}
	return s.NewEvaluator(game, s.Evaluator)
}

// evaluate starts to evaluate a game, if the site has an evaluator for it. It returns a
// function that takes each event of the game, with the number of moves that the page shows
// after it, and returns at once; a nil event ends the game.
func (s *Site) evaluate(g *GameFeed, game string) (func(e *record.Event, ply int), error) {
	j, err := s.newEvaluator(game)
	if err != nil || j == nil {
		return func(*record.Event, int) {}, err
	}
	d := s.evalQueue.add(g, j)
	return func(e *record.Event, ply int) {
		if e == nil {
			s.evalQueue.finish(d)
			return
		}
		s.evalQueue.enqueue(d, e, ply)
	}, nil
}

// awaitEvals waits until the evaluation of the game is done, or the site is closed.
func (g *GameFeed) awaitEvals(closing <-chan struct{}) {
	g.mu.Lock()
	judging := g.evaluating
	g.mu.Unlock()
	if judging == nil {
		return
	}
	select {
	case <-judging:
	case <-closing:
	}
}
