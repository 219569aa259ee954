//go:build unix

package stream

import "syscall"

// brokenPipe is what writing to a pipe without a reader comes to.
func brokenPipe() []syscall.Errno { return []syscall.Errno{syscall.EPIPE} }
