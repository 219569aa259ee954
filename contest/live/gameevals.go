package live

import (
	"encoding/json"
	"time"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
)

// evalPace is the shortest time between two events of values, while there are more.
const evalPace = 250 * time.Millisecond

// BeginEvals implements Evaluated.
func (g *GameFeed) BeginEvals() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.evaluating = make(chan struct{})
}

// AddEvals implements Evaluated: it makes evals known to the viewers.
func (g *GameFeed) AddEvals(known []analysis.PlyEval, last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range known {
		for len(g.evals) <= k.Ply {
			g.evals = append(g.evals, nil)
		}
		g.evals[k.Ply] = &k.Eval
	}
	g.unsaid = append(g.unsaid, known...)
	if len(g.unsaid) > 0 && (last || time.Since(g.sentEvals) > evalPace) {
		if data, err := json.Marshal(g.unsaid); err == nil { // its types cannot fail
			g.log.Append(web.NewEvent(g.key, g.told, "worth", data))
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
func (g *GameFeed) knownEvals() []analysis.PlyEval {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := []analysis.PlyEval{}
	for ply, w := range g.evals[:min(len(g.evals), g.told+1)] {
		if w != nil {
			all = append(all, analysis.PlyEval{Ply: ply, Eval: *w})
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
	last := make([]*analysis.Eval, columns)
	for i := range n {
		if i+1 >= len(g.evals) || g.evals[i+1] == nil {
			continue
		}
		w := g.evals[i+1]
		last[i*columns/n] = w
		if w.Wins == 0 {
			top = max(top, ahead(w), -ahead(w))
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
		seat, height := evalBar(w, top)
		from, to := c*1000/columns, (c+1)*1000/columns
		bars = append(bars, bar{X: from, Width: max(1, to-from), Height: height, Y: 50 - height*(1-seat), Seat: seat})
	}
	return bars
}

// fullWinProbability sets how far who wins for certain is ahead by chance.
const fullWinProbability = 100

// ahead returns by how much the first seat is ahead: in percent by which its chance is the
// greater, or in points.
func ahead(w *analysis.Eval) int {
	if w.WinProbability > 0 {
		return 2*w.WinProbability - fullWinProbability
	}
	return w.Points
}

func evalBar(w *analysis.Eval, top int) (seat, height int) {
	lead := ahead(w)
	if w.Wins != 0 {
		lead = w.Wins * top
	}
	if lead < 0 {
		seat = 1
	}
	height = 1 + max(lead, -lead)*46/top
	if w.Wins != 0 {
		height = 50
	}
	return seat, height
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
