//go:build !linux

package sandbox

import (
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Process is a program that was started. Its methods may be called from any
// goroutine.
type Process struct {
	cmd    *exec.Cmd
	tree   tree          // what it has started, and itself
	open   bool          // it was started in mode None
	exited chan struct{} // closed when the program has ended
	ending Ending        // read after exited
	used   atomic.Int64  // processor time, the most that was seen

	mu      sync.Mutex // never held for long
	reaped  bool
	stopped bool
}

// Start starts a program. The caller closes its files and, at the latest when it needs
// the program no more, calls Kill; Exited tells when it has ended. The limits, and the
// end of child processes, differ by system: see docs/platforms.md.
func (i *Isolation) Start(p *Program) (*Process, error) {
	if _, err := i.Available(); err != nil {
		return nil, err
	}
	dir, err := p.dir()
	if err != nil {
		return nil, err
	}
	q := &Process{cmd: exec.Command(p.Args[0], p.Args[1:]...), open: i.mode == None, exited: make(chan struct{})}
	q.cmd.Dir, q.cmd.Env = dir, p.environment(i.mode == None)
	// A nil *os.File in the interface is not nil.
	if p.Stdin != nil {
		q.cmd.Stdin = p.Stdin
	}
	if p.Stdout != nil {
		q.cmd.Stdout = p.Stdout
	}
	if p.Stderr != nil {
		q.cmd.Stderr = p.Stderr
	}
	limited := *p
	limited.Limits = p.limits()
	if q.tree, err = startTree(q.cmd, &limited); err != nil {
		return nil, err
	}
	go q.supervise()
	return q, nil
}

// supervise waits for the end of the program, then ends what it has left.
func (q *Process) supervise() {
	_ = q.cmd.Wait() // it closes nothing of ours: all files are files
	state := q.cmd.ProcessState
	q.mu.Lock()
	q.reaped = true
	q.saw(max(q.tree.used(), state.UserTime()+state.SystemTime()))
	q.tree.kill()
	q.tree.close()
	q.mu.Unlock()
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		q.ending.Signal = status.Signal()
	} else {
		q.ending.Status = state.ExitCode()
	}
	close(q.exited)
}

// CPUTime returns the processor time that the program and what it has started have
// used: exact on Windows; on macOS known at the end only, and zero before. It
// never falls.
func (q *Process) CPUTime() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reaped {
		return time.Duration(q.used.Load())
	}
	return q.saw(q.tree.used())
}

// Counted reports whether CPUTime counts all that the program does, while it does it.
// Programs that were started in mode None are believed to do nothing else.
func (q *Process) Counted() bool { return treeCounts || q.open }

// Apart is false but for programs that were started in mode None, which are believed not to
// take the processors from others: this system does not share them out between programs.
func (q *Process) Apart() bool { return q.open }

// Waits reports false: this system does not count for how long programs wait for a processor.
func (q *Process) Waits(bool) (w Waits, ok bool) { return w, false }

// Runnable reports false: this system does not tell what programs wait for.
func (q *Process) Runnable() (runs, ok bool) { return false, false }

// Held reports false, as Waits does.
func (q *Process) Held() (held time.Duration, ok bool) { return 0, false }

// saw notes a time and returns the most that was seen.
func (q *Process) saw(used time.Duration) time.Duration {
	q.used.Store(max(q.used.Load(), int64(used)))
	return time.Duration(q.used.Load())
}

// Isolated is false: programs are isolated on Linux only.
func (q *Process) Isolated() bool { return false }

// Exited is closed when the program has ended.
func (q *Process) Exited() <-chan struct{} { return q.exited }

// Ending returns the end of the program. Call it after Exited is closed.
func (q *Process) Ending() Ending { return q.ending }

// Kill ends the program and what it has started, at once. It does not wait for
// that.
func (q *Process) Kill() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.reaped {
		q.tree.kill()
	}
}

// Signal sends a signal to the program and what it has started, where the system
// has signals. Windows has none, and Signal does nothing.
func (q *Process) Signal(s syscall.Signal) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.reaped {
		q.tree.signal(s)
	}
}

// Stop stops the program and what it has started. Processes that are being
// started meanwhile may run on. Stop after the end is no error.
func (q *Process) Stop() error { return q.freeze(true) }

// Continue lets a program that was stopped go on.
func (q *Process) Continue() error { return q.freeze(false) }

func (q *Process) freeze(on bool) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reaped || q.stopped == on {
		return nil
	}
	if err := q.tree.freeze(on); err != nil {
		return err
	}
	q.stopped = on
	return nil
}
