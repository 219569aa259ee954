//go:build !windows

package throttle

import (
	"math"
	"syscall"
)

// Files returns the limit of this program's open files, after Go has raised it as far
// as it may. An unknown limit counts as unlimited.
func Files() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return math.MaxInt32
	}
	return int(min(l.Cur, math.MaxInt32))
}
