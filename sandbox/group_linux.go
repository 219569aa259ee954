package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"
)

// group is the control group of one program: of version 2, by which it is frozen and
// measured, and groups of version 1 for the controllers that the system keeps there. A nil
// group does nothing: not every host may make one.
type group struct {
	path string
	dir  *os.File
	old  []string // groups of version 1

	pids    string // folder of the group whose processes are limited, or empty
	pidsMax int64  // of them that the system allows
	weighed bool   // the system shares the processors out between it and others
	memory  string // folder of the group whose memory is limited, or empty
	limit   int64  // of its memory
}

// groupNumber tells the groups of this process apart.
var groupNumber atomic.Int64

// newGroup makes a group with limits, or returns nil. Where the system has no controller
// for a limit here it is kept otherwise.
func newGroup(at cgroupDirs, l Limits, nice int) *group {
	if at.unified == "" {
		return nil
	}
	name := fmt.Sprintf("loopline-%d-%d", os.Getpid(), groupNumber.Add(1))
	path := filepath.Join(at.unified, name)
	if os.Mkdir(path, 0o755) != nil {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		_ = os.Remove(path)
		return nil
	}
	g := &group{path: path, dir: dir}
	if n := l.processes(); n > 0 {
		g.pidsMax = n * pidsMargin
		g.pids = g.limitBy(name, at.pids, "pids.max", "pids.max", strconv.FormatInt(g.pidsMax, 10))
	}
	g.weighed = g.limitBy(name, at.cpu, "cpu.weight", "cpu.shares", weight(nice, at.cpu != "")) != ""
	if l.Total > 0 {
		g.limitMemory(name, at.memory, l.Total)
	}
	return g
}

// pidsMargin multiplies the allowed processes for the system's limit: the host, which
// ends programs with too many, looks only now and then.
const pidsMargin = 4

// weight returns the CPU weight of a program at a priority: that of one process, so that a program, of
// however many processes, yields to the host and shares evenly with the other seat. A group of version 1
// stands beside all processes of the machine, and has their weight; one of version 2 beside
// that of the host, which has 100 whatever the host's priority is.
func weight(nice int, old bool) string {
	one := 100.0
	if old {
		one = 1024
	} else {
		nice -= ownNice()
	}
	return strconv.Itoa(max(2, int(math.Round(one/math.Pow(1.25, float64(nice)))))) // the factor of Linux for a step
}

// limitBy writes a limit into a file of the group or, where it has no such file, of a group
// of version 1 in a folder. It returns the folder of the file, or nothing.
func (g *group) limitBy(name, folder, file, oldFile, value string) string {
	if setFile(g.path, file, value) == nil {
		return g.path
	}
	if folder == "" {
		return ""
	}
	path := filepath.Join(folder, name)
	if os.Mkdir(path, 0o755) != nil {
		return ""
	}
	if setFile(path, oldFile, value) != nil {
		_ = os.Remove(path)
		return ""
	}
	g.old = append(g.old, path)
	return path
}

// limitMemory keeps all of the program to an amount of memory, swap included.
func (g *group) limitMemory(name, folder string, limit int64) {
	value := strconv.FormatInt(limit, 10)
	g.memory, g.limit = g.limitBy(name, folder, "memory.max", "memory.limit_in_bytes", value), limit
	switch g.memory {
	case "":
	case g.path:
		_ = setFile(g.path, "memory.swap.max", "0")
		_ = setFile(g.path, "memory.oom.group", "1") // all of it ends, not what is left of it goes on
	default:
		_ = setFile(g.memory, "memory.memsw.limit_in_bytes", value)
	}
}

// join puts a process into the groups of version 1. Into that of version 2 it is born.
func (g *group) join(pid int) error {
	if g == nil {
		return nil
	}
	for _, path := range g.old {
		if err := setFile(path, "cgroup.procs", strconv.Itoa(pid)); err != nil {
			return fmt.Errorf("control group: %w", err)
		}
	}
	return nil
}

// starved reports whether the system has ended something of the group because that used up
// the group's memory; in general, whether for want of memory anywhere.
func (g *group) starved() (own, general bool) {
	switch {
	case g == nil || g.memory == "":
		return false, false
	case g.memory == g.path:
		killed := readCount(g.path, "memory.events", "oom_kill ")
		return killed > 0 && readCount(g.path, "memory.events", "oom ") > 0, killed > 0
	}
	killed := readCount(g.memory, "memory.oom_control", "oom_kill ") > 0
	most := readCount(g.memory, "memory.max_usage_in_bytes", "") // failures are not counted by every Linux
	return killed && most > g.limit-fullMargin, killed
}

// forkRefused reports whether the system has refused the group a process because it had as many
// as it may: a program can get there between two looks of the host, and end because of it.
func (g *group) forkRefused() bool {
	if g == nil || g.pids == "" || readCount(g.pids, "pids.events", "max ") == 0 {
		return false
	}
	// A group around it may have been the full one. Linux before 6.1 does not tell.
	peak := readCount(g.pids, "pids.peak", "")
	return peak == 0 || peak >= g.pidsMax
}

// fullMargin is the memory that a group may have had left when a request failed: the
// system charges in batches.
const fullMargin = 1 << 20

// readCount reads the number after a word in a file, or 0.
func readCount(folder, file, word string) int64 {
	text, _ := os.ReadFile(filepath.Join(folder, file))
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte(word)); ok {
			n, _ := strconv.ParseInt(string(bytes.TrimSpace(rest)), 10, 64)
			return n
		}
	}
	return 0
}

// setFile writes a value into a file of a control group. It makes none, as os.WriteFile
// would.
func setFile(folder, file, value string) error {
	f, err := os.OpenFile(filepath.Join(folder, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// used returns the processor time of all that ever was in the group.
func (g *group) used() time.Duration {
	if g == nil {
		return 0
	}
	return time.Duration(readCount(g.path, "cpu.stat", "usage_usec ")) * time.Microsecond
}

// freeze stops all that is in the group, or lets it go on, and returns when that
// is so.
func (g *group) freeze(on bool) error {
	word := map[bool]string{true: "1", false: "0"}[on]
	if err := setFile(g.path, "cgroup.freeze", word); err != nil {
		return err
	}
	for until := time.Now().Add(stopTime); time.Now().Before(until); time.Sleep(50 * time.Microsecond) {
		text, err := os.ReadFile(filepath.Join(g.path, "cgroup.events"))
		if err != nil {
			return err
		}
		if bytes.Contains(text, []byte("frozen "+word)) {
			return nil
		}
	}
	return fmt.Errorf("%s does not freeze", g.path)
}

// remove takes the group away; nothing runs in it any more.
func (g *group) remove() {
	if g == nil {
		return
	}
	g.dir.Close()
	for _, path := range append(g.old, g.path) {
		for range 100 { // what was killed takes a moment to leave
			if os.Remove(path) == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}
