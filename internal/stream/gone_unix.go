//go:build unix || js

package stream

import "syscall"

// brokenPipe lists the errors of a write to a pipe without a reader.
func brokenPipe() []syscall.Errno { return []syscall.Errno{syscall.EPIPE} }
