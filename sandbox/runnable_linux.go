package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
)

// Runnable reports whether a thread of the program runs, waits for a processor or for a disk: it has then
// not come to wait for its input. Ok is false where the system does not tell, or the program has ended.
func (q *Process) Runnable() (runs, ok bool) {
	for _, s := range below(q.first) {
		dir := fmt.Sprintf("/proc/%d/task", s.pid)
		threads, _ := os.ReadDir(dir)
		for _, thread := range threads {
			if t, known := readStat(filepath.Join(dir, thread.Name(), "stat")); known {
				ok = true
				runs = runs || t.state == 'R' || t.state == 'D'
			}
		}
	}
	return runs, ok
}
