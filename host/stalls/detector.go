package stalls

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

// How a Detector beats. A beat at the host's priority that comes stallMin later
// than it should shows a stall; what costs games is longer. Players of a lower
// priority wait in many small pieces, one whenever they wake: there a beat that comes
// waitMin later shows a stall.
const (
	beatEvery    = 4 * time.Millisecond
	stallMin     = 20 * time.Millisecond
	waitMin      = 5 * time.Millisecond
	maxBeatRate  = 2000 // beats a second of all processors together
	maxStalls    = 1024 // that are remembered
	maxBeatAwait = 12 * time.Millisecond
	maxReading   = 2 * time.Millisecond // of loads that count as read at the beat
)

// Detector notices when the host stalls. On each processor that the process
// may use a goroutine beats every few milliseconds, on a thread bound to that
// processor: what keeps the beat from running keeps a reader or a player there
// from running too, while the beats elsewhere go on. For players of a lower
// priority than the host's there are beats of that priority as well. All beats of
// one priority cost about a thousandth of each processor. One Detector serves
// all matches of a process; all its methods may be called from any goroutine.
type Detector struct {
	every      time.Duration
	processors []int

	mu        sync.Mutex
	last      []heartbeat // of each processor, for each priority
	observers []*observer
	unloaded  *observer // the first of them, without a player
	closed    bool

	workersMu sync.Mutex    // before mu
	workers   *workersMeter // nil before Start and after Close

	stop  chan struct{}
	beats sync.WaitGroup
}

// heartbeat is the last beat on a processor at a priority.
type heartbeat struct {
	at   time.Time
	nice int // how much lower than the host's the priority is
}

// observer remembers stalls with the loads of one player.
type observer struct {
	meter    *usageMeter
	nice     int     // of the player; beats below its priority do not count
	external bool    // it is no program of this machine, and behind the kernel's workers
	last     []Usage // at the last beat of each pulse, or a little earlier
	stalls   []Stall // the latest, in the order of their ends
}

// Start starts to beat. Close ends it.
func Start() *Detector {
	processors := usable()
	d := newDetector(processors)
	d.workers = newWorkersMeter()
	d.beats.Go(d.watchWorkers)
	d.every = max(beatEvery, time.Second*time.Duration(len(processors))/maxBeatRate)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.beatAt(0)
	return d
}

// newDetector is a detector that does not beat yet.
func newDetector(processors []int) *Detector {
	d := &Detector{every: beatEvery, processors: processors, stop: make(chan struct{})}
	d.unloaded = d.newObserver(nil, 0)
	d.observers = []*observer{d.unloaded}
	return d
}

// beatAt begins to beat at a priority, on each processor; mu is held.
func (d *Detector) beatAt(nice int) {
	first := len(d.last)
	d.addHeartbeats(nice, time.Now())
	for i, processor := range d.processors {
		d.beats.Go(func() { d.beat(first+i, processor, nice) })
	}
}

// addHeartbeats adds those of a priority; mu is held.
func (d *Detector) addHeartbeats(nice int, now time.Time) {
	d.last = append(d.last, slices.Repeat([]heartbeat{{now, nice}}, len(d.processors))...)
	for _, w := range d.observers {
		w.last = append(w.last, slices.Repeat([]Usage{w.meter.lately()}, len(d.processors))...)
	}
}

// Close ends the beats and returns when they have ended.
func (d *Detector) Close() {
	d.mu.Lock()
	if !d.closed {
		d.closed = true
		close(d.stop)
	}
	d.mu.Unlock()
	d.beats.Wait()
	d.workersMu.Lock()
	defer d.workersMu.Unlock()
	if d.workers != nil {
		d.workers.close()
		d.workers = nil
	}
}

