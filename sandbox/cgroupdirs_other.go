//go:build !linux

package sandbox

// cgroupDirs is empty: this system has no control groups.
type cgroupDirs struct{}

func findCgroupDirs() cgroupDirs { return cgroupDirs{} }

// room is unknown.
func (cgroupDirs) room() int64 { return 0 }

func (cgroupDirs) prune() {}

func (cgroupDirs) weighs() bool { return false }
