package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// stat holds the fields of /proc/PID/stat that are used.
type stat struct {
	pid, parent, group, threads int
	state                       byte
	used, reaped                time.Duration // processor time, and that of children that were reaped
}

// tick is the unit of processor time in /proc: 100 a second on every Linux.
const tick = 10 * time.Millisecond

// readStat reads one /proc/PID/stat. The name in it may hold anything but ends
// at the last parenthesis.
func readStat(name string) (s stat, ok bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return s, false
	}
	end := bytes.LastIndexByte(text, ')')
	if end < 0 {
		return s, false
	}
	head, _, _ := bytes.Cut(text, []byte(" "))
	fields := bytes.Fields(text[end+1:])
	if len(fields) < 18 {
		return s, false
	}
	number := func(field int) int {
		n, _ := strconv.Atoi(string(fields[field]))
		return n
	}
	s.pid, _ = strconv.Atoi(string(head))
	s.state, s.parent, s.group = fields[0][0], number(1), number(2)
	s.used = time.Duration(number(11)+number(12)) * tick
	s.reaped = time.Duration(number(13)+number(14)) * tick
	s.threads = number(17)
	return s, true
}

// threadTime returns the processor time of a process's threads that have not ended, to
// the nanosecond; 0 where the system does not tell.
func threadTime(proc string, pid int) (used time.Duration) {
	dir := filepath.Join(proc, strconv.Itoa(pid), "task")
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		text, _ := os.ReadFile(filepath.Join(dir, thread.Name(), "schedstat"))
		first, _, _ := bytes.Cut(text, []byte(" "))
		ns, _ := strconv.ParseInt(string(first), 10, 64)
		used += time.Duration(ns)
	}
	return used
}

// processes lists what a mounted /proc shows.
func processes(proc string) []stat {
	dir, err := os.Open(proc)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var all []stat
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		if s, ok := readStat(filepath.Join(proc, name, "stat")); ok {
			all = append(all, s)
		}
	}
	return all
}

// tree lists the processes of the program, as they are numbered where they are.
func (q *Process) tree() []stat {
	proc := q.proc()
	switch {
	case proc == "":
		return nil
	case q.program.minimal() && q.isolated:
		return below(q.first)
	case q.isolated:
		return processes(proc)
	}
	return descendants(processes(proc), q.first)
}

// proc returns the /proc that shows the processes of the program, empty while bwrap is not
// done: then it is still the host's, in which we are.
func (q *Process) proc() string {
	if !q.isolated {
		return "/proc"
	}
	proc := fmt.Sprintf("/proc/%d/root/proc", q.first)
	if _, err := os.Readlink(proc + "/self"); err == nil {
		return ""
	}
	if q.program.minimal() { // it has none
		return "/proc"
	}
	return proc
}

// below returns a process and what it, and these, have started. In a namespace that is all that runs
// there: what has lost its parent becomes a child of the first process.
func below(first int) (found []stat) {
	s, ok := readStat(fmt.Sprintf("/proc/%d/stat", first))
	if !ok {
		return nil
	}
	found = append(found, s)
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", first))
	for _, thread := range threads {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", first, thread.Name()))
		for _, child := range bytes.Fields(text) {
			if pid, err := strconv.Atoi(string(child)); err == nil {
				found = append(found, below(pid)...)
			}
		}
	}
	return found
}

// descendants returns a process, its group and what these have started.
func descendants(all []stat, first int) []stat {
	ours := map[int]bool{first: true}
	var found []stat
	for grown := true; grown; {
		grown = false
		for _, s := range all {
			if !ours[s.pid] && (ours[s.parent] || s.group == first) {
				ours[s.pid], grown = true, true
			}
		}
	}
	for _, s := range all {
		if ours[s.pid] {
			found = append(found, s)
		}
	}
	return found
}

// namespacePIDs lists the processes in the namespace of its first, but for
// that, as the host numbers them.
func namespacePIDs(first int) []int {
	link := func(pid int) string {
		to, _ := os.Readlink(fmt.Sprintf("/proc/%d/ns/pid", pid))
		return to
	}
	space := link(first)
	if space == "" {
		return nil
	}
	var pids []int
	for _, s := range processes("/proc") {
		if s.pid != first && link(s.pid) == space {
			pids = append(pids, s.pid)
		}
	}
	return pids
}

// CPUTime returns the processor time that the program has used: its processes,
// their threads, and children that have ended. Where the host may make control
// groups it is exact. Elsewhere what has ended is counted in steps of 10 ms, and
// children are missing that ended without anyone waiting for them. It never falls, and
// stays what it was when the program has ended.
func (q *Process) CPUTime() time.Duration {
	select {
	case <-q.exited:
		return time.Duration(q.used.Load())
	default:
	}
	used := q.group.used()
	if used == 0 {
		used = q.treeTime()
	}
	return q.saw(used)
}

// treeTime returns the processor time of the processes that there are now, and of the
// children that these have waited for.
func (q *Process) treeTime() (used time.Duration) {
	for _, s := range q.tree() {
		used += max(s.used, threadTime(q.proc(), s.pid)) + s.reaped
	}
	return used
}

// Counted reports whether CPUTime counts all that the program does. Without a control
// group it does not: children are missing that ended without anyone waiting for them,
// and a program can do all its work in those. Programs that were started in mode None
// are believed not to.
func (q *Process) Counted() bool { return q.group != nil || q.open }

// Apart reports whether the system shares the processors out between the program and others,
// so that it cannot take theirs, however many processes it starts: by a control group.
// Programs that were started in mode None are believed not to.
func (q *Process) Apart() bool { return q.group != nil && q.group.weighed || q.open }

// saw notes a processor time and returns the most that was seen.
func (q *Process) saw(used time.Duration) time.Duration {
	for {
		most := q.used.Load()
		if int64(used) <= most || q.used.CompareAndSwap(most, int64(used)) {
			return max(used, time.Duration(most))
		}
	}
}
