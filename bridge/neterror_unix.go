//go:build unix

package bridge

import "syscall"

// What the system says of connections.
const (
	errAborted     = syscall.ECONNABORTED
	errInUse       = syscall.EADDRINUSE
	errNoSuchHere  = syscall.EADDRNOTAVAIL
	errNotAllowed  = syscall.EACCES
	errRefused     = syscall.ECONNREFUSED
	errReset       = syscall.ECONNRESET
	errResetToo    = syscall.EPIPE
	errTooManyOpen = syscall.EMFILE
)
