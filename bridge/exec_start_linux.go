package bridge

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/google/shlex"
	"golang.org/x/sys/unix"
)

// openExec starts the program in a process group of its own. No shell is
// involved. A session of its own would keep a player from taking the host's part
// of the processors, but Linux gives a new session little of a busy one at
// first: it doubled the slowest answers, and no pulse of the host could see it.
func openExec(command string, opts Options) (io.ReadWriteCloser, error) {
	words, err := shlex.Split(command)
	if err != nil || len(words) == 0 {
		return nil, fmt.Errorf("exec:%s: not a command line", command)
	}
	p := &process{command: command, exited: make(chan struct{})}
	p.cmd = exec.Command(words[0], words[1:]...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{
		Setpgid: true, Pdeathsig: syscall.SIGKILL,
	}
	if err := p.start(opts); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) start(opts Options) error {
	var pipes pipeSet
	defer pipes.closeChild()
	p.cmd.Stdin, p.stdin = pipes.toChild()
	p.cmd.Stdout, p.stdout = pipes.fromChild()
	var stderr *os.File
	if opts.Stderr != nil {
		p.cmd.Stderr, stderr = pipes.fromChild()
	}
	if pipes.err != nil {
		pipes.closeOurs()
		return fmt.Errorf("exec:%s: %w", p.command, pipes.err)
	}
	started := make(chan error)
	go p.live(opts.Limits, started)
	if err := <-started; err != nil {
		pipes.closeOurs()
		return err
	}
	p.stderr = followStderr(stderr, opts.Stderr)
	return nil
}

// live starts the process and reaps it. It keeps one thread to itself, for the
// system kills the player when the thread that started it ends.
func (p *process) live(limits ExecLimits, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.begin(limits)
	started <- err
	if err != nil {
		return
	}
	p.awaitExit()
	// While the process is a zombie its group cannot be another's.
	p.signal(syscall.SIGKILL)
	p.cmd.Wait()
	p.ending = describeEnding(p.cmd.ProcessState)
	close(p.exited)
	// What it wrote before is still read; a child it left is not waited for.
	p.stdout.SetReadDeadline(time.Now())
}

// begin starts the process and limits it. Until it is reaped its number cannot be
// another's.
func (p *process) begin(limits ExecLimits) error {
	if err := p.cmd.Start(); err != nil {
		return startError(p.command, err)
	}
	err := limits.apply(p.cmd.Process.Pid)
	if err == nil || errors.Is(err, unix.ESRCH) {
		return nil
	}
	p.signal(syscall.SIGKILL)
	p.cmd.Wait()
	return fmt.Errorf("exec:%s: %w", p.command, err)
}

// awaitExit returns when the process has ended and leaves it to be reaped.
func (p *process) awaitExit() {
	for {
		err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil,
			unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

func (p *process) signal(s syscall.Signal) {
	syscall.Kill(-p.cmd.Process.Pid, s)
}
