package isolation

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// group is a control group (cgroup v2) of one program. A nil group does nothing:
// not every host may make one.
type group struct {
	path string
	dir  *os.File
}

// groupNumber tells the groups of this process apart.
var groupNumber atomic.Int64

// newGroup makes a group below the host's own, or returns nil.
func newGroup(l Limits) *group {
	parent := ownGroup()
	if parent == "" {
		return nil
	}
	path := filepath.Join(parent, fmt.Sprintf("loopline-%d-%d", os.Getpid(), groupNumber.Add(1)))
	if os.Mkdir(path, 0o755) != nil {
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		_ = os.Remove(path)
		return nil
	}
	g := &group{path, dir}
	// Where the system has no such controller here, limits are kept otherwise.
	if n := orDefault(l.Processes, defaultProcesses); n > 0 {
		_ = g.set("pids.max", strconv.FormatInt(n, 10))
	}
	return g
}

// pruneGroups removes what hosts that were killed have left: groups in which
// nothing runs, of processes that are gone.
func pruneGroups() {
	parent := ownGroup()
	if parent == "" {
		return
	}
	left, _ := filepath.Glob(filepath.Join(parent, "loopline-*-*"))
	for _, path := range left {
		var pid, number int
		if _, err := fmt.Sscanf(filepath.Base(path), "loopline-%d-%d", &pid, &number); err != nil {
			continue
		}
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); os.IsNotExist(err) {
			_ = os.Remove(path) // fails while something runs in it
		}
	}
}

// ownGroup is the directory of the group that this process is in, or empty.
func ownGroup() string {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(groups)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			if at := groupMount(string(mounts)); at != "" {
				return filepath.Join(at, path)
			}
		}
	}
	return ""
}

// groupMount is where cgroup v2 is mounted.
func groupMount(mounts string) string {
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		if fields := strings.Fields(before); strings.HasPrefix(after, "cgroup2 ") && len(fields) > 4 {
			return fields[4]
		}
	}
	return ""
}

func (g *group) set(name, value string) error {
	// Not os.WriteFile: a file that is not there must not be made.
	f, err := os.OpenFile(filepath.Join(g.path, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// used is the processor time of all that ever was in the group.
func (g *group) used() time.Duration {
	if g == nil {
		return 0
	}
	text, _ := os.ReadFile(filepath.Join(g.path, "cpu.stat"))
	for line := range bytes.Lines(text) {
		if n, ok := bytes.CutPrefix(line, []byte("usage_usec ")); ok {
			us, _ := strconv.ParseInt(string(bytes.TrimSpace(n)), 10, 64)
			return time.Duration(us) * time.Microsecond
		}
	}
	return 0
}

// freezeTime bounds how long a group may take to stand still.
const freezeTime = 2 * time.Second

// freeze stops all that is in the group, or lets it go on, and returns when that
// is so.
func (g *group) freeze(on bool) error {
	word := map[bool]string{true: "1", false: "0"}[on]
	if err := g.set("cgroup.freeze", word); err != nil {
		return err
	}
	for until := time.Now().Add(freezeTime); time.Now().Before(until); time.Sleep(50 * time.Microsecond) {
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
	for range 100 { // what was killed takes a moment to leave
		if os.Remove(g.path) == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
