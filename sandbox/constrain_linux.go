package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// constrain sets processors and limits of the first process, which the others inherit.
func (q *Process) constrain(processes int64) error {
	pid, p := q.first, &q.program
	if len(p.CPUs) > 0 {
		var set unix.CPUSet
		for _, cpu := range p.CPUs {
			set.Set(cpu)
		}
		if err := unix.SchedSetaffinity(pid, &set); err != nil {
			return fmt.Errorf("running on processors %v: %w: name some of this machine, which nproc and lscpu tell", p.CPUs, err)
		}
		if err := unix.SchedGetaffinity(pid, &set); err == nil && set.Count() < len(p.CPUs) {
			return fmt.Errorf("running on processors %v: only %d of them are there; name some of this machine, which nproc and lscpu tell",
				p.CPUs, set.Count())
		}
	}
	if q.isolated {
		// Should memory run out the host is not what is killed.
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	}
	if q.isolated && p.Limits.DeepStack {
		if err := deepenStack(pid); err != nil {
			return err
		}
	}
	return p.Limits.apply(pid, processes)
}

// prioritize gives a process the program's priority.
func (q *Process) prioritize(pid int) error {
	if err := unix.Setpriority(unix.PRIO_PROCESS, pid, q.priority()); err != nil {
		return fmt.Errorf("priority: %w", err)
	}
	if q.program.Policy.row().Priority != Idle {
		return nil
	}
	return unix.SchedSetAttr(pid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: lowestNice}, 0)
}

// lowestNice is the highest niceness of Linux.
const lowestNice = 19

// priority returns the niceness of the program.
func (q *Process) priority() int {
	switch q.program.Policy.row().Priority {
	case BelowPlayers:
		return beganNice + Nice
	case Last, Idle:
		return lowestNice
	}
	return max(beganNice, ownNice()+Nice)
}

// apply sets the limits of a process. Core files are always off: a crashing
// program would fill the disk.
func (l Limits) apply(pid int, processes int64) error {
	for _, limit := range []struct {
		name     string
		resource int
		value    int64
	}{
		{"memory", unix.RLIMIT_DATA, orDefault(l.Memory, -1)},
		{"processes", unix.RLIMIT_NPROC, orDefault(l.Processes, processes)},
		{"files", unix.RLIMIT_NOFILE, orDefault(l.Files, defaultFiles)},
		{"cpu", unix.RLIMIT_CPU, orDefault(l.CPU, -1)},
		{"the length of files", unix.RLIMIT_FSIZE, orDefault(l.File, -1)},
		{"core", unix.RLIMIT_CORE, 0},
	} {
		if limit.value < 0 {
			continue
		}
		if err := lowerLimit(pid, limit.resource, uint64(limit.value)); err != nil {
			return fmt.Errorf("limiting %s to %d: %w", limit.name, limit.value, err)
		}
	}
	return nil
}

// deepenStack lets the stack of a process grow as far as the user may let it.
func deepenStack(pid int) error {
	var stack unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_STACK, nil, &stack); err != nil {
		return err
	}
	stack.Cur = stack.Max
	if err := unix.Prlimit(pid, unix.RLIMIT_STACK, &stack, nil); err != nil {
		return fmt.Errorf("letting the stack grow: %w", err)
	}
	return nil
}

// lowerLimit never raises: what the user was given is the most there is.
func lowerLimit(pid, resource int, value uint64) error {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, resource, nil, &old); err != nil {
		return err
	}
	lower := unix.Rlimit{Cur: min(value, old.Max), Max: min(value, old.Max)}
	return unix.Prlimit(pid, resource, &lower, nil)
}
