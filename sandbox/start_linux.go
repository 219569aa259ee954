package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// setupTime bounds how long bwrap may take to make the namespaces, on a machine that is
// under attack too.
const setupTime = time.Minute

// Start starts a program. The caller closes its files and, at the latest when
// it needs the program no more, calls Kill; Exited tells when all has ended.
// The program ends with the host, however that ends.
func (i *Isolation) Start(p *Program) (*Process, error) {
	isolated, err := i.Available()
	if err != nil {
		return nil, err
	}
	q := &Process{program: *p, isolated: isolated, open: i.mode == None, groupless: i.groupless, exited: make(chan struct{})}
	q.program.hidden, q.program.Limits = i.hides(), p.limits()
	dir, err := p.dir()
	if err != nil {
		return nil, err
	}
	if isolated {
		err = q.bwrapCommand(i, dir)
	} else {
		err = q.plainCommand(dir)
	}
	if err != nil {
		return nil, err
	}
	started := make(chan error)
	go q.supervise(started)
	return q, <-started
}

// plainCommand runs the program as it is, in a process group of its own.
func (q *Process) plainCommand(dir string) error {
	p := &q.program
	q.cmd = exec.Command(p.Args[0], p.Args[1:]...)
	q.standard(dir)
	if p.Stdin != nil {
		q.cmd.Stdin = p.Stdin
	}
	if p.Stdout != nil {
		q.cmd.Stdout = p.Stdout
	}
	return q.cmd.Err
}

func (q *Process) bwrapCommand(i *Isolation, dir string) error {
	p := &q.program
	path, err := p.lookup(dir)
	if err != nil {
		return err
	}
	q.cmd = exec.Command(i.bwrap, p.arguments(path, dir)...)
	q.standard("")
	if q.group = q.makeGroup(i.cgroups); q.group != nil {
		q.cmd.SysProcAttr.UseCgroupFD = true
		q.cmd.SysProcAttr.CgroupFD = int(q.group.dir.Fd())
	}
	return nil
}

// makeGroup makes a control group for the program, by which it can be stopped and measured,
// or nil where none can be made.
func (q *Process) makeGroup(at cgroupDirs) *group {
	if q.groupless {
		return nil
	}
	g := newGroup(at, q.program.Limits, q.priority())
	if g != nil && !g.complete() {
		g.remove()
		return nil
	}
	return g
}

// weighs reports whether groups share the processors out here, by a trial.
func (at cgroupDirs) weighs() bool {
	g := newGroup(at, Limits{}, Nice)
	if g == nil {
		return false
	}
	defer g.remove()
	return g.weighed && g.complete()
}

// complete reports whether a group can be frozen and measured: Linux before 5.2 cannot
// freeze one.
func (g *group) complete() bool {
	for _, name := range [...]string{"cgroup.freeze", "cpu.stat"} {
		if _, err := os.Stat(filepath.Join(g.path, name)); err != nil {
			return false
		}
	}
	return true
}

// standard sets what both ways of running have in common. No new session: Linux
// gives one a share of the processors of its own, of which a busy machine has
// little at first.
func (q *Process) standard(dir string) {
	p := &q.program
	q.cmd.Dir, q.cmd.Env = dir, p.environment(q.open)
	q.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if p.Stderr != nil {
		q.cmd.Stderr = p.Stderr
	}
}

// supervise starts the program and reaps it. It keeps one thread to itself, for the
// system kills the program when the thread that started it ends.
func (q *Process) supervise(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer q.group.remove()
	err := error(nil)
	if q.isolated {
		if err = q.beginWrapped(); err != nil {
			err = &StartError{err}
		}
	} else {
		err = q.beginBare()
	}
	if err != nil {
		q.abandon()
	}
	started <- err
	if err != nil {
		return
	}
	watched := make(chan struct{})
	go func() { defer close(watched); q.watch() }()
	q.awaitExit()
	// While the first process is a zombie its group cannot be another's.
	q.killGroup()
	q.awaitNamespace()
	q.reap()
	q.finish()
	close(q.exited)
	<-watched
}

// abandon ends a program that could not be set up.
func (q *Process) abandon() {
	if q.cmd.Process != nil {
		q.killGroup()
		_ = q.cmd.Wait()
	}
	q.closeStatus()
}

// beginBare starts the program and limits it. A program that has ended
// meanwhile is no error here.
func (q *Process) beginBare() error {
	if err := q.cmd.Start(); err != nil {
		return err
	}
	q.first = q.cmd.Process.Pid
	if err := q.constrain(defaultUserProcesses); err != nil && !errors.Is(err, unix.ESRCH) {
		return err
	}
	return q.yield(q.first)
}

