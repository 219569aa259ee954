package sandbox

import (
	"math"

	"golang.org/x/sys/unix"
)

// closeOnExec sees to it that no program gets a file that this process was
// itself started with, beside the standard ones: a lock of a shell, a log; nor one that a
// library has opened without O_CLOEXEC. Go passes on none of those that it opened. Linux
// before 5.11 cannot do so.
func closeOnExec() {
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
}
