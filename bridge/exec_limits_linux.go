package bridge

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// apply sets the limits of a running process. Core files are always off: a
// crashing player would fill the disk.
func (l ExecLimits) apply(pid int) error {
	for _, limit := range []struct {
		name     string
		resource int
		value    int64
	}{
		{"memory", unix.RLIMIT_DATA, orDefault(l.Memory, -1)},
		{"processes", unix.RLIMIT_NPROC, orDefault(l.Processes, defaultProcesses)},
		{"files", unix.RLIMIT_NOFILE, orDefault(l.Files, defaultFiles)},
		{"cpu", unix.RLIMIT_CPU, orDefault(l.CPU, -1)},
		{"core", unix.RLIMIT_CORE, 0},
	} {
		if limit.value < 0 {
			continue
		}
		if err := lowerLimit(pid, limit.resource, uint64(limit.value)); err != nil {
			return fmt.Errorf("limiting %s to %d: %w", limit.name, limit.value, err)
		}
	}
	return nil
}

// lowerLimit never raises: what the user was given is the most there is.
func lowerLimit(pid, resource int, value uint64) error {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, resource, nil, &old); err != nil {
		return err
	}
	lower := unix.Rlimit{Cur: min(value, old.Max), Max: min(value, old.Max)}
	return unix.Prlimit(pid, resource, &lower, nil)
}
