package stream

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// brokenPipe lists the errors of a write to a pipe without a reader.
func brokenPipe() []syscall.Errno {
	return []syscall.Errno{syscall.EPIPE, windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA}
}
