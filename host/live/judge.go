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

// Judge says what the positions of one game are worth. It is used by one goroutine.
type Judge interface {
	// Take takes in the game's events in order, and says what the position behind one
	// is worth, if it can tell. Ctx ends its thinking. After an error it is not asked
	// again.
	Take(ctx context.Context, e *record.Event) (w Worth, ok bool, err error)
}

// Worth is what a position is worth.
type Worth struct {
	Points int // by which the first seat is ahead, in the judge's measure
	Wins   int // 1 where the first seat wins by force, -1 where the second does, else 0
	Chance int // of the first seat to win, 1 to 99 %; 0 where the judge does not say
}

// judged is the worth of the position after so many moves. In JSON it is
// [ply, points, wins], with the chance behind them where there is one.
type judged struct {
	ply int
	Worth
}

// MarshalJSON writes the numbers in their order.
func (j judged) MarshalJSON() ([]byte, error) {
	numbers := []int{j.ply, j.Points, j.Wins}
	if j.Chance > 0 {
		numbers = append(numbers, j.Chance)
	}
	return json.Marshal(numbers)
}

// maxUnjudged is how many events of a game wait for its judge; beyond, the rest of the
// game is not judged.
const maxUnjudged = 1 << 17

// docket is a game whose positions are to be judged.
type docket struct {
	game  *Game
	judge Judge
	queue []unjudged
	whole bool // no more events follow
}

// unjudged is an event with how many moves the page has behind it.
type unjudged struct {
	event record.Event
	ply   int
}

// bench judges the games of a site, one position after another, in one thread of the
// lowest priority: who plays on the same machine is not to notice.
type bench struct {
	say    func(string)
	mu     sync.Mutex
	open   []*docket
	ready  chan struct{}
	begin  sync.Once
	ctx    context.Context
	cancel context.CancelFunc
	ended  chan struct{} // nil when it never began
}

