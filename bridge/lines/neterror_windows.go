package lines

import "golang.org/x/sys/windows"

// What the system says of connections, in the numbers of Winsock. Overlapped
// reading, as Go does it, calls a connection that was reset a deleted name.
const (
	ErrAborted     = windows.WSAECONNABORTED
	ErrInUse       = windows.WSAEADDRINUSE
	ErrNoSuchHere  = windows.WSAEADDRNOTAVAIL
	ErrNotAllowed  = windows.WSAEACCES
	ErrRefused     = windows.WSAECONNREFUSED
	errReset       = windows.WSAECONNRESET
	errResetToo    = windows.ERROR_NETNAME_DELETED
	ErrTooManyOpen = windows.WSAEMFILE
)
