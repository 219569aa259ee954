package bridge

import "golang.org/x/sys/windows"

// What the system says of connections, in the numbers of Winsock. Overlapped
// reading, as Go does it, calls a connection that was reset a deleted name.
const (
	errAborted     = windows.WSAECONNABORTED
	errInUse       = windows.WSAEADDRINUSE
	errNoSuchHere  = windows.WSAEADDRNOTAVAIL
	errNotAllowed  = windows.WSAEACCES
	errRefused     = windows.WSAECONNREFUSED
	errReset       = windows.WSAECONNRESET
	errResetToo    = windows.ERROR_NETNAME_DELETED
	errTooManyOpen = windows.WSAEMFILE
)
