package sandbox

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// watchEvery is the interval between checks of the limits that the system does not
// enforce: it does not count root's processes, nor files in a tmpfs.
const watchEvery = 50 * time.Millisecond

// watch kills an isolated program that passes a limit. It ends with it.
func (q *Process) watch() {
	if !q.isolated {
		return
	}
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	m := newMeter()
	for {
		select {
		case <-q.exited:
			return
		case <-ticker.C:
		}
		if q.memoryExhausted(&m) {
			q.starved()
		}
		if why := q.exceeds(); why != "" {
			q.kill(why)
		}
	}
}

// exceeds tells which limit is passed, or that it does not stand still, or nothing.
func (q *Process) exceeds() string {
	if q.runsOn() {
		return "it went on while it was stopped for another's turn"
	}
	threads := int64(0)
	for _, s := range q.tree() {
		threads += int64(s.threads)
	}
	if limit := q.program.Limits.processes(); limit > 0 && threads > limit {
		return q.tooManyProcesses()
	}
	for _, dir := range [...]string{scratchDir, "/dev/shm"} {
		var fs unix.Statfs_t
		if unix.Statfs(fmt.Sprintf("/proc/%d/root%s", q.first, dir), &fs) != nil || fs.Type != unix.TMPFS_MAGIC {
			continue
		}
		if fs.Files-fs.Ffree > maxScratchFiles {
			return fmt.Sprintf("it has more than %d files in %s", maxScratchFiles, dir)
		}
	}
	return ""
}

// tooManyProcesses says why a program was ended.
func (q *Process) tooManyProcesses() string {
	return fmt.Sprintf("it has more than %d processes and threads", q.program.Limits.processes())
}
