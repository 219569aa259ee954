package reproduce

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim"
)

// The levels of a design, from its source to what the chip is given.
const (
	RTL       = "RTL"
	Netlist   = "netlist"
	Bitstream = "bitstream"
)

// A Level is a model of a design at one of the levels.
type Level struct {
	Name  string
	Model *sim.BoardModel
}

// Options say from which conditions a game is sent again.
type Options struct {
	Lines     lines.Config
	Seeds     int           // power-up states, from 1
	Jitter    time.Duration // see Conditions
	Tolerance time.Duration // see Conditions
	Workers   int           // that run at once; 0 is one a processor

	// Progress gets how many replays are done; nil is not told.
	Progress func(done int)
}

// skewedSeeds is from how many power-up states a game is sent with the far end's
// clock off.
const skewedSeeds = 2

// skews are the deviations of the far end's clock that are tried besides none.
var skews = []float64{-0.02, 0.02}

// farSkews are clock errors to try if no run answers as recorded.
var farSkews = []float64{-0.05, -0.04, -0.03, -0.01, 0.01, 0.03, 0.04, 0.05}

// A Result is what the replays at one level came to.
type Result struct {
	Level   string
	Replays []*Replay // with an exact clock, in the order of the seeds
	Skewed  []*Replay // with another

	// What the answers of Replays depend on, if they are not all the same.
	OnPowerUp, OnTiming bool
}

// Same counts the replays with an exact clock that were as recorded.
func (r *Result) Same() (n int) {
	for _, p := range r.Replays {
		if p.Differs == nil {
			n++
		}
	}
	return n
}

// First is a replay that was as recorded, or if none was, one that went furthest.
func (r *Result) First() *Replay {
	best := r.Replays[0]
	for _, p := range r.Replays {
		switch {
		case p.Differs == nil:
			return p
		case p.Differs.Step > best.Differs.Step:
			best = p
		}
	}
	return best
}

// Try sends the game to a level from all conditions.
func (s *Stimulus) Try(ctx context.Context, l Level, o Options) (*Result, error) {
	r := &Result{Level: l.Name}
	var exact, skewed []Conditions
	for seed := range uint32(o.Seeds) {
		exact = append(exact, Conditions{Seed: seed + 1, Jitter: o.Jitter, Tolerance: o.Tolerance})
	}
	for _, skew := range skews {
		for seed := range uint32(min(skewedSeeds, o.Seeds)) {
			skewed = append(skewed, Conditions{Seed: seed + 1, Skew: skew, Jitter: o.Jitter, Tolerance: o.Tolerance})
		}
	}
	all, err := s.runAll(ctx, l, o, slices.Concat(exact, skewed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Name, err)
	}
	r.Replays, r.Skewed = all[:len(exact)], all[len(exact):]
	if err := s.tellApart(ctx, l, o, r); err != nil {
		return nil, fmt.Errorf("%s: %w", l.Name, err)
	}
	if r.Same() == 0 {
		var far []Conditions
		for _, skew := range farSkews {
			far = append(far, Conditions{Seed: 1, Skew: skew, Jitter: o.Jitter, Tolerance: o.Tolerance})
		}
		more, err := s.runAll(ctx, l, o, far)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		r.Skewed = append(r.Skewed, more...)
	}
	return r, nil
}

// unlike returns a replay whose answers are not those of the first one, nil if all are
// the same.
func (r *Result) unlike() *Replay {
	for _, p := range r.Replays[1:] {
		if !sameAnswers(p, r.Replays[0]) {
			return p
		}
	}
	return nil
}

// sameAnswers is whether two replays are as recorded, or are otherwise at the same
// step in the same way.
func sameAnswers(a, b *Replay) bool {
	if a.Differs == nil || b.Differs == nil {
		return a.Differs == b.Differs
	}
	return a.Differs.Step == b.Differs.Step && a.Differs.Timing == b.Differs.Timing &&
		(a.Differs.Timing || a.Differs.Answered == b.Differs.Answered)
}

// tellApart finds whether answers that are not the same depend on the power-up state or on
// when the lines come: of two replays it exchanges one of these.
func (s *Stimulus) tellApart(ctx context.Context, l Level, o Options, r *Result) error {
	b := r.unlike()
	if b == nil {
		return nil
	}
	a := r.Replays[0]
	mixed := []Conditions{a.Conditions, b.Conditions}
	mixed[0].Timing, mixed[1].Timing = b.timing(), a.timing()
	got, err := s.runAll(ctx, l, o, mixed)
	if err != nil {
		return err
	}
	r.OnTiming = !sameAnswers(got[0], a) || !sameAnswers(got[1], b)
	r.OnPowerUp = !sameAnswers(got[0], b) || !sameAnswers(got[1], a)
	return nil
}

