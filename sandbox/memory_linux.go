package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/internal/rangecheck"
)

// outOfMemory says why a program was ended.
func (q *Process) outOfMemory() string {
	return fmt.Sprintf("out of memory: it used more than its %s", rangecheck.FormatSize(q.program.Limits.Total))
}

// starved ends a program that has used up its memory.
func (q *Process) starved() {
	q.mu.Lock()
	if q.why == "" && !q.reaped {
		q.why, q.starve = q.outOfMemory(), true
	}
	q.mu.Unlock()
	q.kill("")
}

// memoryExhausted reports whether the program has used up its memory: by the system's count, or,
// where the system keeps none, by two measurements of the host in a row.
func (q *Process) memoryExhausted(m *meter) bool {
	limit := q.program.Limits.Total
	if limit <= 0 {
		return false
	}
	if q.group != nil && q.group.memory != "" {
		own, _ := q.group.starved()
		return own
	}
	over := m.over(q, limit)
	again := m.was && over
	m.was = over
	return again
}

// meter measures the memory of a program that has no control group for it.
type meter struct {
	was    bool  // over, when it was looked at last
	shared int64 // of the whole system, at the beginning

	exact time.Time     // when it was last measured exactly
	took  time.Duration // that
	seen  int64         // what was found roughly then
	found bool          // it was over then
}

func newMeter() meter {
	shared, _ := fieldsOf("/proc/meminfo", "Shmem:")
	return meter{shared: shared}
}

// measureRatio multiplies the duration of an exact measurement for the pause after it, so that
// a program of many processes does not keep the host busy.
const measureRatio = 20

// over reports whether the program uses more than a limit. It adds up the memory of the
// processes, which counts shared memory several times, and measures exactly only if
// that sum is too high. Memory that a child borrows (vfork) counts twice for a moment.
func (m *meter) over(q *Process, limit int64) bool {
	rough, scratch := int64(0), q.scratchUsed()
	for _, s := range q.tree() {
		_, own := fieldsOf(fmt.Sprintf("%s/%d/status", q.proc(), s.pid), "RssAnon:", "RssShmem:", "VmPTE:", "VmSwap:")
		rough += own
	}
	rough += scratch
	shared := m.unmapped(q, limit)
	if rough+shared <= limit {
		return false
	}
	if time.Since(m.exact) < measureRatio*m.took && rough < m.seen+limit/4 {
		return m.found
	}
	m.exact, m.seen = time.Now(), rough
	private, common := int64(0), int64(0)
	for _, s := range q.tree() {
		folder := fmt.Sprintf("%s/%d", q.proc(), s.pid)
		_, anonymous := fieldsOf(folder+"/smaps_rollup", "Pss_Anon:", "SwapPss:")
		_, files := fieldsOf(folder+"/smaps_rollup", "Pss_Shmem:")
		if anonymous+files == 0 { // a program that may be run and not be read hides it
			_, anonymous = fieldsOf(folder+"/status", "RssAnon:", "RssShmem:", "VmSwap:")
		}
		_, tables := fieldsOf(folder+"/status", "VmPTE:")
		private, common = private+anonymous+tables, common+files
	}
	m.took = time.Since(m.exact)
	m.found = private+max(common, scratch, shared) > limit
	return m.found
}

// unmapped returns the shared memory without a file that the program may keep without
// mapping it. It looks only where the whole system has that much more than before.
func (m *meter) unmapped(q *Process, limit int64) (sum int64) {
	now, _ := fieldsOf("/proc/meminfo", "Shmem:")
	if now-m.shared < limit/2 {
		return 0
	}
	seen := map[string]bool{}
	for _, s := range q.tree() {
		text, _ := os.ReadFile(fmt.Sprintf("%s/%d/maps", q.proc(), s.pid))
		for line := range bytes.Lines(text) {
			fields := bytes.Fields(line)
			if len(fields) < 6 || !bytes.Equal(fields[5], []byte("/dev/zero")) || fields[1][3] != 's' {
				continue
			}
			key := string(fields[4]) + " " + string(fields[2]) // a part of a file
			if seen[key] {
				continue
			}
			seen[key] = true
			from, to, _ := bytes.Cut(fields[0], []byte("-"))
			low, _ := strconv.ParseUint(string(from), 16, 64)
			high, _ := strconv.ParseUint(string(to), 16, 64)
			sum += int64(high - low)
		}
	}
	return min(sum, now-m.shared)
}

// scratchUsed returns the bytes of the files in the program's own folders.
func (q *Process) scratchUsed() (sum int64) {
	for _, dir := range [...]string{scratchDir, "/dev/shm"} {
		var fs unix.Statfs_t
		if unix.Statfs(fmt.Sprintf("/proc/%d/root%s", q.first, dir), &fs) == nil && fs.Type == unix.TMPFS_MAGIC {
			sum += int64(fs.Blocks-fs.Bfree) * fs.Bsize
		}
	}
	return sum
}

// fieldsOf reads fields of a file of /proc that are given in kB: the first one, and the
// sum of all, in bytes.
func fieldsOf(file string, names ...string) (first, sum int64) {
	text, _ := os.ReadFile(file)
	for line := range bytes.Lines(text) {
		for i, name := range names {
			rest, ok := bytes.CutPrefix(line, []byte(name))
			if !ok {
				continue
			}
			n, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(" kB"))), 10, 64)
			if i == 0 {
				first = n << 10
			}
			sum += n << 10
		}
	}
	return first, sum
}
