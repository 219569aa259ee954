//go:build unix

package lines

import (
	"syscall"
)

// What the system says of connections.
const (
	ErrAborted     = syscall.ECONNABORTED
	ErrInUse       = syscall.EADDRINUSE
	ErrNoSuchHere  = syscall.EADDRNOTAVAIL
	ErrNotAllowed  = syscall.EACCES
	ErrRefused     = syscall.ECONNREFUSED
	errReset       = syscall.ECONNRESET
	errResetToo    = syscall.EPIPE
	ErrTooManyOpen = syscall.EMFILE
)
