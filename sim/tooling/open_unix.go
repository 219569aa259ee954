//go:build unix

package tooling

import (
	"syscall"
)

// WithoutWaiting opens a named pipe at once, and follows no link at the end of
// a name.
const WithoutWaiting = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
