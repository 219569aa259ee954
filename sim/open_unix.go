//go:build unix

package sim

import "syscall"

// withoutWaiting opens a named pipe at once, and follows no link at the end of
// a name.
const withoutWaiting = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