func newBench(say func(string)) *bench {
	b := &bench{say: say, ready: make(chan struct{}, 1)}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// admit takes in a game whose events follow.
func (b *bench) admit(g *Game, j Judge) *docket {
	g.mu.Lock()
	g.judging = make(chan struct{})
	g.mu.Unlock()
	d := &docket{game: g, judge: j}
	b.mu.Lock()
	b.open = append(b.open, d)
	b.mu.Unlock()
	b.begin.Do(func() {
		b.ended = make(chan struct{})
		go b.sit()
	})
	return d
}

// put takes in an event of a game; a verdict is the last. It returns at once.
func (b *bench) put(d *docket, e *record.Event, ply int) {
	b.mu.Lock()
	if len(d.queue) < maxUnjudged && !d.whole {
		d.queue = append(d.queue, unjudged{*e, ply})
	}
	d.whole = d.whole || e.Type == record.EventVerdict || len(d.queue) >= maxUnjudged
	b.mu.Unlock()
	b.wake()
}

// finish says that no more events of a game follow.
func (b *bench) finish(d *docket) {
	b.mu.Lock()
	d.whole = true
	b.mu.Unlock()
	b.wake()
}

func (b *bench) wake() {
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// dismiss has a game be judged no further.
func (b *bench) dismiss(g *Game) {
	defer b.wake()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.open {
		if d.game == g {
			d.queue, d.whole = nil, true
		}
	}
}

// sit judges until close.
func (b *bench) sit() {
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
		b.hear(d, e, last)
	}
}

// next is the next event of the game that has waited longest, nil when none waits, and
// whether it is the game's last. A game is forgotten with its last event, which is nil
// where the game ended without one.
func (b *bench) next() (d *docket, e *unjudged, last bool) {
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

// hear has the judge take in an event; nil is none.
func (b *bench) hear(d *docket, e *unjudged, last bool) {
	if e == nil {
		d.game.judged(nil, last)
		return
	}
	w, ok, err := d.judge.Take(b.ctx, &e.event)
	if err != nil {
		if b.ctx.Err() == nil {
			b.say(fmt.Sprintf("game %s is not judged any more: %v", d.game.key, err))
		}
		b.dismiss(d.game)
		if last {
			d.game.judged(nil, true)
		}
		return
	}
	var known []judged
	if ok {
		known = []judged{{e.ply, w}}
	}
	d.game.judged(known, last)
}

// close ends the judging.
func (b *bench) close() {
	b.cancel()
	b.begin.Do(func() {})
	if b.ended != nil {
		<-b.ended
	}
}

// worthPace is the shortest time between two events of values, while there are more.
const worthPace = 250 * time.Millisecond

// judged makes values known to the viewers. Last says that no more will be.
func (g *Game) judged(known []judged, last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range known {
		for len(g.worths) <= k.ply {
			g.worths = append(g.worths, nil)
		}
		g.worths[k.ply] = &k.Worth
	}
	g.unsaid = append(g.unsaid, known...)
	if len(g.unsaid) > 0 && (last || time.Since(g.saidWorths) > worthPace) {
		if data, err := json.Marshal(g.unsaid); err == nil { // its types cannot fail
			g.log.Append(newEvent(g.key, g.told, "worth", data))
		}
		g.unsaid, g.saidWorths = nil, time.Now()
	}
	if last && g.judging != nil {
		close(g.judging)
		g.judging = nil
		g.end()
	}
}

// end ends the stream when nothing more will be told. The caller holds the lock.
func (g *Game) end() {
	if g.closed && g.judging == nil {
		g.log.End()
	}
}

// knownWorths are the values that viewers may know, by plies.
func (g *Game) knownWorths() []judged {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := []judged{}
	for ply, w := range g.worths[:min(len(g.worths), g.told+1)] {
		if w != nil {
			all = append(all, judged{ply, *w})
		}
	}
	return all
}

// worthBars are the graph of the values: upwards from the middle where the first seat
// is ahead. The caller holds the lock.
func (g *Game) worthBars() []bar {
	n := g.told
	if n == 0 {
		return nil
	}
	columns, top := min(n, maxBars), 1
	last := make([]*Worth, columns)
	for i := range n {
		if i+1 >= len(g.worths) || g.worths[i+1] == nil {
			continue
		}
		w := g.worths[i+1]
		last[i*columns/n] = w
		if w.Wins == 0 {
			top = max(top, w.ahead(), -w.ahead())
		}
		if w.Chance > 0 {
			top = fullChance
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

// fullChance is how far who wins for certain is ahead by chance.
const fullChance = 100

// ahead is by how much the first seat is ahead: in percent by which its chance is the
// greater, or in points.
func (w *Worth) ahead() int {
	if w.Chance > 0 {
		return 2*w.Chance - fullChance
	}
	return w.Points
}

// bar is who is ahead and how high its column is, up to 50, where top is the most.
func (w *Worth) bar(top int) (seat, height int) {
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

// newJudge makes the judge of a game by the name of its record; nil where the site has
// none.
func (s *Site) newJudge(game string) (Judge, error) {
	if s.Judge == "" || s.NewJudge == nil {
		return nil, nil
	}
	return s.NewJudge(game, s.Judge)
}

// admit has a game be judged, if the site has a judge of it. What it returns takes in
// the game's events, each with the moves that the page has behind it, and returns at
// once; a nil event ends the game.
func (s *Site) admit(g *Game, game string) (func(e *record.Event, ply int), error) {
	j, err := s.newJudge(game)
	if err != nil || j == nil {
		return func(*record.Event, int) {}, err
	}
	d := s.bench.admit(g, j)
	return func(e *record.Event, ply int) {
		if e == nil {
			s.bench.finish(d)
			return
		}
		s.bench.put(d, e, ply)
	}, nil
}

// awaitJudge waits until the game's judge has done, or the site is closed.
func (g *Game) awaitJudge(closing <-chan struct{}) {
	g.mu.Lock()
	judging := g.judging
	g.mu.Unlock()
	if judging == nil {
		return
	}
	select {
	case <-judging:
	case <-closing:
	}
}
