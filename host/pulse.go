package host

import (
	"runtime"
	"sync"
	"time"
)

// How a Pulse beats. A beat that comes stallMin later than it should shows a
// stall. A player that keeps every processor busy delays beats by less than
// that nearly always; what loses games is longer.
const (
	beatEvery    = 4 * time.Millisecond
	stallMin     = 20 * time.Millisecond
	maxBeatRate  = 2000 // beats a second of all processors together
	maxStalls    = 256  // that are remembered
	maxBeatAwait = 12 * time.Millisecond
)

// Pulse notices when the host stands still. On each processor that the process
// may use a goroutine beats every few milliseconds, on a thread bound to that
// processor: what keeps the beat from running keeps a reader or a player there
// from running too, while the beats elsewhere go on. It costs about a thousandth
// of each processor. One Pulse serves all matches of a process; all its methods
// may be called from any goroutine.
type Pulse struct {
	every time.Duration

	mu     sync.Mutex
	last   []time.Time // beat of each processor
	stalls []Stall     // the latest, in the order of their ends

	stop  chan struct{}
	once  sync.Once
	beats sync.WaitGroup
}

// StartPulse starts to beat. Close ends it.
func StartPulse() *Pulse {
	processors := usable()
	n := len(processors)
	p := &Pulse{
		every: max(beatEvery, time.Second*time.Duration(n)/maxBeatRate),
		last:  make([]time.Time, n), stop: make(chan struct{}),
	}
	now := time.Now()
	for i, processor := range processors {
		p.last[i] = now
		p.beats.Go(func() { p.beat(i, processor) })
	}
	return p
}

// Close ends the beats and returns when they have ended.
func (p *Pulse) Close() {
	p.once.Do(func() { close(p.stop) })
	p.beats.Wait()
}

// beat beats until Close. The goroutine never gives its thread back, so the
// thread ends with it and nobody else runs bound to one processor.
func (p *Pulse) beat(i, processor int) {
	runtime.LockOSThread()
	bind(processor)
	wait := openWaitMeter()
	defer wait.close()
	ticks := time.NewTicker(p.every)
	defer ticks.Stop()
	waited := wait.read()
	for {
		select {
		case <-p.stop:
			return
		case <-ticks.C:
		}
		total := wait.read()
		p.note(i, time.Now(), total-waited)
		waited = total
	}
}

// note takes a beat, and remembers a stall if it came late.
func (p *Pulse) note(i int, now time.Time, waited time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late(i, now) {
		if len(p.stalls) == maxStalls {
			p.stalls = append(p.stalls[:0], p.stalls[1:]...)
		}
		p.stalls = append(p.stalls, Stall{p.last[i], now, waited})
	}
	p.last[i] = now
}

func (p *Pulse) late(i int, now time.Time) bool {
	return now.Sub(p.last[i]) >= p.every+stallMin
}

// Stalls returns the stalls that overlap a time, those of each processor in
// order. A stall begins with the last beat before it, the last moment at which
// the processor is known to have served. When the time has just ended, Stalls
// waits a few milliseconds until every processor has beaten since; one that
// still has not stands still now.
func (p *Pulse) Stalls(from, to time.Time) []Stall {
	for awaited := time.Now(); !p.beatenSince(to) && time.Since(awaited) < maxBeatAwait; {
		time.Sleep(time.Millisecond)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var found []Stall
	for _, s := range p.stalls {
		if s.From.Before(to) && s.To.After(from) {
			found = append(found, s)
		}
	}
	now := time.Now()
	for i, last := range p.last {
		if p.late(i, now) && last.Before(to) {
			found = append(found, Stall{From: last, To: now})
		}
	}
	return found
}

func (p *Pulse) beatenSince(t time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, last := range p.last {
		if last.Before(t) {
			return false
		}
	}
	return true
}
