package stalls

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// workersListed is how long a list of the kernel's workers holds: there are new ones now and then.
const workersListed = time.Second

// workersMeter knows how long the kernel's workers that are bound to no processor ("kworker/u") had to wait for one.
// In a container that sees none of them it knows nothing.
type workersMeter struct {
	proc   string // "/proc", but in tests
	listed time.Time
	all    map[string]*worker
}

// worker is one of them.
type worker struct {
	file   *os.File // schedstat
	known  bool     // it was looked at
	counts threadCounts
	since  time.Time // when it was first seen to wait with these counts; zero if it was not
}

func newWorkersMeter() *workersMeter { return &workersMeter{proc: "/proc", all: map[string]*worker{}} }

// look returns the longest wait that has ended since the last look, and for how long at least one goes on.
func (m *workersMeter) look() (ended, ongoing time.Duration) {
	now := time.Now()
	if now.Sub(m.listed) >= workersListed {
		m.list()
		m.listed = now
	}
	for pid, w := range m.all {
		counts, there := readCounts(w.file)
		switch {
		case !there:
			w.file.Close()
			delete(m.all, pid)
		case !w.known || counts != w.counts:
			if w.known {
				ended = max(ended, counts.waited-w.counts.waited)
			}
			w.known, w.counts, w.since = true, counts, time.Time{}
		case m.runnable(pid):
			if w.since.IsZero() {
				w.since = now
			}
			ongoing = max(ongoing, now.Sub(w.since))
		}
	}
	return ended, ongoing
}

// runnable reports whether a worker runs or waits for a processor.
func (m *workersMeter) runnable(pid string) bool {
	text, _ := os.ReadFile(filepath.Join(m.proc, pid, "stat"))
	return bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" R"))
}

// list finds new workers among the threads of the kernel.
func (m *workersMeter) list() {
	children, _ := os.ReadFile(filepath.Join(m.proc, "2/task/2/children"))
	for _, pid := range strings.Fields(string(children)) {
		if m.all[pid] != nil {
			continue
		}
		if name, _ := os.ReadFile(filepath.Join(m.proc, pid, "comm")); !bytes.HasPrefix(name, []byte("kworker/u")) {
			continue
		}
		if f, err := os.Open(filepath.Join(m.proc, pid, "schedstat")); err == nil {
			m.all[pid] = &worker{file: f}
		}
	}
}

func (m *workersMeter) close() {
	for _, w := range m.all {
		w.file.Close()
	}
}
