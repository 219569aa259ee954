package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Process is a program that was started. Its methods may be called from any
// goroutine.
type Process struct {
	program   Program
	cmd       *exec.Cmd
	isolated  bool
	open      bool // it gets the host's whole environment
	first     int  // the first process: of the namespace if isolated
	group     *group
	groupless bool // it gets none

	status *os.File // what bwrap tells
	lines  *bufio.Reader
	pidfd  int // of first
	opened bool
	sealed bool // a filter keeps it in its process group

	exited chan struct{} // closed when everything has ended
	ending Ending        // read after exited

	used    atomic.Int64 // processor time, the most that was seen
	others  othersMeter
	threads threadsMeter

	freezing sync.Mutex // one stops or continues at a time
	stopped  bool
	atStop   atomic.Pointer[stopUsage] // while it is stopped by a signal

	unstopped atomic.Bool // it was killed because it could not be stopped or continued

	mu     sync.Mutex // never held for long
	reaped bool
	why    string // why it was killed by us; human-readable
	starve bool   // it was for its memory
}

// Isolated reports whether the program has namespaces of its own.
func (q *Process) Isolated() bool { return q.isolated }

// Exited is closed when the program has ended and, if it is isolated, all that
// it has started has, too.
func (q *Process) Exited() <-chan struct{} { return q.exited }

// Ending returns the end of the program. Call it after Exited is closed.
func (q *Process) Ending() Ending { return q.ending }

// finish notes how the program ended and what it used.
func (q *Process) finish() {
	state := q.cmd.ProcessState
	q.mu.Lock()
	defer q.mu.Unlock()
	q.saw(max(state.UserTime()+state.SystemTime(), q.group.used()))
	q.ending.Why, q.ending.Memory, q.ending.Host = q.why, q.starve, q.unstopped.Load()
	switch own, general := q.group.starved(); {
	case q.why != "":
	case own:
		q.ending.Why, q.ending.Memory = q.outOfMemory(), true
	case general:
		q.ending.Why = "the system has run out of memory, of which the program itself had some left"
	case q.group.forkRefused():
		q.ending.Why = q.tooManyProcesses()
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		q.ending.Signal = status.Signal()
	} else {
		q.ending.Status = state.ExitCode()
	}
	if q.isolated {
		q.finishWrapped()
	}
	q.closeStatus()
}

// finishWrapped reads from bwrap how the program ended. Like a shell it adds
// 128 to the number of a signal.
func (q *Process) finishWrapped() {
	var said struct {
		Code *int `json:"exit-code"`
	}
	_ = q.status.SetReadDeadline(time.Now().Add(time.Second))
	for {
		line, err := q.lines.ReadBytes('\n')
		if err != nil {
			break
		}
		_ = json.Unmarshal(line, &said)
	}
	switch {
	case said.Code == nil && q.ending.Exited():
		q.ending.Why = "it could not be started in its isolation; its standard error says why"
	case said.Code != nil && *said.Code > 128 && *said.Code <= 128+64:
		q.ending.Signal, q.ending.Status = syscall.Signal(*said.Code-128), 0
	}
}

func (q *Process) closeStatus() {
	if q.status != nil {
		q.status.Close()
		q.status = nil
	}
	if q.opened {
		unix.Close(q.pidfd)
		q.opened = false
	}
}

// awaitExit returns when the first process that we started has ended and leaves
// it to be reaped.
func (q *Process) awaitExit() {
	for {
		err := unix.Waitid(unix.P_PID, q.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

// awaitNamespace waits until nothing of the namespace is left.
func (q *Process) awaitNamespace() {
	if !q.isolated {
		return
	}
	_ = unix.PidfdSendSignal(q.pidfd, unix.SIGKILL, nil, 0)
	until := time.Now().Add(endTime)
	for {
		left := int(max(0, time.Until(until).Milliseconds()))
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(q.pidfd), Events: unix.POLLIN}}, left)
		if n > 0 || left == 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// reap takes the first process that we started out of the system's table. From
// then on its number may be another's.
func (q *Process) reap() {
	q.mu.Lock()
	defer q.mu.Unlock()
	_ = q.cmd.Wait()
	q.reaped = true
}

// killGroup kills the process group that we started. The caller holds mu once
// others may call.
func (q *Process) killGroup() { _ = syscall.Kill(-q.cmd.Process.Pid, syscall.SIGKILL) }

// Kill ends the program and all that it has started, at once. It does not wait
// for that.
func (q *Process) Kill() { q.kill("") }

// kill is Kill, with a reason for users.
func (q *Process) kill(why string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reaped {
		return
	}
	if q.why == "" {
		q.why = why
	}
	if q.opened {
		_ = unix.PidfdSendSignal(q.pidfd, unix.SIGKILL, nil, 0)
	}
	q.killGroup()
}

// Signal sends a signal to all processes of the program, as far as they can be
// found. A program that is stopped gets it when it continues.
func (q *Process) Signal(s syscall.Signal) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reaped {
		return
	}
	if !q.isolated {
		_ = syscall.Kill(-q.cmd.Process.Pid, s)
		return
	}
	for _, pid := range namespacePIDs(q.first) {
		_ = syscall.Kill(pid, s)
	}
}
