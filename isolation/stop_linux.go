package isolation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Stop stops the program and everything it has started, and returns when all
// of it stands still. A program cannot get around it by starting others: either
// its control group is frozen, or one signal goes to its whole namespace at
// once. Without isolation what has left the process group may run on. A program
// that cannot be stopped is killed. Stop after the end is no error.
func (q *Process) Stop() error { return q.halt(true) }

// Continue lets a program that was stopped go on.
func (q *Process) Continue() error { return q.halt(false) }

func (q *Process) halt(on bool) error {
	q.halting.Lock()
	defer q.halting.Unlock()
	if q.over() || q.stopped == on {
		return nil
	}
	if err := q.setHalted(on); err != nil {
		if q.over() { // meanwhile
			return nil
		}
		q.kill("it could not be stopped and continued: " + err.Error())
		return err
	}
	q.stopped = on
	return nil
}

// over tells whether the first process has ended, also if it is not reaped yet.
func (q *Process) over() bool {
	select {
	case <-q.exited:
		return true
	default:
	}
	s, ok := readStat(fmt.Sprintf("/proc/%d/stat", q.first))
	return !ok || s.state == 'Z'
}

func (q *Process) setHalted(on bool) error {
	signal := map[bool]syscall.Signal{true: syscall.SIGSTOP, false: syscall.SIGCONT}[on]
	if !q.isolated {
		for _, s := range q.tree() {
			_ = syscall.Kill(s.pid, signal)
		}
		return nil
	}
	if q.group != nil && q.group.freeze(on) == nil {
		return nil
	}
	var err error
	for range 3 { // what is in the namespace might kill who comes to stop it
		if err = q.signalNamespace(signal); err == nil {
			return nil
		}
	}
	return err
}

// signalTime bounds how long signalling a namespace takes.
const signalTime = 5 * time.Second

// signalNamespace sends a signal to all in the namespace at once, from within:
// only there the system does so without leaving out who is being started.
func (q *Process) signalNamespace(s syscall.Signal) error {
	ctx, cancel := context.WithTimeout(context.Background(), signalTime)
	defer cancel()
	args := []string{"--pid=/proc/self/fd/3"}
	files := []*os.File{q.space}
	if owner := ownerOf(q.space); owner != nil {
		defer owner.Close()
		args = append(args, "--user=/proc/self/fd/4", "--preserve-credentials")
		files = append(files, owner)
	}
	args = append(args, "--", "/bin/sh", "-c", fmt.Sprintf("kill -%d -1", int(s)))
	cmd := exec.CommandContext(ctx, "nsenter", args...)
	cmd.ExtraFiles = files
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && q.alone() {
		return nil // nobody there to signal
	}
	if err != nil {
		return fmt.Errorf("nsenter: %w: %.100s", err, said)
	}
	return nil
}

// alone tells whether the namespace holds nothing but its first process.
func (q *Process) alone() bool { return len(q.tree()) <= 1 }

// ownerOf is the user namespace that owns another, unless it is ours.
func ownerOf(space *os.File) *os.File {
	fd, err := unix.IoctlRetInt(int(space.Fd()), unix.NS_GET_USERNS)
	if err != nil {
		return nil
	}
	owner := os.NewFile(uintptr(fd), "owner")
	unix.CloseOnExec(fd)
	theirs, err1 := owner.Stat()
	ours, err2 := os.Stat("/proc/self/ns/user")
	if err1 != nil || err2 != nil || os.SameFile(theirs, ours) {
		owner.Close()
		return nil
	}
	return owner
}
