package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cgroupDirs are the folders in which control groups of programs are made: of version 2
// and, for controllers that the system keeps there, of version 1. An empty path means
// unavailable.
type cgroupDirs struct{ unified, cpu, memory, pids string }

var controllers = [...]string{"cpu", "memory", "pids"}

// findCgroupDirs finds where this process may make groups of its own. In a group that it has
// to itself, such as one that systemd has given to it, it moves into one below, for Linux
// wants processes at the ends of the tree alone.
func findCgroupDirs() (at cgroupDirs) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return at
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return at
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		if fields[0] == "0" && fields[1] == "" {
			if mount, own := groupFolder(string(mounts), "", fields[2]); mount != "" {
				at.unified = unifiedPlace(mount, own)
			}
			continue
		}
		for name := range strings.SplitSeq(fields[1], ",") {
			_, own := groupFolder(string(mounts), name, fields[2])
			switch name {
			case "cpu":
				at.cpu = own
			case "memory":
				at.memory = own
			case "pids":
				at.pids = own
			}
		}
	}
	return at
}

// groupFolder returns the mount point of the hierarchy of a controller of version 1, or
// of version 2 for an empty name, and the folder of a group in it. Both are empty if it
// isn't mounted.
func groupFolder(mounts, controller, path string) (mount, folder string) {
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if len(fields) < 5 || len(kind) < 3 {
			continue
		}
		wanted := kind[0] == "cgroup2"
		if controller != "" {
			wanted = kind[0] == "cgroup" && slices.Contains(strings.Split(kind[2], ","), controller)
		}
		if wanted { // in a container the root of the mount is the container's group
			rest := strings.TrimPrefix(path, strings.TrimSuffix(fields[3], "/"))
			return fields[4], filepath.Join(fields[4], rest)
		}
	}
	return "", ""
}

// hostLeaf begins the name of the group into which the host moves.
const hostLeaf = "loopline-host-"

// unifiedPlace returns the group of version 2 below which groups with all controllers can be
// made: the host's own, or the nearest one above it. Where there is none it is the host's
// own: what is made there can at least be frozen and measured.
func unifiedPlace(mount, own string) string {
	if strings.HasPrefix(filepath.Base(own), hostLeaf) {
		own = filepath.Dir(own) // moved before
	}
	above := []string{own}
	for dir := own; dir != mount && within(dir, mount); {
		dir = filepath.Dir(dir)
		above = append(above, dir)
	}
	wanted := controllersIn(mount, "cgroup.controllers")
	wanted = slices.DeleteFunc(wanted, func(name string) bool { return !slices.Contains(controllers[:], name) })
	if len(wanted) == 0 || hands(own, wanted) || handsOn(own, wanted) {
		return own
	}
	for _, ready := range []func(string, []string) bool{hands, handsOn} {
		for _, dir := range above[1:] {
			if ready(dir, wanted) && mayUse(dir) {
				return dir
			}
		}
	}
	return own
}

// controllersIn returns the controllers that a file of a group lists.
func controllersIn(group, file string) []string {
	text, _ := os.ReadFile(filepath.Join(group, file))
	return strings.Fields(string(text))
}

// hands reports whether a group hands controllers on to those below it.
func hands(group string, wanted []string) bool {
	given := controllersIn(group, "cgroup.subtree_control")
	return !slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(given, name) })
}

// handsOn has a group hand controllers on, if it has them and this process may.
func handsOn(group string, wanted []string) bool {
	if !mayUse(group) {
		return false
	}
	has := controllersIn(group, "cgroup.controllers")
	if slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(has, name) }) {
		return false
	}
	members := controllersIn(group, "cgroup.procs")
	if len(members) == 1 && members[0] == fmt.Sprint(os.Getpid()) {
		leaf := filepath.Join(group, hostLeaf+members[0])
		if os.Mkdir(leaf, 0o755) != nil {
			return false
		}
		if setFile(leaf, "cgroup.procs", members[0]) != nil {
			_ = os.Remove(leaf)
			return false
		}
	} else if len(members) > 0 && !atTop(group) {
		// Linux would hand on cpu and pids, and refuse memory; and then no process could
		// be started in any group below (domain invalid).
		return false
	}
	_ = setFile(group, "cgroup.subtree_control", "+"+strings.Join(wanted, " +")) // all, or none
	return hands(group, wanted)
}

// atTop reports whether a group is the system's first, in which processes and groups with
// controllers can be beside each other.
func atTop(group string) bool {
	_, err := os.Stat(filepath.Join(group, "cgroup.type"))
	return os.IsNotExist(err)
}

// mayUse reports whether this process may make groups in one, and start processes there.
func mayUse(group string) bool {
	return unix.Access(group, unix.W_OK) == nil && unix.Access(filepath.Join(group, "cgroup.procs"), unix.W_OK) == nil
}

// room returns the memory that all programs may have together, in bytes: that of the machine, or
// the least that a group above theirs sets.
func (p cgroupDirs) room() int64 {
	room, _ := fieldsOf("/proc/meminfo", "MemTotal:")
	lower := func(limit int64) {
		if limit > 0 && (room == 0 || limit < room) {
			room = limit
		}
	}
	if p.memory != "" {
		lower(readCount(p.memory, "memory.stat", "hierarchical_memory_limit "))
	}
	for dir := p.unified; dir != "" && dir != "/"; dir = filepath.Dir(dir) {
		lower(readCount(dir, "memory.max", "")) // "max" reads as 0
	}
	return room
}

// pruneAge is how old a group is that is removed: a host in another container, whose processes are not
// seen here, may just have made it.
const pruneAge = time.Minute

// prune removes what hosts that were killed have left: groups in which nothing runs, of
// processes that are gone.
func (p cgroupDirs) prune() {
	for _, place := range [...]string{p.unified, p.cpu, p.memory, p.pids} {
		if place == "" {
			continue
		}
		left, _ := filepath.Glob(filepath.Join(place, "loopline-*-*"))
		for _, path := range left {
			var pid, number int
			name := filepath.Base(path)
			if _, err := fmt.Sscanf(name, "loopline-%d-%d", &pid, &number); err != nil {
				if _, err := fmt.Sscanf(name, hostLeaf+"%d", &pid); err != nil {
					continue
				}
			}
			made, err := os.Stat(path)
			if err != nil || time.Since(made.ModTime()) < pruneAge {
				continue
			}
			if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); os.IsNotExist(err) {
				_ = os.Remove(path) // fails while something runs in it
			}
		}
	}
}