// Watch begins to watch a player, and remembers its loads with the stalls from
// now on. The load is called at each beat. The function returns the stalls of Stalls,
// and those that only programs of the player's priority notice; of an external player the waits of the kernel's
// workers, too. Stop ends the watch.
func (d *Detector) Watch(p Watched) (
	stalls func(from, to time.Time) []Stall, stop func(),
) {
	w := d.newObserver(p.Load, p.Nice)
	if w.external = p.External; w.external {
		d.lookAtWorkers() // what was before is none of its
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w.last = slices.Repeat([]Usage{w.meter.now()}, len(d.last))
	d.observers = append(d.observers, w)
	if !d.closed && !slices.ContainsFunc(d.last, func(h heartbeat) bool { return h.nice == p.Nice }) {
		d.beatAt(p.Nice)
	}
	stalls = func(from, to time.Time) []Stall { return d.stalls(w, from, to) }
	return stalls, func() { d.remove(w) }
}

func (d *Detector) newObserver(load func() Usage, nice int) *observer {
	return &observer{meter: &usageMeter{load: load}, nice: nice}
}

// observes reports whether a watch heeds a pulse: what comes before the player on the
// processors holds it up.
func (w *observer) observes(p heartbeat) bool { return p.nice <= w.nice }

func (d *Detector) remove(w *observer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.observers = slices.DeleteFunc(d.observers, func(other *observer) bool { return other == w })
}

// beat beats until Close. The goroutine never gives its thread back, so the
// thread ends with it and no other goroutine runs bound to one processor.
func (d *Detector) beat(i, processor, nice int) {
	runtime.LockOSThread()
	bind(processor)
	lower(nice)
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
		d.record(i, time.Now(), total-waited)
		waited = total
	}
}

// record takes a beat, and remembers a stall if it came late.
func (d *Detector) record(i int, now time.Time, waited time.Duration) {
	d.mu.Lock()
	watches, late := d.observersOf(i), d.late(i, now)
	d.mu.Unlock()
	loads := make([]Usage, len(watches))
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
			w.remember(Stall{From: d.last[i].at, To: now, Waited: waited, Before: w.last[i], After: loads[n]})
		}
		if prompt {
			w.last[i] = loads[n]
		}
	}
	d.last[i].at = now
}

// observersOf lists the watches that heed a pulse; mu is held.
func (d *Detector) observersOf(i int) (watches []*observer) {
	for _, w := range d.observers {
		if w.observes(d.last[i]) {
			watches = append(watches, w)
		}
	}
	return watches
}

// remember keeps a stall, and drops the oldest if there are too many.
func (w *observer) remember(s Stall) {
	if len(w.stalls) == maxStalls {
		w.stalls = append(w.stalls[:0], w.stalls[1:]...)
	}
	w.stalls = append(w.stalls, s)
}

func (d *Detector) late(i int, now time.Time) bool {
	least := stallMin
	if d.last[i].nice > 0 {
		least = waitMin
	}
	return now.Sub(d.last[i].at) >= d.every+least
}

// Stalls returns the stalls that overlap a time, those of each processor in
// order. A stall begins with the last beat before it, the last moment at which
// the processor is known to have served. When the time has just ended, Stalls
// waits a few milliseconds until every processor has beaten since; one that
// still has not stalls now.
func (d *Detector) Stalls(from, to time.Time) []Stall {
	return d.stalls(d.unloaded, from, to)
}

func (d *Detector) stalls(w *observer, from, to time.Time) []Stall {
	for awaited := time.Now(); !d.beatenSince(w, to) && time.Since(awaited) < maxBeatAwait; {
		time.Sleep(time.Millisecond)
	}
	load := w.meter.now()
	var ongoing time.Duration
	if w.external {
		ongoing = d.lookAtWorkers()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var found []Stall
	for _, s := range w.stalls {
		if s.From.Before(to) && s.To.After(from) {
			found = append(found, s)
		}
	}
	now := time.Now()
	if ongoing >= workersMin {
		found = append(found, Stall{From: now.Add(-ongoing), To: now, Waited: ongoing, HandOver: true})
	}
	for i, last := range d.last {
		if w.observes(last) && d.late(i, now) && last.at.Before(to) {
			// Since this runs, the machine does: the processor is waited for.
			found = append(found, Stall{From: last.at, To: now, Waited: now.Sub(last.at), Before: w.last[i], After: load})
		}
	}
	return found
}

func (d *Detector) beatenSince(w *observer, t time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, last := range d.last {
		if w.observes(last) && last.at.Before(t) {
			return false
		}
	}
	return true
}
