//go:build !windows

package throttle

import (
	"math"
	"syscall"
)

// Files is how many files this program may have open, after Go has raised the limit as far
// as it may. What is not known is no limit.
func Files() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return math.MaxInt32
	}
	return int(min(l.Cur, math.MaxInt32))
}
