package exec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sandbox"
)

// The ladder of an ending process: its input is closed, then it is asked, then
// it is killed, then it is given up.
const (
	waitForExit = 100 * time.Millisecond
	waitForTerm = 200 * time.Millisecond
	waitForKill = 10 * time.Second // what a busy machine takes to end processes of low priority
)

// exitWait bounds the wait for the end of a process after the end of its output;
// then the error says that it runs on.
var exitWait = 500 * time.Millisecond

// process is a player on the standard input and output of a program.
type process struct {
	command string
	program *sandbox.Process
	stdin   *os.File // our end
	stdout  *os.File // our end
	stderr  *stderrLog

	closing atomic.Bool

	closeOnce sync.Once
	closeErr  error
}

// Read returns what the player writes and, when it has ended and everything
// has been read, a [*lines.DisconnectedError] that says how it ended.
func (p *process) Read(b []byte) (int, error) {
	n, err := p.stdout.Read(b)
	if n > 0 || err == nil {
		return n, nil
	}
	if p.closing.Load() {
		return 0, lines.Closed("exec:" + p.command)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if n := p.readLeft(b); n > 0 {
			return n, nil
		}
		err = io.EOF
	}
	return 0, p.gone(err)
}

// gone waits a moment for the end of the process, for its pipes close first.
func (p *process) gone(err error) error {
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case <-p.program.Exited():
		p.stderr.drain()
		end := p.program.Ending()
		if end.Memory {
			err = errors.Join(err, lines.ErrOutOfMemory)
		}
		if end.Host {
			err = errors.Join(err, lines.ErrNotStopped)
		}
		return &lines.DisconnectedError{Why: end.Text(), Err: err}
	case <-timer.C:
		return &lines.DisconnectedError{Why: say.Format("process closed its output but runs on"), Err: err}
	}
}

// Write gives the player bytes on its standard input.
func (p *process) Write(b []byte) (int, error) {
	n, err := p.stdin.Write(b)
	switch {
	case err == nil, errors.Is(err, os.ErrDeadlineExceeded):
		return n, err
	case p.closing.Load():
		return n, lines.Closed("exec:" + p.command)
	case errors.Is(err, os.ErrClosed):
		return n, fmt.Errorf("exec:%s: writing after CloseWrite: %w", p.command, err)
	}
	return n, p.writeGone(err)
}

// writeGone returns the error of a write to a closed input. A program that ended in
// good order gives writers the same io.EOF as readers.
func (p *process) writeGone(err error) error {
	gone := p.gone(io.EOF)
	select {
	case <-p.program.Exited():
		return gone
	default:
		return &lines.DisconnectedError{Why: say.Format("process closed its input but runs on"), Err: err}
	}
}

// SetWriteDeadline bounds Write; the zero time lifts the bound. On Windows pipes
// have no deadlines, and the error says so.
func (p *process) SetWriteDeadline(t time.Time) error { return p.stdin.SetWriteDeadline(t) }

// Drain has nothing to wait for: the pipe is the player's.
func (p *process) Drain() error { return nil }

// CloseWrite ends the player's standard input.
func (p *process) CloseWrite() error { return p.stdin.Close() }

// CPUTime returns the processor time that the player's processes have used; see
// [sandbox.Process.CPUTime].
func (p *process) CPUTime() time.Duration { return p.program.CPUTime() }

// Counted reports whether that is all; see [sandbox.Process.Counted].
func (p *process) Counted() bool { return p.program.Counted() }

// Apart reports whether it cannot take the processors from others; see
// [sandbox.Process.Apart].
func (p *process) Apart() bool { return p.program.Apart() }

// Waits is the sandbox's.
func (p *process) Waits(fresh bool) (sandbox.Waits, bool) {
	return p.program.Waits(fresh)
}

// Runnable is the sandbox's.
func (p *process) Runnable() (runs, ok bool) { return p.program.Runnable() }

// Stop stops the player and all that it has started; see
// [sandbox.Process.Stop].
func (p *process) Stop() error { return p.program.Stop() }

// Continue resumes a suspended program.
func (p *process) Continue() error { return p.program.Continue() }

// Close ends the process and everything it has started, and waits for it. It is
// idempotent; a second caller waits for the first.
func (p *process) Close() error {
	p.closeOnce.Do(func() {
		p.closing.Store(true)
		closed := make(chan struct{})
		go func() { // on Windows it waits for a write that waits for a player that does not read
			p.stdin.Close()
			close(closed)
		}()
		_ = p.program.Continue() // it may want to end by itself
		p.stdout.SetReadDeadline(time.Now())
		if p.closeErr = p.end(); p.closeErr == nil {
			<-closed
		}
		p.stdout.Close()
		p.stderr.close()
	})
	return p.closeErr
}

func (p *process) end() error {
	if p.exitsWithin(waitForExit) {
		return nil
	}
	p.program.Signal(syscall.SIGTERM)
	if p.exitsWithin(waitForTerm) {
		return nil
	}
	p.program.Kill()
	if p.exitsWithin(waitForKill) {
		return nil
	}
	return fmt.Errorf("exec:%s: its processes do not end even when killed", p.command)
}

func (p *process) exitsWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.program.Exited():
		return true
	case <-timer.C:
		return false
	}
}
