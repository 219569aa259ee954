package stalls

import "time"

// How the waits of the kernel's workers are looked at. They hand over what a terminal or an adapter has received, at
// the priority of any program, so that on a busy machine bytes lie in the kernel while the host's beats are in time.
const (
	workersEvery = 8 * time.Millisecond
	workersMin   = time.Millisecond // a shorter wait is none
)

// watchWorkers looks at the kernel's workers until Close, while a player is watched that is behind them.
func (d *Detector) watchWorkers() {
	ticks := time.NewTicker(workersEvery)
	defer ticks.Stop()
	for {
		select {
		case <-d.stop:
			return
		case <-ticks.C:
		}
		if d.watchesExternal() {
			d.lookAtWorkers()
		}
	}
}

// watchesExternal reports whether a player is watched that is no program of this machine.
func (d *Detector) watchesExternal() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.observers {
		if w.external {
			return true
		}
	}
	return false
}

// lookAtWorkers remembers the longest wait that has ended since the last look, and returns the one that goes on.
func (d *Detector) lookAtWorkers() (ongoing time.Duration) {
	d.workersMu.Lock()
	defer d.workersMu.Unlock()
	if d.workers == nil {
		return 0
	}
	ended, ongoing := d.workers.look()
	if ended < workersMin {
		return ongoing
	}
	now := time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.observers {
		if w.external {
			w.remember(Stall{From: now.Add(-ended), To: now, Waited: ended, HandOver: true})
		}
	}
	return ongoing
}