// depends says what answers depend on that are not all the same, and what to look for.
func (r *Result) depends() (on, look string) {
	const (
		powerUp = "a register or a memory without a reset"
		timing  = "a counter that always runs, an input without two flip-flops, or a receiver that bytes can surprise"
	)
	switch {
	case r.OnTiming && r.OnPowerUp:
		return "its power-up state and on the clock cycle in which bytes come", powerUp + ", and for " + timing
	case r.OnTiming:
		return "the clock cycle in which bytes come, not its power-up state", timing
	}
	return "its power-up state", powerUp
}

// runAll sends the game under all conditions.
func (s *Stimulus) runAll(ctx context.Context, l Level, o Options, all []Conditions) ([]*Replay, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	replays, errs := make([]*Replay, len(all)), make([]error, len(all))
	var mu sync.Mutex
	next, done := 0, 0
	var group sync.WaitGroup
	for range min(workers, len(all)) {
		group.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(all) || ctx.Err() != nil {
					return
				}
				if replays[i], errs[i] = s.Run(ctx, l.Model, o.Lines, all[i]); errs[i] != nil {
					cancel()
					return
				}
				mu.Lock()
				done++
				if o.Progress != nil {
					o.Progress(done)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	if slices.Contains(replays, nil) {
		return nil, context.Canceled
	}
	return replays, nil
}

// Fault is the foul of the seat that ended the recorded game: where, and in words. It is
// empty if the seat committed none.
func (s *Stimulus) Fault() (where, what string) {
	v := s.Game.Verdict()
	if v == nil || v.Foul == nil || v.Foul.Seat != s.Seat {
		return "", ""
	}
	what = v.Foul.Kind
	if v.Foul.Reason != "" {
		what += " (" + v.Foul.Reason + ")"
	}
	return s.Steps[len(s.Steps)-1].Where(), what
}

// Summary returns lines for people: the number of replays of a level that were as
// recorded, and the first other answers.
func (s *Stimulus) Summary(r *Result) []string {
	lines := []string{fmt.Sprintf("%d of %s as recorded", r.Same(), humanize.Plural(len(r.Replays), "power-up state", "power-up states"))}
	count := make(map[string]int)
	var order []string
	for _, p := range r.Replays {
		if p.Differs == nil {
			continue
		}
		text := s.words(p.Differs)
		if count[text]++; count[text] == 1 {
			order = append(order, fmt.Sprintf("seed %d, %s", p.Seed, text))
		}
	}
	const most = 3
	for i, text := range order {
		if i == most {
			lines = append(lines, fmt.Sprintf("%d other answers", len(order)-most))
			break
		}
		_, key, _ := strings.Cut(text, ", ")
		if n := count[key]; n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		lines = append(lines, text)
	}
	if text := s.skewed(r); text != "" {
		lines = append(lines, text)
	}
	return lines
}

// words are a difference for people.
func (s *Stimulus) words(d *Difference) string {
	return fmt.Sprintf("%s: recorded %s, answered %s", s.Steps[d.Step].Where(), d.Recorded, d.Answered)
}

// skewed says of which clocks of the far end the answers are the recorded ones.
func (s *Stimulus) skewed(r *Result) string {
	same, other := make(map[float64]bool), make(map[float64]bool)
	for _, p := range r.Skewed {
		if p.Differs == nil {
			same[p.Skew] = true
		} else {
			other[p.Skew] = true
		}
	}
	var as, not []string
	for _, skew := range slices.Sorted(slices.Values(slices.Concat(skews, farSkews))) {
		text := fmt.Sprintf("%+.0f %%", 100*skew)
		switch {
		case other[skew]:
			not = append(not, text)
		case same[skew]:
			as = append(as, text)
		}
	}
	switch {
	case len(as)+len(not) == 0:
		return ""
	case len(not) == 0:
		return "as recorded too with our clock off by " + strings.Join(as, ", ")
	case len(as) == 0:
		return "otherwise too with our clock off by " + strings.Join(not, ", ")
	}
	return "with our clock off by " + strings.Join(as, ", ") + " as recorded, by " + strings.Join(not, ", ") + " otherwise"
}

// skewFits is whether the answers are as recorded with our clock off, but not with an
// exact one.
func (r *Result) skewFits() (skew float64, ok bool) {
	if r.Same() > 0 {
		return 0, false
	}
	best := 1.0
	for _, p := range r.Skewed {
		if p.Differs == nil && max(p.Skew, -p.Skew) < max(best, -best) {
			best, ok = p.Skew, true
		}
	}
	return best, ok
}

// Conclusion is a sentence: the first level that behaves like the board, and what to look
// at. The results are those of the levels from the RTL on.
func (s *Stimulus) Conclusion(results []*Result) string {
	where, what := s.Fault()
	at := "; no foul of this seat is recorded, so its moves are the design's own"
	if where != "" {
		at = fmt.Sprintf(": the fault (%s) is in the %s, %s", what, results[0].Level, where)
	}
	for i, r := range results {
		same := r.Same()
		above := ""
		if i > 0 {
			above = results[i-1].Level
		}
		switch {
		case same == len(r.Replays) && i == 0:
			return "same answers at every seed" + at
		case same > 0 && i == 0:
			d := r.firstDifference()
			on, look := r.depends()
			return fmt.Sprintf("same answers at %d of %d seeds, others at the rest: the answers of the %s depend on %s from %s on; "+
				"look for %s", same, len(r.Replays), r.Level, on, s.Steps[d.Step].Where(), look)
		case same > 0:
			part := ""
			if same < len(r.Replays) {
				part = fmt.Sprintf(" at %d of %d seeds", same, len(r.Replays))
			}
			return fmt.Sprintf("the %s answers otherwise than recorded at %s, the %s as recorded%s: %s",
				above, s.Steps[results[i-1].First().Differs.Step].Where(), r.Level, part, between(above, r.Level))
		}
	}
	first, last := results[0], results[len(results)-1]
	d := first.First().Differs
	if skew, ok := first.skewFits(); ok && s.Steps[d.Step].silent() {
		return fmt.Sprintf("the board said nothing at %s, where the %s answers, and nothing with our clock off by %+.0f %%: "+
			"look at the power, the reset and the wire of the board, then at its bit rate", s.Steps[d.Step].Where(), first.Level, 100*skew)
	} else if ok {
		return fmt.Sprintf("%s answers as recorded only with our clock off by %+.0f %%, and otherwise at %s: "+
			"look at the bit rate, the divider and the clock of the board", first.Level, 100*skew, s.Steps[d.Step].Where())
	}
	if d.Timing {
		return fmt.Sprintf("%s gives the same bytes as recorded, but at another time (%s: recorded %s, answered %s): "+
			"look at clk, the wire and the host", first.Level, s.Steps[d.Step].Where(), d.Recorded, d.Answered)
	}
	if p := first.unlike(); p != nil && last == first {
		d := first.firstDifference()
		on, look := first.depends()
		return fmt.Sprintf("%s answers otherwise at every seed, but not alike, from %s on: its answers depend on %s; look for %s, and try more --seeds",
			first.Level, s.Steps[d.Step].Where(), on, look)
	}
	switch last.Level {
	case RTL:
		if d.Step == 0 && !s.Steps[0].silent() {
			return fmt.Sprintf("RTL answers otherwise at %s: is the record of this design? If so look at the netlist", s.Steps[d.Step].Where())
		}
		return fmt.Sprintf("RTL answers otherwise at %s: look at the netlist", s.Steps[d.Step].Where())
	case Netlist:
		return fmt.Sprintf("RTL and netlist answer otherwise at %s: look at the bitstream", s.Steps[d.Step].Where())
	}
	return fmt.Sprintf("no level answers as recorded at %s: look at the wire, the clock and the power", s.Steps[d.Step].Where())
}

// between explains a fault that lies between two levels that were tried.
func between(above, level string) string {
	switch {
	case level == Netlist:
		return "the fault comes with synthesis; look at its warnings"
	case above == RTL:
		return "the fault comes with synthesis or after it; --netlist tells which"
	}
	return "the fault comes after synthesis; look at timing, place and route, the contents of memories, and whether the bitstream is of these sources"
}

// firstDifference is the earliest one.
func (r *Result) firstDifference() *Difference {
	var first *Difference
	for _, p := range r.Replays {
		if p.Differs != nil && (first == nil || p.Differs.Step < first.Step) {
			first = p.Differs
		}
	}
	return first
}

// TimesText says by how much answers took longer on the board than in simulation.
func (r *Replay) TimesText() string {
	if len(r.Times) == 0 {
		return ""
	}
	var offs []time.Duration
	for _, t := range r.Times {
		offs = append(offs, t.Recorded-t.Simulated)
	}
	slices.Sort(offs)
	return fmt.Sprintf("answers took %v to %v longer in the record than simulated, median %v", offs[0], offs[len(offs)-1], offs[len(offs)/2])
}
