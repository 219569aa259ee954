package host

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

// How a StallDetector beats. A beat that comes stallMin later than it should
// shows a stall. A player that keeps every processor busy delays beats by less
// than that nearly always; what loses games is longer.
const (
	beatEvery    = 4 * time.Millisecond
	stallMin     = 20 * time.Millisecond
	maxBeatRate  = 2000 // beats a second of all processors together
	maxStalls    = 256  // that are remembered
	maxBeatAwait = 12 * time.Millisecond
	maxReading   = 2 * time.Millisecond // of loads that count as read at the beat
)

// StallDetector notices when the host stalls. On each processor that the process
// may use a goroutine beats every few milliseconds, on a thread bound to that
// processor: what keeps the beat from running keeps a reader or a player there
// from running too, while the beats elsewhere go on. It costs about a thousandth
// of each processor. One StallDetector serves all matches of a process; all its
// methods may be called from any goroutine.
type StallDetector struct {
	every time.Duration

	mu       sync.Mutex
	last     []time.Time   // beat of each processor
	watches  []*stallWatch // a new slice for each change
	unloaded *stallWatch   // the first of them, that of nobody's load

	stop  chan struct{}
	once  sync.Once
	beats sync.WaitGroup
}

// stallWatch remembers stalls with the loads of one player.
type stallWatch struct {
	meter  *loadMeter
	last   []Load  // at the last beat of each processor, or a little earlier
	stalls []Stall // the latest, in the order of their ends
}

// StartStallDetector starts to beat. Close ends it.
func StartStallDetector() *StallDetector {
	processors := usable()
	n := len(processors)
	now := time.Now()
	d := newStallDetector(slices.Repeat([]time.Time{now}, n))
	d.every = max(beatEvery, time.Second*time.Duration(n)/maxBeatRate)
	for i, processor := range processors {
		d.beats.Go(func() { d.beat(i, processor) })
	}
	return d
}

// newStallDetector is a detector whose last beats were at these times.
func newStallDetector(last []time.Time) *StallDetector {
	d := &StallDetector{every: beatEvery, last: last, stop: make(chan struct{})}
	d.unloaded = d.newWatch(nil)
	d.watches = []*stallWatch{d.unloaded}
	return d
}

// Close ends the beats and returns when they have ended.
func (d *StallDetector) Close() {
	d.once.Do(func() { close(d.stop) })
	d.beats.Wait()
}

// Watch begins to watch a player, and remembers its loads with the stalls from
// now on. The load is called at each beat; nil is of a player whose load is
// unknown. The stalls are those of Stalls. Stop ends the watch.
func (d *StallDetector) Watch(load func() Load) (
	stalls func(from, to time.Time) []Stall, stop func(),
) {
	w := d.newWatch(load)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watches = append(slices.Clone(d.watches), w)
	stalls = func(from, to time.Time) []Stall { return d.stalls(w, from, to) }
	return stalls, func() { d.forget(w) }
}

func (d *StallDetector) newWatch(load func() Load) *stallWatch {
	w := &stallWatch{meter: &loadMeter{load: load}}
	w.last = slices.Repeat([]Load{w.meter.now()}, len(d.last))
	return w
}

func (d *StallDetector) forget(w *stallWatch) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watches = slices.DeleteFunc(slices.Clone(d.watches), func(other *stallWatch) bool { return other == w })
}

// beat beats until Close. The goroutine never gives its thread back, so the
// thread ends with it and nobody else runs bound to one processor.
func (d *StallDetector) beat(i, processor int) {
	runtime.LockOSThread()
	bind(processor)
	wait := openWaitMeter()
	defer wait.close()
	ticks := time.NewTicker(d.every)
	defer ticks.Stop()
	waited := wait.read()
	for {
		select {
		case <-d.stop:
			return
		case <-ticks.C:
		}
		total := wait.read()
		d.note(i, time.Now(), total-waited)
		waited = total
	}
}

// note takes a beat, and remembers a stall if it came late.
func (d *StallDetector) note(i int, now time.Time, waited time.Duration) {
	d.mu.Lock()
	watches, late := d.watches, d.late(i, now)
	d.mu.Unlock()
	loads := make([]Load, len(watches))
	for n, w := range watches {
		if late {
			loads[n] = w.meter.now()
		} else {
			loads[n] = w.meter.lately()
		}
	}
	// Loads that took long to read may be those behind a stall that began meanwhile.
	// Then the ones before are kept: what a stall begins with must not be its end.
	prompt := time.Since(now) <= maxReading
	d.mu.Lock()
	defer d.mu.Unlock()
	for n, w := range watches {
		if late {
			w.remember(Stall{d.last[i], now, waited, w.last[i], loads[n]})
		}
		if prompt {
			w.last[i] = loads[n]
		}
	}
	d.last[i] = now
}

// remember keeps a stall, and drops the oldest if there are too many.
func (w *stallWatch) remember(s Stall) {
	if len(w.stalls) == maxStalls {
		w.stalls = append(w.stalls[:0], w.stalls[1:]...)
	}
	w.stalls = append(w.stalls, s)
}

func (d *StallDetector) late(i int, now time.Time) bool {
	return now.Sub(d.last[i]) >= d.every+stallMin
}

// Stalls returns the stalls that overlap a time, those of each processor in
// order. A stall begins with the last beat before it, the last moment at which
// the processor is known to have served. When the time has just ended, Stalls
// waits a few milliseconds until every processor has beaten since; one that
// still has not stalls now.
func (d *StallDetector) Stalls(from, to time.Time) []Stall {
	return d.stalls(d.unloaded, from, to)
}

func (d *StallDetector) stalls(w *stallWatch, from, to time.Time) []Stall {
	for awaited := time.Now(); !d.beatenSince(to) && time.Since(awaited) < maxBeatAwait; {
		time.Sleep(time.Millisecond)
	}
	load := w.meter.now()
	d.mu.Lock()
	defer d.mu.Unlock()
	var found []Stall
	for _, s := range w.stalls {
		if s.From.Before(to) && s.To.After(from) {
			found = append(found, s)
		}
	}
	now := time.Now()
	for i, last := range d.last {
		if d.late(i, now) && last.Before(to) {
			found = append(found, Stall{From: last, To: now, Before: w.last[i], After: load})
		}
	}
	return found
}

func (d *StallDetector) beatenSince(t time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, last := range d.last {
		if last.Before(t) {
			return false
		}
	}
	return true
}
