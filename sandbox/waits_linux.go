package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// othersAge is how old a look at all processes of the machine may be. What they use meanwhile counts
// for the next question.
const othersAge = 250 * time.Millisecond

// othersMeter adds up the processor time of all programs but one.
type othersMeter struct {
	mu   sync.Mutex
	at   time.Time
	seen map[int]time.Duration // of each process, at the last look
	sum  time.Duration
}

// Waits returns what the system has counted for the program so far: the time in which its threads were
// ready to run and had no processor, all together, and the processor time of all other programs. Threads
// that have ended are left out. The time of others may be a quarter of a second old, unless it is to be
// fresh: then all processes of the machine are looked at. It reports false where the system does not count.
func (q *Process) Waits(fresh bool) (held, others time.Duration, ok bool) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		return 0, 0, false
	}
	own := below(q.first)
	return heldBy(own), q.others.look(q.cmd.Process.Pid, own, fresh), true
}

// Held returns the first of Waits alone, which costs less.
func (q *Process) Held() (held time.Duration, ok bool) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		return 0, false
	}
	return heldBy(below(q.first)), true
}

func heldBy(all []stat) (held time.Duration) {
	for _, s := range all {
		held += heldTime(s.pid)
	}
	return held
}

// heldTime returns for how long the threads of a process were ready to run and had no processor.
func heldTime(pid int) (held time.Duration) {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		text, _ := os.ReadFile(filepath.Join(dir, thread.Name(), "schedstat"))
		if fields := bytes.Fields(text); len(fields) > 1 {
			ns, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			held += time.Duration(ns)
		}
	}
	return held
}

// look returns the sum up to now, or a little earlier. A program that ended since the last look is missing.
func (m *othersMeter) look(first int, own []stat, fresh bool) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !fresh && time.Since(m.at) < othersAge {
		return m.sum
	}
	mine := map[int]bool{first: true}
	for _, s := range own {
		mine[s.pid] = true
	}
	now := map[int]time.Duration{}
	for _, s := range processes("/proc") {
		if mine[s.pid] {
			continue
		}
		now[s.pid] = s.used
		if before, known := m.seen[s.pid]; known && s.used > before {
			m.sum += s.used - before
		}
	}
	m.seen, m.at = now, time.Now()
	return m.sum
}
