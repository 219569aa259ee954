package stream

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// brokenPipe is what writing to a pipe without a reader comes to.
func brokenPipe() []syscall.Errno {
	return []syscall.Errno{syscall.EPIPE, windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA}
}
