package sandbox

import (
	"fmt"
	"syscall"
	"time"
)

// Stop stops the program and everything it has started, and returns when all
// of it stands still, after about two seconds at the latest. A program cannot get
// around it by starting others: its control group is frozen; or, where there is
// none, one signal goes to its process group, which it cannot leave. Without
// isolation what has left the process group may run on. A program that is not
// stopped by that, or goes on meanwhile, is killed. Stop after the end is no error.
func (q *Process) Stop() error { return q.freeze(true) }

// Continue lets a program that was stopped go on.
func (q *Process) Continue() error { return q.freeze(false) }

func (q *Process) freeze(on bool) error {
	q.freezing.Lock()
	defer q.freezing.Unlock()
	if q.over() || q.stopped == on {
		return nil
	}
	if err := q.setFrozen(on); err != nil {
		if q.over() { // meanwhile
			return nil
		}
		q.unstopped.Store(true)
		q.kill("it could not be stopped and continued: " + err.Error())
		return err
	}
	q.stopped = on
	return nil
}

// over reports whether the first process has ended, also if it is not reaped yet.
func (q *Process) over() bool {
	select {
	case <-q.exited:
		return true
	default:
	}
	s, ok := readStat(fmt.Sprintf("/proc/%d/stat", q.first))
	return !ok || s.state == 'Z'
}

func (q *Process) setFrozen(on bool) error {
	signal := map[bool]syscall.Signal{true: syscall.SIGSTOP, false: syscall.SIGCONT}[on]
	switch {
	case !q.isolated:
		for _, s := range q.tree() {
			_ = syscall.Kill(s.pid, signal)
		}
	case q.group != nil:
		return q.group.freeze(on)
	case on:
		q.signalAll(signal)
		q.awaitStandstill(signal)
	default:
		q.atStop.Store(nil)
		q.signalAll(signal)
	}
	return nil
}

// signalAll sends a signal to the process group of the program, at once and also to
// who is being started. Where no filter keeps the program in it, to whoever has left
// it too, one after the other.
func (q *Process) signalAll(s syscall.Signal) {
	_ = syscall.Kill(-q.cmd.Process.Pid, s)
	if !q.sealed {
		for _, pid := range namespacePIDs(q.first) {
			_ = syscall.Kill(pid, s)
		}
	}
}

// standstillTime bounds the wait for stopped processes to stand still on a busy
// machine. No player's clock runs meanwhile; watch finds processes that continue later.
const standstillTime = 500 * time.Millisecond

// awaitStandstill returns when no process of the program runs any more. It repeats the
// signal while one does, and notes the processor time used from settleTime on.
func (q *Process) awaitStandstill(s syscall.Signal) {
	began := time.Now()
	for q.mayRun() && time.Since(began) < standstillTime {
		time.Sleep(time.Millisecond)
		q.signalAll(s)
		if q.atStop.Load() == nil && time.Since(began) > settleTime {
			q.atStop.Store(&stopUsage{q.treeTime()})
		}
	}
	if q.atStop.Load() == nil {
		q.atStop.Store(&stopUsage{q.treeTime()})
	}
}

// settleTime is the uncertainty of the used time after the signal: the system counts in
// ticks.
const settleTime = 30 * time.Millisecond

// mayRun reports whether a process of the program may be running. One that waits for a
// child that borrows its memory (vfork), or for a disk, does not stop, and does nothing.
func (q *Process) mayRun() bool {
	for _, s := range q.tree() {
		switch s.state {
		case 'T', 't', 'Z', 'X', 'D':
		default:
			return true
		}
	}
	return false
}

// stopUsage is the processor time that a program had used when a signal stopped it.
type stopUsage struct{ used time.Duration }

// maxStopUse is the processor time that a program may use behind its stop: that of coming
// to a stop.
const maxStopUse = 20 * time.Millisecond

// runsOn reports whether a program that was stopped by a signal runs all the same. There
// are ways to do so: a thread does not stop whose process waits in another one.
func (q *Process) runsOn() bool {
	rest := q.atStop.Load()
	if rest == nil {
		return false
	}
	used := q.treeTime()
	// Meanwhile it may have been told to go on.
	return used-rest.used > maxStopUse && q.atStop.Load() == rest
}