// beginWrapped starts bwrap, limits what it has made, and lets it go on.
func (q *Process) beginWrapped() error {
	release, prioritized, err := q.startBwrap()
	if err != nil {
		return err
	}
	defer closeAll([]*os.File{release, prioritized})
	if err := q.readFirst(); err != nil {
		return err
	}
	if q.pidfd, err = unix.PidfdOpen(q.first, 0); err != nil {
		return fmt.Errorf("pidfd: %w", err)
	}
	q.opened = true
	later := q.program.Policy.row().yieldsToAll()
	if !later {
		if err := q.yield(q.first); err != nil {
			return err
		}
	}
	if err := q.constrain(defaultProcesses); err != nil {
		return err
	}
	if _, err := release.Write([]byte{0}); err != nil {
		return err
	}
	// What bwrap mounts may wait for the kernel, on a busy machine for seconds: that is not the program's time.
	second, err := q.second()
	if err != nil || second == 0 || !later {
		return err
	}
	if err := q.yield(second); err != nil {
		return err
	}
	_, _ = prioritized.Write([]byte{'\n'}) // if it ended meanwhile, its end says why
	return nil
}

// yield gives a process, and what it starts, the program's share of the processors. One that has ended is no error.
func (q *Process) yield(pid int) error {
	err := q.group.join(pid)
	if err == nil {
		err = q.prioritize(pid)
	}
	if errors.Is(err, unix.ESRCH) {
		return nil
	}
	return err
}

// second returns the process that the first of the namespace starts, the program's; 0 if that ended without it.
func (q *Process) second() (pid int, err error) {
	for until := time.Now().Add(setupTime); time.Now().Before(until); time.Sleep(100 * time.Microsecond) {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", q.first, q.first))
		if errors.Is(err, os.ErrNotExist) { // Linux may be built without that file
			if pids := namespacePIDs(q.first); len(pids) > 0 {
				return pids[0], nil
			}
		} else if _, err := fmt.Sscan(string(children), &pid); err == nil {
			return pid, nil
		}
		if q.over() {
			return 0, nil
		}
	}
	return 0, errors.New("bwrap did not start the program")
}

// startBwrap starts bwrap, which waits for a byte on release. A program that yields to all waits for a line on
// prioritized.
func (q *Process) startBwrap() (release, prioritized *os.File, err error) {
	var theirs, ours []*os.File // to close; ours if it fails
	defer func() {
		closeAll(theirs)
		if err != nil {
			closeAll(ours)
		}
	}()
	status, statusEnd, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	q.status = status
	theirs = append(theirs, statusEnd)
	block, release, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	theirs, ours = append(theirs, block), append(ours, release)
	q.sealed = hasFilter && q.group == nil && q.program.Policy.row().Stands
	rules, err := filterFile(restrictions{
		pinned: len(q.program.CPUs) > 0, sealed: q.sealed,
		counted: q.program.Limits.Total > 0 && (q.group == nil || q.group.memory == ""),
	})
	if err != nil {
		return nil, nil, err
	}
	theirs = append(theirs, rules)
	wait, prioritized, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	theirs, ours = append(theirs, wait), append(ours, prioritized)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	theirs = append(theirs, null)
	q.cmd.ExtraFiles = append(theirs[:3:3], or(q.program.Stdin, null), or(q.program.Stdout, null))
	if q.program.Policy.row().yieldsToAll() {
		q.cmd.ExtraFiles = append(q.cmd.ExtraFiles, wait)
	}
	return release, prioritized, q.cmd.Start()
}

func or(file, otherwise *os.File) *os.File {
	if file == nil {
		return otherwise
	}
	return file
}

func filterFile(b restrictions) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	_, err = w.Write(filter(b)) // a pipe holds more
	return r, errors.Join(err, w.Close())
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// readFirst learns the number of the first process in the namespace.
func (q *Process) readFirst() error {
	q.lines = bufio.NewReader(q.status)
	_ = q.status.SetReadDeadline(time.Now().Add(setupTime))
	line, err := q.lines.ReadBytes('\n')
	var said struct {
		Child int `json:"child-pid"`
	}
	if err == nil {
		err = json.Unmarshal(line, &said)
	}
	if err != nil || said.Child == 0 {
		return fmt.Errorf("bwrap did not start: %w", err)
	}
	q.first = said.Child
	return nil
}
