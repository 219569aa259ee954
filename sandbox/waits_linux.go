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

// Waits returns what the system has counted for the program so far. Threads that have ended are left out. The time of
// others may be a quarter of a second old, unless it is to be fresh: then all processes of the machine are looked at. It
// reports false where the system does not count.
func (q *Process) Waits(fresh bool) (w Waits, ok bool) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		return w, false
	}
	own := below(q.first)
	w.Held, w.Waiting = q.threads.look(own, fresh)
	w.Others = q.others.look(q.cmd.Process.Pid, own, fresh)
	return w, true
}

// Held returns that of Waits alone, which costs less.
func (q *Process) Held() (held time.Duration, ok bool) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		return 0, false
	}
	for _, s := range below(q.first) {
		for _, counts := range threadCounts(s.pid) {
			held += counts.held
		}
	}
	return held, true
}

// counts of a thread: for how long it has run, and was ready to run and had no processor.
type counts struct{ ran, held time.Duration }

// threadCounts returns what the system has counted of the threads of a process, by their folders.
func threadCounts(pid int) map[string]counts {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	threads, _ := os.ReadDir(dir)
	all := make(map[string]counts, len(threads))
	for _, thread := range threads {
		name := filepath.Join(dir, thread.Name())
		text, _ := os.ReadFile(filepath.Join(name, "schedstat"))
		if fields := bytes.Fields(text); len(fields) > 1 {
			ran, _ := strconv.ParseInt(string(fields[0]), 10, 64)
			held, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			all[name] = counts{time.Duration(ran), time.Duration(held)}
		}
	}
	return all
}

// threadsMeter looks at the threads of a program. The system counts a wait when it is over, so that one that goes on
// shows by a thread that is ready to run and whose counts stay.
type threadsMeter struct {
	mu   sync.Mutex
	seen map[string]counts // at the last look
}

// waitSeen is how long the counts of a thread that is ready stay, if it waits: one that runs is counted at each tick.
const waitSeen = 12 * time.Millisecond

// look returns for how long the threads had no processor, and whether one has waited for it since the last look. If
// it is to be fresh, one that ran since then and is ready again is looked at twice.
func (m *threadsMeter) look(own []stat, fresh bool) (held time.Duration, waiting bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	held, waiting, ready := m.count(own, fresh)
	if ready && !waiting {
		time.Sleep(waitSeen)
		held, waiting, _ = m.count(own, false)
	}
	return held, waiting
}

// count compares the threads with what was seen last. Ready reports, if it is asked, whether one runs or waits; mu is held.
func (m *threadsMeter) count(own []stat, ask bool) (held time.Duration, waiting, ready bool) {
	now := map[string]counts{}
	for _, s := range own {
		for name, c := range threadCounts(s.pid) {
			now[name] = c
			held += c.held
			before, known := m.seen[name]
			if same := known && before == c; !waiting && (same || ask && !ready) {
				t, there := readStat(filepath.Join(name, "stat"))
				runnable := there && t.state == 'R'
				waiting, ready = same && runnable, ready || runnable
			}
		}
	}
	m.seen = now
	return held, waiting, ask && ready
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
